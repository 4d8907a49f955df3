/** US dollars per million tokens, which are millionths of a dollar per token. */
export interface Prices {
  input: number;
  output: number;
}

/** Tokens read and written by a model. */
export interface Tokens {
  input: number;
  output: number;
}

export interface Cost {
  tokens: number;
  /** Millionths of a US dollar. */
  microDollars: number;
}

/** Free accounts and subscribers have separate budgets, so that neither can exhaust the other's. */
export type Tier = 'free' | 'subscriber';

/** Limits in tokens per UTC day. */
export interface Budget {
  /** For all accounts of the tier together. */
  perDay: number;
  /** For one account. */
  perLearner: number;
}
export type Budgets = Readonly<Record<Tier, Budget>>;

/** Cost of tokens, rounded up to a millionth of a dollar. */
export const costOf = ({ input, output }: Tokens, prices: Prices): Cost => ({
  tokens: input + output,
  microDollars: Math.ceil(input * prices.input + output * prices.output),
});

/** Difference between the spent and the reserved cost; negative when less was spent. */
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
