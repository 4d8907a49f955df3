/** Card that was made from a text. */
export interface Draft {
  question: string;
  answer: string;
  /** Sentence or line that the card was made from. */
  source: string;
}

/** How sure a card asks what the text says; `select` takes the surest first. */
export const ranks = { pair: 0, question: 1, list: 2, gap: 3 } as const;

export interface Candidate extends Draft {
  rank: number;
  /** Position of the source in the text. */
  at: number;
}
