import {
  projectionOf,
  type DeckProjection,
  type ProgressUpdate,
  type StoredDeck,
} from '../../domain/deck.ts';
import type { Learner } from '../../domain/learner.ts';
import type { Ports, ProgressReader, UnitOfWork } from '../ports.ts';

type RebuildPorts = Pick<Ports, 'transact' | 'ownership'> & { progress: ProgressReader };

/** Stored and rebuilt value; `null` when it was deleted. */
interface Compared<Thing> {
  live: Thing;
  rebuilt: Thing;
}

async function compareDeck({ cards }: UnitOfWork, stored: StoredDeck, progressOf: ProgressByDeck) {
  const { id, ownerId } = stored.deck;
  const size = await cards.sizeOf(ownerId, id);
  return { live: stored.projection, rebuilt: projectionOf(stored, size, progressOf.get(id)) };
}

const compareCount = async (
  { ownership }: UnitOfWork,
  { id, deckCount }: Learner,
): Promise<Compared<number>> => ({
  live: deckCount,
  rebuilt: (await ownership.listDecks(id)).length,
});

type ProgressByDeck = ReadonlyMap<number, ProgressUpdate>;

async function deckIdsAndProgress({ ownership, progress }: RebuildPorts, ownerId: number) {
  const progressOf = await progress.ofLearner(ownerId);
  const owned = await ownership.listDecks(ownerId);
  return {
    deckIds: owned.map(({ deckId }) => deckId),
    progressOf: new Map(progressOf.map((each) => [each.deckId, each])) satisfies ProgressByDeck,
  };
}

const deckRow = ({ deckId, ...fields }: DeckProjection) => ({ id: `deck:${deckId}`, fields });
const countRow = (ownerId: number, deckCount: number) => ({ id: `owner:${ownerId}`, fields: { deckCount } });

/**
 * Compares all derived data of an owner with rebuilt values; each deck and its cards are read at one moment.
 */
export const compareOwner = (ports: RebuildPorts) => async (ownerId: number) => {
  const { deckIds, progressOf } = await deckIdsAndProgress(ports, ownerId);
  const compared: Compared<ReturnType<typeof deckRow> | ReturnType<typeof countRow>>[] = [];
  for (const deckId of deckIds) {
    const deck = await ports.transact(async (unit) => {
      const stored = await unit.projections.find(ownerId, deckId);
      return stored && compareDeck(unit, stored, progressOf);
    });
    if (deck) compared.push({ live: deckRow(deck.live), rebuilt: deckRow(deck.rebuilt) });
  }
  const count = await ports.transact(async (unit) => {
    const learner = await unit.learners.find(ownerId);
    return learner && compareCount(unit, learner);
  });
  if (count)
    compared.push({ live: countRow(ownerId, count.live), rebuilt: countRow(ownerId, count.rebuilt) });
  return { live: compared.map(({ live }) => live), rebuilt: compared.map(({ rebuilt }) => rebuilt) };
};

/**
 * Rebuilds all derived data of an owner, one transaction per deck. It claims the deck first, so that a stream
 * of new cards cannot delay it forever.
 */
export const rebuildOwner =
  (ports: RebuildPorts) =>
  async (ownerId: number): Promise<void> => {
    const { deckIds, progressOf } = await deckIdsAndProgress(ports, ownerId);
    for (const deckId of deckIds)
      await ports.transact(async (unit) => {
        const stored = await unit.projections.claim(ownerId, deckId);
        if (!stored) return;
        const { rebuilt } = await compareDeck(unit, stored, progressOf);
        await unit.projections.save(ownerId, rebuilt);
      });
    await ports.transact(async (unit) => {
      const learner = await unit.learners.claim(ownerId);
      if (!learner) return;
      const { rebuilt } = await compareCount(unit, learner);
      await unit.learners.setDeckCount(ownerId, rebuilt);
    });
  };
