import { countWords, gapCardInAnyLanguage } from './any-language.ts';
import { blocksOf, normalise, type Block } from './blocks.ts';
import { gapCards } from './cloze.ts';
import { dateRules } from './dates.ts';
import { definitionRules } from './definitions.ts';
import type { Draft } from './draft.ts';
import { entryCards, glossaryCards } from './glossary-cards.ts';
import { isEntry, textAfterEntry } from './glossary-entries.ts';
import { languageOf, type Language } from './language.ts';
import { pairListCards } from './pair-list-cards.ts';
import { questionCards, speakersOf, withoutSpeaker } from './questions.ts';
import { select, type Selection } from './select.ts';
import { isSelfContained, withoutConnectives } from './self-contained.ts';
import type { ScoredCard } from './sentence-rule.ts';
import { sentencesOf } from './sentences.ts';
import { swahiliCards, swahiliGapOptions } from './swahili.ts';
import { titledListCards } from './titled-lists.ts';
import { statementRules } from './verbs.ts';
import { vocabularyOf, type Vocabulary } from './vocabulary.ts';
import { tagSentence } from './words.ts';

/** Limit of examined sentences; of a longer text evenly spread ones are examined. */
const maxSentences = 160;
const [fewestWords, maxWords] = [4, 45];
const maxCharacters = 400;

/** `Extra:` or `Def.:` before a whole sentence. */
const label = /^\p{Lu}\p{Ll}{2,15}\.?:\s+(?=\p{Lu}|(?:the|an?)\s)/u;

const sentenceRules = [...definitionRules, ...statementRules, ...dateRules];

function englishCards(sentence: string, vocabulary: Vocabulary): ScoredCard[] {
  const entry = entryCards(sentence, vocabulary);
  if (entry.length > 0) return entry;
  const tagged = tagSentence(withoutConnectives(sentence.replace(label, '')));
  if (!isSelfContained(tagged)) return [];
  return [...sentenceRules.flatMap((rule) => rule(tagged, vocabulary)), ...gapCards(tagged, vocabulary)];
}

function sentenceCards(sentence: string, language: Language, vocabulary: Vocabulary): ScoredCard[] {
  if (language === 'en') return englishCards(sentence, vocabulary);
  if (language === 'sw')
    return [...swahiliCards(sentence), ...gapCardInAnyLanguage(sentence, vocabulary, swahiliGapOptions)];
  return gapCardInAnyLanguage(sentence, vocabulary, { instruction: '' });
}

/** Sentence with the number of its block. */
interface PlacedSentence {
  sentence: string;
  at: number;
}

function placedSentences(blocks: readonly Block[]): PlacedSentence[] {
  const speakers = speakersOf(blocks);
  return blocks.flatMap((block, at) => {
    if (/^(?:heading|row|pair|code)$/.test(block.kind)) return [];
    const text =
      isEntry(block) && speakers.size === 0 ? textAfterEntry(block) : withoutSpeaker(block.text, speakers);
    return sentencesOf(text).map((sentence) => ({ sentence, at }));
  });
}

function isExamined(sentence: string): boolean {
  const words = countWords(sentence);
  return (
    words >= fewestWords && words <= maxWords && sentence.length < maxCharacters && !/[?？؟]/.test(sentence)
  );
}

function evenlySpread<Item>(items: readonly Item[], max: number): Item[] {
  if (items.length <= max) return [...items];
  const step = items.length / max;
  const places = Array.from({ length: max }, (_, index) => Math.floor(index * step));
  return places.flatMap((at) => items.slice(at, at + 1));
}

/** Selects the sentences to examine: each once, and not more than `maxSentences`. */
function examinedSentences(blocks: readonly Block[]): PlacedSentence[] {
  const seen = new Set<string>();
  const fitting = placedSentences(blocks).filter(({ sentence }) => {
    const isRepeat = seen.has(sentence);
    seen.add(sentence);
    return !isRepeat && isExamined(sentence);
  });
  return evenlySpread(fitting, maxSentences);
}

/**
 * Makes at most `count` cards from a study text: questions that it answers, pairs of words, lists, definitions, causes, dates,
 * persons, and gaps for key terms. The same text always gives the same cards.
 */
export function readCards(text: string, count: number): Selection {
  const blocks = blocksOf(normalise(text));
  const placed = examinedSentences(blocks);
  const vocabulary = vocabularyOf(placed.map(({ sentence }) => sentence));
  const languageOfText = languageOf(blocks.map((block) => block.text).join(' '));
  const cardsOfSentences = placed.flatMap(({ sentence, at }, order) => {
    const own = languageOf(sentence);
    const language = own === 'other' ? languageOfText : own;
    const place = at + order / (placed.length + 1);
    return sentenceCards(sentence, language, vocabulary).map((card) => ({
      ...card,
      source: sentence,
      at: place,
    }));
  });
  const candidates = [
    ...pairListCards(blocks, languageOfText),
    ...questionCards(blocks),
    ...glossaryCards(blocks, vocabulary),
    ...titledListCards(blocks, vocabulary),
    ...cardsOfSentences,
  ];
  return select(candidates, count);
}

/** Returns the cards of `readCards` without the repeats. */
export const makeCards = (text: string, count: number): Draft[] => readCards(text, count).cards;
