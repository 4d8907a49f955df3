import type { Block } from './blocks.ts';
import type { Candidate } from './draft.ts';
import type { Made } from './making.ts';
import { insideQuestion, isTerm, type Vocabulary } from './subject.ts';
import { verbAt } from './verbs.ts';
import { capitalised, is, tagged } from './words.ts';

/** A term and what it means, as lists and tables of words write them. */
interface Pair {
  term: string;
  meaning: string;
  source: string;
}

const separated = /^(.{1,60}?)(?:\s+[-–—=→]+>?\s+|\s*:\s+|\s+=\s+)(\S.{0,299})$/;
/** What stands before a colon and is no term. */
const labels =
  /^(?:note|notes|n\.?b|remember|example|examples|e\.?g|hint|tip|warning|figure|fig|table|page|chapter|section|step|part|unit|lesson|topic|date|name|class|homework|source|references?|see|read|question|answer|q|a|summary|introduction|conclusion|objectives?|key (?:points?|words?|terms?)|definition|advantages?|disadvantages?|total|author|title|subject|teacher|student|capital|population|area|currency|location|type|symbol|swali|jibu|mfano|kumbuka|maelezo)\b/i;
const isLabel = (term: string) =>
  labels.test(term) ||
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

const known = new WeakMap<Block, Pair | null>();

/** The pair that a block is; several makers ask. */
function pairOf(block: Block): Pair | null {
  const pair = known.has(block) ? (known.get(block) ?? null) : readPair(block);
  known.set(block, pair);
  return pair;
}

function readPair(block: Block): Pair | null {
  if (block.kind === 'row') return rowPair(block.cells, block.text);
  const [, term = '', meaning = ''] = separated.exec(block.text) ?? [];
  if (term === '' || wordsIn(term) > mostTermWords || isLabel(term) || /[.?!,;]$|^\d+$/.test(term))
    return null;
  if (leaning.test(term) || /^\W*$/.test(meaning) || /\?/.test(meaning) || isStatement(meaning)) return null;
  return { term, meaning: meaning.replace(/[.;,\s]+$/, ''), source: block.text };
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

/** The same words before a colon again and again are who speaks. */
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

function questionOf({ term, meaning }: Pair, fewWords: boolean, vocabulary: Vocabulary): string {
  const words = tagged(term);
  const inside = insideQuestion(words, words.words.length, vocabulary);
  if (isFormula(meaning)) return `What is the formula for ${inside}?`;
  if (fewWords) return `What does "${term}" mean?`;
  const isPlural = is(words.words.at(-1), 'Plural') && !/^(?:an?|the) /i.test(meaning);
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
    if (!pair || isHeader(pair, pairs[0]) || speech.test(pair.meaning)) return [];
    if (speakers.has(pair.term) && pair.source.includes(':')) return [];
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
export const isPair = (block: Block): boolean => pairOf(block) !== null;

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
