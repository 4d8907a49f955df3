/** A card as it comes out of a text. */
export interface Draft {
  question: string;
  answer: string;
  /** The sentence or line that it came from. */
  source: string;
}

/** How sure it is that a card is right, self-contained and worth learning; better ones are taken first. */
export interface Candidate extends Draft {
  score: number;
  /** Where in the text its source stands. */
  at: number;
  /** A line of a list of pairs, whose repeats are reported. */
  isListed?: true;
}
