import { requirePrincipal, type RequestContext } from '@kumbuka/service-kit';
import DataLoader from 'dataloader';
import type { Standpoint } from '../domain/learner/dashboard.ts';
import type { MemoryTick } from '../domain/deck/memory-ticks.ts';
import type { CardRow, DeckRow, LearnerRow } from '../domain/rows.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface Loaders {
  /** The asker's own row, read once; the key is the user id. */
  learners: DataLoader<number, LearnerRow>;
  /** Null for a deck that is gone, another's or not heard of yet. */
  decks: DataLoader<number, DeckRow | null>;
  cards: DataLoader<number, CardRow | null>;
  memories: DataLoader<number, MemoryTick[]>;
  /** The asker's decks with due cards; the key is the user id. */
  dueDecks: DataLoader<number, { deckId: number; dueCount: number }[]>;
}

export interface Context extends RequestContext {
  loaders: Loaders;
  now: Date;
}

type Needs = Pick<UseCases, 'findLearner' | 'findDecks' | 'findCards' | 'readMemories' | 'readDueDecks'>;

const inOrder = <Row>(ids: readonly number[], rows: readonly Row[], idOf: (row: Row) => number) => {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.map((id) => byId.get(id) ?? null);
};

/** From where the asker looks: their row and the instant of the request. */
export async function standpointOf(context: Context): Promise<Standpoint> {
  const learner = await context.loaders.learners.load(requirePrincipal(context).userId);
  return { learner, now: context.now };
}

/** One read for all rows of a kind that a request names; only those of the asker. */
export const contextOf =
  (does: Needs, now: () => Date) =>
  (asker: RequestContext): Context => {
    const userId = () => requirePrincipal(asker).userId;
    const loaders: Loaders = {
      learners: new DataLoader((ids) => Promise.all(ids.map((id) => does.findLearner(id)))),
      decks: new DataLoader(async (ids) =>
        inOrder(ids, await does.findDecks(userId(), ids), ({ deckId }) => deckId),
      ),
      cards: new DataLoader(async (ids) =>
        inOrder(ids, await does.findCards(userId(), ids), ({ cardId }) => cardId),
      ),
      memories: new DataLoader(async (ids) => does.readMemories(ids, await standpointOf(context))),
      dueDecks: new DataLoader(async (ids) => {
        const decks = await does.readDueDecks(await standpointOf(context));
        return ids.map(() => decks);
      }),
    };
    const context: Context = { ...asker, now: now(), loaders };
    return context;
  };

/** After a change, what was read before it is out of date. */
export function forget({ loaders }: Context) {
  for (const loader of Object.values(loaders)) loader.clearAll();
}
