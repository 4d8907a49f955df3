import type { Block } from './blocks.ts';
import type { Candidate } from './draft.ts';
import { languageOf } from './language.ts';
import type { Made } from './making.ts';
import { sentencesOf } from './sentences.ts';
import { insideQuestion, isTerm, type Vocabulary } from './subject.ts';
import { verbAt } from './verbs.ts';
import { capitalised, is, tagged } from './words.ts';

/** A term and what it means, as lists and tables of words write them. */
interface Pair {
  term: string;
  meaning: string;
  source: string;
}

const separated = /^(.{1,60}?)(?:\s+[-–—=→]+>?\s+|\s*:\s+|\s+=\s+)(\S.*)$/;
const mostMeaning = 300;
/** Words before a colon that are no term. */
const labels =
  /^(?:note|notes|n\.?b|remember|example|examples|e\.?g|hint|tip|warning|figure|fig|table|page|chapter|section|step|part|unit|lesson|topic|date|name|class|homework|source|references?|see|read|question|answer|summary|introduction|conclusion|objectives?|key (?:points?|words?|terms?)|definition|advantages?|disadvantages?|total|author|title|subject|teacher|student|capital|population|area|currency|location|type|symbol|swali|jibu|mfano|kumbuka|maelezo)(?![\p{L}\p{M}\p{N}])/iu;
const speakerLabel = /^[QA]\d{0,2}$/u;
/** Parts of notes: what they are about stands elsewhere. */
const parts =
  /^(?:(?:clinical|main|key|general) )?(?:features?|signs?|symptoms?|causes?|effects?|prevention|protection|treatment|management|diagnosis|dx|rx|hx|context|background|overview|structure|form|style|themes?|setting|plot|ingredients?|method|procedure|apparatus|results?|observations?|discussion|formation|climate|history|uses?|where .*|why .*|how .*|when .*)$/i;
const isLabel = (term: string) =>
  labels.test(term) ||
  speakerLabel.test(term) ||
  parts.test(term) ||
  // `5 species infect humans: ...`
  /^\d{1,2}\s+\p{Ll}/u.test(term) ||
  /\b(?:tip|hint|note|lecture|week|module|lesson|chapter|unit|topic)s?(?:\s+\d+)?$/i.test(term);
const leaning = /\b(?:this|these|those|i|we|you|my|your|our|he|she|it|they)\b/i;
const wordsIn = (text: string) => text.split(/\s+/).length;
const mostTermWords = 6;

/** `Extra: a switch connects devices`: a label and a sentence, not a term and its meaning. */
function isStatement(text: string): boolean {
  if (!/^(?:\p{Lu}|(?:an?|the)\s)/u.test(text) || wordsIn(text) < 4 || wordsIn(text) > 40) return false;
  const words = tagged(text);
  const verb = verbAt(words);
  return (
    verb > 0 &&
    isTerm(words, verb) &&
    is(words.words[verb], 'PresentTense', 'Copula') &&
    !is(words.words[verb], 'Infinitive')
  );
}

/** `A river has three courses: ...` says something; it is no term. */
const isClause = (term: string) =>
  wordsIn(term) > 2 &&
  tagged(term).words.some(
    (word, at) =>
      at > 0 && is(word, 'PresentTense', 'PastTense', 'Copula', 'Modal') && !is(word, 'Gerund', 'Participle'),
  );

const pairs = new WeakMap<Block, Pair | null>();

/** The pair that a block is; several makers ask. */
function pairOf(block: Block): Pair | null {
  const pair = pairs.has(block) ? (pairs.get(block) ?? null) : readPair(block);
  pairs.set(block, pair);
  return pair;
}

/** Of what stands behind a term the first sentence, and those that lean on it. */
function meaningIn(text: string): string {
  const [first = '', ...more] = sentencesOf(text);
  const other = more.findIndex((sentence) => !/^(?:It|They|Its|Their)\b/.test(sentence));
  return [first, ...(other < 0 ? more : more.slice(0, other))].join(' ');
}

/** `Hypocrisy: she claims to help him` says what somebody does, not what it is. */
const isAboutSomebody = (meaning: string) =>
  wordsIn(meaning) > 3 &&
  (/^(?:she|he|it|they|we|you|there|this|these)\b/i.test(meaning) ||
    /\b(?:she|he|her|his|him)\b/i.test(meaning));

function readPair(block: Block): Pair | null {
  if (block.kind === 'listed' || block.kind === 'code') return null;
  if (block.kind === 'row') return rowPair(block.cells, block.text);
  const [, term = '', all = ''] = separated.exec(block.text) ?? [];
  const meaning = meaningIn(all);
  if (term === '' || wordsIn(term) > mostTermWords || isLabel(term) || /[.?!,;]$|^\d+$/.test(term))
    return null;
  if (isClause(term)) return null;
  if (leaning.test(term) || /^\W*$/.test(meaning) || /\?/.test(meaning) || isStatement(meaning)) return null;
  if (isAboutSomebody(meaning) || meaning.length > mostMeaning) return null;
  const source = block.text.slice(0, block.text.indexOf(meaning) + meaning.length);
  return { term, meaning: meaning.replace(/[.;,\s]+$/, ''), source };
}

const rowPair = ([term = '', meaning = '', ...more]: string[], source: string): Pair | null =>
  more.length > 0 ||
  wordsIn(term) > mostTermWords ||
  /^[\d.,%\s]+$/.test(term) ||
  /^[\d.,%\s]+$/.test(meaning) ||
  labels.test(term)
    ? null
    : { term, meaning, source };

const speech = /\b(?:i|you|we|me|my|your|okay|ok|yes|no|hello|hi|thanks)\b/i;

/** `PILAU (serves 6) - from a notebook` on top of all is no term. */
const isTitle = ({ term, meaning }: Pair, [first, second]: readonly Block[]) =>
  first?.kind !== 'row' &&
  ((/^\P{Ll}{4,}$/u.test(term.replaceAll(/\([^)]*\)/g, '').trim()) && !(second && isPair(second))) ||
    /\b(?:notes?|notebook|lecture|revision|handout|week|wk|form \d|grade \d|class \d)\b/i.test(meaning));

/** The same words before a colon again and again are who speaks; before a dash they have no one meaning. */
function speakersIn(pairs: readonly Pair[]): Set<string> {
  const once = new Set<string>();
  return new Set(
    pairs.flatMap(({ term }) => {
      if (once.has(term)) return [term];
      once.add(term);
      return [];
    }),
  );
}

const isFormula = (text: string) => /^\S{1,12}\s*=\s*\S/.test(text) && wordsIn(text) <= 14;
const isWord = (pair: Pair) => wordsIn(pair.meaning) <= 6 && wordsIn(pair.term) <= 4;

/** Headers of tables and titles of lists look like pairs and come first. */
const isHeader = (pair: Pair, first: Pair | undefined) =>
  pair === first &&
  /^(?:term|word|kiswahili|swahili|english|neno|country|element|command|keyword|organ|part|unit|quantity|event|year|name)s?$/i.test(
    pair.term.trim(),
  );

/** `complements: goods that are used together` */
const severals = /[^\Wsui]s\n\p{L}+[^\Wsui]s\b/iu;

function questionOf({ term, meaning }: Pair, fewWords: boolean, vocabulary: Vocabulary): string {
  if (!fewWords && languageOf(`${term} ${meaning}`) === 'sw') return `Nini maana ya "${term}"?`;
  const words = tagged(term);
  const inside = insideQuestion(words, words.words.length, vocabulary);
  if (isFormula(meaning)) return `What is the formula for ${inside}?`;
  if (fewWords) return `What does "${term}" mean?`;
  const namesSeveral = is(words.words.at(-1), 'Plural') || severals.test(term.concat('\n', meaning));
  const isPlural = namesSeveral && !/^(?:an?|the) /i.test(meaning);
  return `What ${isPlural ? 'are' : 'is'} ${inside}?`;
}

/** Cards of lists of words: `mti - tree`, `Osmosis: movement of water ...`. */
export function pairCards(blocks: readonly Block[], vocabulary: Vocabulary): Candidate[] {
  const seen = new Set<string>();
  const found = blocks.map((block) => {
    if (seen.has(block.text)) return null;
    seen.add(block.text);
    return pairOf(block);
  });
  const pairs = found.filter((pair) => pair !== null);
  const speakers = speakersIn(pairs);
  return found.flatMap((pair, at) => {
    if (!pair || (at === 0 && isTitle(pair, blocks)) || isHeader(pair, pairs[0]) || speech.test(pair.meaning))
      return [];
    if (speakers.has(pair.term)) return [];
    const isList = pairs.length >= 3;
    if (isWord(pair) && !isList && !isFormula(pair.meaning)) return [];
    if (!isWord(pair) && wordsIn(pair.meaning) < 3) return [];
    return [
      {
        question: questionOf(pair, isWord(pair), vocabulary),
        answer: isWord(pair) || isFormula(pair.meaning) ? pair.meaning : capitalised(pair.meaning),
        source: pair.source,
        score: 0.95,
        at,
      },
    ];
  });
}

/** Blocks that are pairs are no sentences. */
export const isPair = (block: Block): boolean => block.kind === 'listed' || pairOf(block) !== null;

/** Rest of the block behind a pair. */
export const behindPair = (block: Block): string => block.text.slice(pairOf(block)?.source.length ?? 0);

/** `Latency: the delay before data begins to arrive.` inside a paragraph. */
export function pairInSentence(sentence: string, vocabulary: Vocabulary): Made[] {
  const pair = /^[^:]{2,50}:/.test(sentence) ? pairOf({ kind: 'bullet', text: sentence }) : null;
  if (
    !pair ||
    wordsIn(pair.term) > 4 ||
    tagged(pair.term).words.some((word) => is(word, 'Verb') && !is(word, 'Gerund'))
  )
    return [];
  if (wordsIn(pair.meaning) < 4 && !isFormula(pair.meaning)) return [];
  return [
    {
      question: questionOf(pair, false, vocabulary),
      answer: isFormula(pair.meaning) ? pair.meaning : capitalised(pair.meaning),
      score: 0.85,
    },
  ];
}
