import type { Vocabulary } from './vocabulary.ts';
import type { TaggedSentence } from './words.ts';

/** Card of a single sentence, before its source is attached. */
export interface ScoredCard {
  question: string;
  answer: string;
  score: number;
}

/** Makes cards from a self-contained sentence. */
export type SentenceRule = (sentence: TaggedSentence, vocabulary: Vocabulary) => ScoredCard[];
