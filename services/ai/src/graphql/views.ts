import { paginate } from '@kumbuka/contracts';
import type { Generation, GenerationState, Insertion } from '../domain/generation.ts';
import type { Page } from '../domain/listing.ts';
import type { Usage } from '../domain/quota.ts';
import type { Inserted } from '../use-cases/insert-generated-cards.ts';

export interface UserView {
  id: string;
}

const states = { running: 'RUNNING', ready: 'READY', failed: 'FAILED' } as const satisfies Record<
  GenerationState,
  string
>;

const insertionView = ({ deckId, inserted, at }: Insertion) => ({ deckId: String(deckId), inserted, at });

export const generationView = (generation: Generation) => ({
  id: String(generation.id),
  state: states[generation.state],
  asked: generation.asked,
  made: generation.cards.length,
  expectedSeconds: generation.expectedSeconds,
  provider: generation.provider,
  cards: [...generation.cards],
  failure: generation.failure,
  createdAt: generation.createdAt,
  title: generation.title,
  insertions: generation.insertions.map(insertionView),
});
export type GenerationView = ReturnType<typeof generationView>;

export const insertedView = ({ generation, inserted, deckId }: Inserted) => ({
  inserted,
  generation: generationView(generation),
  deck: deckId === null ? null : { id: String(deckId) },
});

export type AiQuotaView = Usage;

function pageInfo(page: number, perPage: number, total: number) {
  const numbers = paginate(page, perPage, total);
  return {
    page: numbers.page,
    perPage: numbers.per_page,
    totalPages: numbers.total_pages,
    totalItems: numbers.total_items,
    hasNext: numbers.has_next,
    hasPrev: numbers.has_prev,
  };
}

export const pageView = <Item, View>(
  { items, page, perPage, total }: Page<Item>,
  view: (item: Item) => View,
) => ({
  items: items.map(view),
  pageInfo: pageInfo(page, perPage, total),
});
