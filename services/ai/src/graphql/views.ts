import type { Cost } from '../domain/cost.ts';
import {
  counts,
  shortfallOf,
  type Generation,
  type GenerationState,
  type Insertion,
} from '../domain/generation.ts';
import type { Usage } from '../domain/quota.ts';
import type { CostReport } from '../use-cases/read-costs.ts';
import type { Inserted } from '../use-cases/insert-generated-cards.ts';

export interface UserView {
  id: string;
}

const states = { running: 'RUNNING', ready: 'READY', failed: 'FAILED' } as const satisfies Record<
  GenerationState,
  string
>;

const shortfalls = { time: 'TIME', text: 'TEXT' } as const;
const shortfallView = (generation: Generation) => {
  const reason = shortfallOf(generation);
  return reason && shortfalls[reason];
};

const insertionView = ({ deckId, inserted, at }: Insertion) => ({ deckId: String(deckId), inserted, at });

export const generationView = (generation: Generation) => ({
  id: String(generation.id),
  state: states[generation.state],
  asked: generation.asked,
  made: generation.cards.length,
  expectedSeconds: generation.expectedSeconds,
  provider: generation.provider,
  isFallback: generation.isFallback,
  cards: [...generation.cards],
  repeats: [...generation.repeats],
  shortfall: shortfallView(generation),
  failure: generation.failure,
  createdAt: generation.createdAt,
  title: generation.title,
  countedIn: counts(generation) ? generation.month : null,
  insertions: generation.insertions.map(insertionView),
});
export type GenerationView = ReturnType<typeof generationView>;

/** Generation for operators, without texts of the learner. */
export const outlineView = ({ id, state, asked, cards, failure, createdAt }: Generation) => ({
  id: String(id),
  state: states[state],
  asked,
  made: cards.length,
  failure,
  createdAt,
});

export const insertedView = ({ generation, inserted, deckId }: Inserted) => ({
  inserted,
  generation: generationView(generation),
  deck: deckId === null ? null : { id: String(deckId) },
});

export type AiQuotaView = Usage;

const spentView = ({ tokens, microDollars, calls }: Cost & { calls: number }) => ({
  calls,
  tokens,
  dollars: microDollars / 1_000_000,
});

export const costsView = ({ days, dearest, ...report }: CostReport) => ({
  ...report,
  days: days.map((cost) => ({ day: cost.day, ...spentView(cost) })),
  dearest: dearest.map((cost) => ({ userId: String(cost.ownerId), ...spentView(cost) })),
});
