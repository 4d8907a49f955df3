import type { Block } from './blocks.ts';
import { sentencesOf, wordCount } from './sentences.ts';
import { isTerm } from './subject.ts';
import { verbAt } from './verbs.ts';
import { hasTag, tagSentence } from './words.ts';

/** Term with its meaning: `Osmosis: the movement of water through a membrane`. */
export interface GlossaryEntry {
  term: string;
  meaning: string;
  source: string;
}

const separated = /^(.{1,60}?)(?:\s+[-–—=→]+>?\s+|\s*:\s+|\s+=\s+)(\S.*)$/;
const maxMeaning = 300;
const maxWordsOfTerm = 6;
/** Labels before a colon, which are not terms. */
const labels =
  /^(?:note|notes|n\.?b|remember|example|examples|e\.?g|hint|tip|warning|figure|fig|table|page|chapter|section|step|part|unit|lesson|topic|date|name|class|homework|source|references?|see|read|question|answer|summary|introduction|conclusion|objectives?|key (?:points?|words?|terms?)|definition|advantages?|disadvantages?|total|author|title|subject|teacher|student|capital|population|area|currency|location|type|symbol|swali|jibu|mfano|kumbuka|maelezo)(?![\p{L}\p{M}\p{N}])/iu;
const questionOrAnswer = /^[QA]\d{0,2}$/u;
/** Sections of notes; another line names their subject. */
const sections =
  /^(?:(?:clinical|main|key|general) )?(?:features?|signs?|symptoms?|causes?|effects?|prevention|protection|treatment|management|diagnosis|dx|rx|hx|context|background|overview|structure|form|style|themes?|setting|plot|ingredients?|method|procedure|apparatus|results?|observations?|discussion|formation|climate|history|uses?|where .*|why .*|how .*|when .*)$/i;
const isLabel = (term: string) =>
  labels.test(term) ||
  questionOrAnswer.test(term) ||
  sections.test(term) ||
  // `5 species infect humans: ...`
  /^\d{1,2}\s+\p{Ll}/u.test(term) ||
  /\b(?:tip|hint|note|lecture|week|module|lesson|chapter|unit|topic)s?(?:\s+\d+)?$/i.test(term);

const backReference = /\b(?:this|these|those|i|we|you|my|your|our|he|she|it|they)\b/i;

/** `A river has three courses: ...`: the text before the colon is a clause. */
const isClause = (text: string) =>
  wordCount(text) > 2 &&
  tagSentence(text).words.some(
    (word, at) =>
      at > 0 &&
      hasTag(word, 'PresentTense', 'PastTense', 'Copula', 'Modal') &&
      !hasTag(word, 'Gerund', 'Participle'),
  );

const isTermOfEntry = (text: string) =>
  text !== '' &&
  wordCount(text) <= maxWordsOfTerm &&
  !isLabel(text) &&
  !/[.?!,;]$|^\d+$/.test(text) &&
  !isClause(text) &&
  !backReference.test(text);

/** `Extra: a switch connects devices`: a label and a sentence, not a term and its meaning. */
function isStatement(text: string): boolean {
  if (!/^(?:\p{Lu}|(?:an?|the)\s)/u.test(text) || wordCount(text) < 4 || wordCount(text) > 40) return false;
  const tagged = tagSentence(text);
  const at = verbAt(tagged);
  const verb = tagged.words[at];
  return (
    at > 0 && isTerm(tagged, at) && hasTag(verb, 'PresentTense', 'Copula') && !hasTag(verb, 'Infinitive')
  );
}

/** `Hypocrisy: she claims to help him` says what a person does, not what the term means. */
const isAboutPerson = (text: string) =>
  wordCount(text) > 3 &&
  (/^(?:she|he|it|they|we|you|there|this|these)\b/i.test(text) || /\b(?:she|he|her|his|him)\b/i.test(text));

const isMeaning = (text: string) =>
  !/^\W*$/.test(text) &&
  !text.includes('?') &&
  text.length <= maxMeaning &&
  !isStatement(text) &&
  !isAboutPerson(text);

/** Returns the first sentence after a term, with the sentences that refer back to it. */
function meaningIn(text: string): string {
  const [first = '', ...more] = sentencesOf(text);
  const other = more.findIndex((sentence) => !/^(?:It|They|Its|Their)\b/.test(sentence));
  return [first, ...(other < 0 ? more : more.slice(0, other))].join(' ');
}

/** Reads the entry at the beginning of a text; `null` without one. */
export function entryIn(text: string): GlossaryEntry | null {
  const [, term = '', rest = ''] = separated.exec(text) ?? [];
  if (!isTermOfEntry(term)) return null;
  const meaning = meaningIn(rest);
  if (!isMeaning(meaning)) return null;
  const source = text.slice(0, text.indexOf(meaning) + meaning.length);
  return { term, meaning: meaning.replace(/[.;,\s]+$/, ''), source };
}

const isNumeric = (cell: string) => /^[\d.,%\s]+$/.test(cell);

function entryOfRow([term = '', meaning = '', ...more]: string[], source: string): GlossaryEntry | null {
  if (more.length > 0 || wordCount(term) > maxWordsOfTerm) return null;
  return isNumeric(term) || isNumeric(meaning) || labels.test(term) ? null : { term, meaning, source };
}

function readEntry(block: Block): GlossaryEntry | null {
  if (block.kind === 'pair' || block.kind === 'code') return null;
  return block.kind === 'row' ? entryOfRow(block.cells, block.text) : entryIn(block.text);
}

/** Cached, because several rules read the entries of the same blocks. */
const entries = new WeakMap<Block, GlossaryEntry | null>();

/** Returns the entry of a block; `null` without one. */
export function entryOf(block: Block): GlossaryEntry | null {
  const entry = entries.has(block) ? (entries.get(block) ?? null) : readEntry(block);
  entries.set(block, entry);
  return entry;
}

/** Whether a block is an entry of a list, so that it is not read as a sentence. */
export const isEntry = (block: Block): boolean => block.kind === 'pair' || entryOf(block) !== null;

/** Returns the text of a block after its entry. */
export const textAfterEntry = (block: Block): string => block.text.slice(entryOf(block)?.source.length ?? 0);
