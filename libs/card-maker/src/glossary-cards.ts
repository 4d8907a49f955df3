import type { Block } from './blocks.ts';
import type { Candidate } from './draft.ts';
import { entryIn, entryOf, isEntry, type GlossaryEntry } from './glossary-entries.ts';
import { languageOf } from './language.ts';
import type { ScoredCard } from './sentence-rule.ts';
import { wordCount } from './sentences.ts';
import { phraseInQuestion } from './subject.ts';
import type { Vocabulary } from './vocabulary.ts';
import { capitalised, hasTag, tagSentence } from './words.ts';

const spoken = /\b(?:i|you|we|me|my|your|okay|ok|yes|no|hello|hi|thanks)\b/i;
const titleInCapitals = /^\P{Ll}{4,}$/u;
const wordsOfTitles = /\b(?:notes?|notebook|lecture|revision|handout|week|wk|form \d|grade \d|class \d)\b/i;

/** `PILAU (serves 6) - from a notebook`: the first block is the title of the text. */
function isTitle({ term, meaning }: GlossaryEntry, [first, second]: readonly Block[]): boolean {
  if (first?.kind === 'row') return false;
  const isFollowedByEntry = second !== undefined && isEntry(second);
  const isInCapitals = titleInCapitals.test(term.replaceAll(/\([^)]*\)/g, '').trim());
  return (isInCapitals && !isFollowedByEntry) || wordsOfTitles.test(meaning);
}

/** Terms of several entries. Before a colon they name a speaker, before a dash they have no single meaning. */
function repeatedTerms(entries: readonly GlossaryEntry[]): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { term } of entries) {
    if (seen.has(term)) repeated.add(term);
    seen.add(term);
  }
  return repeated;
}

export const isFormula = (text: string): boolean => /^\S{1,12}\s*=\s*\S/.test(text) && wordCount(text) <= 14;
const isWordPair = ({ term, meaning }: GlossaryEntry) => wordCount(meaning) <= 6 && wordCount(term) <= 4;

/** The header of a table or list looks like an entry. */
const isHeader = ({ term }: GlossaryEntry) =>
  /^(?:term|word|kiswahili|swahili|english|neno|country|element|command|keyword|organ|part|unit|quantity|event|year|name)s?$/i.test(
    term.trim(),
  );

/** `complements: goods that are used together`: both begin in the plural. */
const pluralTermAndMeaning = /[^\Wsui]s\n\p{L}+[^\Wsui]s\b/iu;

function questionOf({ term, meaning }: GlossaryEntry, fewWords: boolean, vocabulary: Vocabulary): string {
  if (!fewWords && languageOf(`${term} ${meaning}`) === 'sw') return `Nini maana ya "${term}"?`;
  const tagged = tagSentence(term);
  const phrase = phraseInQuestion(tagged, tagged.words.length, vocabulary);
  if (isFormula(meaning)) return `What is the formula for ${phrase}?`;
  if (fewWords) return `What does "${term}" mean?`;
  const namesSeveral =
    hasTag(tagged.words.at(-1), 'Plural') || pluralTermAndMeaning.test(`${term}\n${meaning}`);
  const isPlural = namesSeveral && !/^(?:an?|the) /i.test(meaning);
  return `What ${isPlural ? 'are' : 'is'} ${phrase}?`;
}

/** Makes cards from lists of words and definitions: `mti - tree`, `Osmosis: movement of water ...`. */
export function glossaryCards(blocks: readonly Block[], vocabulary: Vocabulary): Candidate[] {
  const seen = new Set<string>();
  const entryOfBlock = blocks.map((block) => {
    if (seen.has(block.text)) return null;
    seen.add(block.text);
    return entryOf(block);
  });
  const entries = entryOfBlock.filter((entry) => entry !== null);
  const repeated = repeatedTerms(entries);
  const isList = entries.length >= 3;

  return entryOfBlock.flatMap((entry, at) => {
    if (!entry || (at === 0 && isTitle(entry, blocks))) return [];
    const { term, meaning, source } = entry;
    if ((entry === entries[0] && isHeader(entry)) || spoken.test(meaning) || repeated.has(term)) return [];
    const [isWord, isOfFormula] = [isWordPair(entry), isFormula(meaning)];
    if (isWord ? !isList && !isOfFormula : wordCount(meaning) < 3) return [];
    const answer = isWord || isOfFormula ? meaning : capitalised(meaning);
    return [{ question: questionOf(entry, isWord, vocabulary), answer, source, score: 0.95, at }];
  });
}

/** Makes a card from an entry in a paragraph: `Latency: the delay before data begins to arrive.` */
export function entryCards(sentence: string, vocabulary: Vocabulary): ScoredCard[] {
  const entry = /^[^:]{2,50}:/.test(sentence) ? entryIn(sentence) : null;
  if (!entry || wordCount(entry.term) > 4) return [];
  const { term, meaning } = entry;
  if (tagSentence(term).words.some((word) => hasTag(word, 'Verb') && !hasTag(word, 'Gerund'))) return [];
  if (wordCount(meaning) < 4 && !isFormula(meaning)) return [];
  const answer = isFormula(meaning) ? meaning : capitalised(meaning);
  return [{ question: questionOf(entry, false, vocabulary), answer, score: 0.85 }];
}
