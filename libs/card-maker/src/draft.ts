/** Card that was made from a text. */
export interface Draft {
  question: string;
  answer: string;
  /** Sentence or line that the card was made from. */
  source: string;
}

/** Draft with the confidence that it is right, self-contained and worth learning; `select` prefers higher scores. */
export interface Candidate extends Draft {
  score: number;
  /** Position of the source in the text. */
  at: number;
  /** Whether the source is a line of a list of pairs; repeats of such lines are reported. */
  isPair?: true;
}
