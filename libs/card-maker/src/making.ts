import type { Vocabulary } from './subject.ts';
import type { Tagged } from './words.ts';

/** A question and answer that one sentence gives. */
export interface Made {
  question: string;
  answer: string;
  score: number;
}

/** Makes cards of one sentence that stands alone. */
export type Maker = (sentence: Tagged, vocabulary: Vocabulary) => Made[];

const secondStatement =
  /, (?:and|but|so|while|whereas) (?:(?:it|they|this|he|she|you|we|one|there|some|many|most)\b|(?:(?:an?|the|its|their) )?(?:[\p{L}'-]+ ){1,4}(?:is|are|was|were|has|have|had|can|does|do)\b).*$/iu;

/** First clause; the part after a comma is about something else. */
export const firstStatement = (text: string): string => text.replace(secondStatement, '');
