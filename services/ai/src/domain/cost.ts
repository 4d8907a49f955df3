/** US dollars per million tokens, which are millionths of a dollar per token. */
export interface Prices {
  input: number;
  output: number;
}

/** Tokens that a model reads, and those that it writes. */
export interface Tokens {
  input: number;
  output: number;
}

export interface Cost {
  tokens: number;
  /** Millionths of a US dollar. */
  microDollars: number;
}

/** What tokens cost; a part of a millionth counts as a whole one. */
export const costOf = ({ input, output }: Tokens, prices: Prices): Cost => ({
  tokens: input + output,
  microDollars: Math.ceil(input * prices.input + output * prices.output),
});

/** What was spent beside what was taken; negative where more was taken. */
export const difference = (spent: Cost, taken: Cost): Cost => ({
  tokens: spent.tokens - taken.tokens,
  microDollars: spent.microDollars - taken.microDollars,
});

export interface DayCost extends Cost {
  /** In UTC, as YYYY-MM-DD. */
  day: string;
  calls: number;
}

export interface LearnerCost extends Cost {
  ownerId: number;
  calls: number;
}

/** The day of an instant in UTC, as YYYY-MM-DD. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

const dayMs = 24 * 3_600_000;

/** The last days in UTC, oldest first, today last. */
export const lastDays = (count: number, at: Date): string[] =>
  Array.from({ length: count }, (_, index) => dayOf(new Date(at.getTime() - (count - 1 - index) * dayMs)));
