import { blocksOf, tidy, type Block } from './blocks.ts';
import { gapOfAny, countWords } from './any-language.ts';
import { gapsOf } from './cloze.ts';
import { dates } from './dates.ts';
import { definitions } from './definitions.ts';
import type { Candidate, Draft } from './draft.ts';
import { languageOf } from './language.ts';
import { listCards } from './lists.ts';
import { listedCards } from './listed.ts';
import type { Made } from './making.ts';
import { behindPair, isPair, pairCards, pairInSentence } from './pairs.ts';
import { questionCards, speakersOf, withoutSpeaker } from './questions.ts';
import { select, type Selection } from './select.ts';
import { sentencesOf } from './sentences.ts';
import { standsAlone, untied } from './standing-alone.ts';
import { vocabularyOf, type Vocabulary } from './subject.ts';
import { swahiliCards, swahiliGaps } from './swahili.ts';
import { statements } from './verbs.ts';
import { tagged } from './words.ts';

/** Sentences that are looked at; of a longer text evenly spread ones. */
const mostSentences = 160;
const [shortest, longest] = [4, 45];

/** `Extra:` or `Def.:` before a whole sentence. */
const label = /^\p{Lu}\p{Ll}{2,15}\.?:\s+(?=\p{Lu}|(?:the|an?)\s)/u;

const makers = [...definitions, ...statements, ...dates];

function englishCards(sentence: string, vocabulary: Vocabulary): Made[] {
  const pair = pairInSentence(sentence, vocabulary);
  if (pair.length > 0) return pair;
  const whole = tagged(untied(sentence.replace(label, '')));
  if (!standsAlone(whole)) return [];
  return [...makers.flatMap((make) => make(whole, vocabulary)), ...gapsOf(whole, vocabulary)];
}

interface Placed {
  sentence: string;
  at: number;
}

function placedSentences(blocks: readonly Block[]): Placed[] {
  const speakers = speakersOf(blocks);
  const all = blocks.flatMap((block, at) => {
    if (/^(?:heading|row|listed|code)$/.test(block.kind)) return [];
    const text = isPair(block) && !speakers.size ? behindPair(block) : withoutSpeaker(block.text, speakers);
    return sentencesOf(text).map((sentence) => ({ sentence, at }));
  });
  const seen = new Set<string>();
  const fitting = all.filter(({ sentence }) => {
    if (seen.has(sentence)) return false;
    seen.add(sentence);
    const words = countWords(sentence);
    return words >= shortest && words <= longest && sentence.length < 400 && !/[?？؟]/.test(sentence);
  });
  const step = Math.max(1, fitting.length / mostSentences);
  return Array.from(
    { length: Math.min(fitting.length, mostSentences) },
    (_, index) => fitting[Math.floor(index * step)],
  ).filter((placed) => placed !== undefined);
}

const cardsOf = (sentence: string, language: string, vocabulary: Vocabulary): Made[] =>
  language === 'en'
    ? englishCards(sentence, vocabulary)
    : language === 'sw'
      ? [...swahiliCards(sentence), ...gapOfAny(sentence, vocabulary, swahiliGaps)]
      : gapOfAny(sentence, vocabulary, { instruction: '' });

/**
 * Cards of a study text, at most `count`, fewer when it has no more that can be asked: questions that it answers,
 * pairs of words, lists, definitions, causes, dates and persons, and gaps for key terms. The same text gives the same cards.
 */
export function readCards(text: string, count: number): Selection {
  const blocks = blocksOf(tidy(text));
  const placed = placedSentences(blocks);
  const vocabulary = vocabularyOf(placed.map(({ sentence }) => sentence));
  const ofText = languageOf(blocks.map((block) => block.text).join(' '));
  const candidates: Candidate[] = [
    ...listedCards(blocks),
    ...questionCards(blocks),
    ...pairCards(blocks, vocabulary),
    ...listCards(blocks, vocabulary),
  ];
  for (const [order, { sentence, at }] of placed.entries()) {
    const own = languageOf(sentence);
    const language = own === 'other' ? ofText : own;
    for (const made of cardsOf(sentence, language, vocabulary))
      candidates.push({ ...made, source: sentence, at: at + order / (placed.length + 1) });
  }
  return select(candidates, count);
}

/** The cards of `readCards` alone. */
export const makeCards = (text: string, count: number): Draft[] => readCards(text, count).cards;
