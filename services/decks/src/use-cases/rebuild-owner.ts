import { projectionOf, type DeckProjection, type ProgressTold, type StoredDeck } from '../domain/deck.ts';
import type { Learner } from '../domain/learner.ts';
import type { Ports, ProgressReader, UnitOfWork } from './ports.ts';

type RebuildPorts = Pick<Ports, 'transact' | 'decks'> & { progress: ProgressReader };

/** One thing that is computed, as it is and as it should be; null when it is gone. */
interface Compared<Thing> {
  live: Thing;
  rebuilt: Thing;
}

async function compareDeck({ cards }: UnitOfWork, stored: StoredDeck, told: Told) {
  const { id, ownerId } = stored.deck;
  const size = await cards.sizeOf(ownerId, id);
  return { live: stored.projection, rebuilt: projectionOf(stored, size, told.get(id)) };
}

const compareCount = async (
  { decks }: UnitOfWork,
  { id, deckCount }: Learner,
): Promise<Compared<number>> => ({
  live: deckCount,
  rebuilt: (await decks.listOwned(id)).length,
});

type Told = ReadonlyMap<number, ProgressTold>;

async function deckIdsAndTold({ decks, progress }: RebuildPorts, ownerId: number) {
  const told = await progress.ofLearner(ownerId);
  const owned = await decks.listOwned(ownerId);
  return {
    deckIds: owned.map(({ deckId }) => deckId),
    told: new Map(told.map((each) => [each.deckId, each])) satisfies Told,
  };
}

const deckRow = ({ deckId, ...fields }: DeckProjection) => ({ id: `deck:${deckId}`, fields });
const countRow = (ownerId: number, deckCount: number) => ({ id: `owner:${ownerId}`, fields: { deckCount } });

/** Everything computed of an owner, as it is and as it should be; each deck with its cards at one moment. */
export const compareOwner = (ports: RebuildPorts) => async (ownerId: number) => {
  const { deckIds, told } = await deckIdsAndTold(ports, ownerId);
  const compared: Compared<ReturnType<typeof deckRow> | ReturnType<typeof countRow>>[] = [];
  for (const deckId of deckIds) {
    const deck = await ports.transact(async (unit) => {
      const stored = await unit.decks.findStored(ownerId, deckId);
      return stored && compareDeck(unit, stored, told);
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
 * Makes everything computed of an owner what it should be, one transaction a deck. It claims the deck first: new cards
 * wait for it, and however many come, they do not overtake it for ever.
 */
export const rebuildOwner =
  (ports: RebuildPorts) =>
  async (ownerId: number): Promise<void> => {
    const { deckIds, told } = await deckIdsAndTold(ports, ownerId);
    for (const deckId of deckIds)
      await ports.transact(async (unit) => {
        const stored = await unit.decks.claimStored(ownerId, deckId);
        if (!stored) return;
        const { rebuilt } = await compareDeck(unit, stored, told);
        await unit.decks.saveProjection(ownerId, rebuilt);
      });
    await ports.transact(async (unit) => {
      const learner = await unit.learners.claim(ownerId);
      if (!learner) return;
      const { rebuilt } = await compareCount(unit, learner);
      await unit.learners.setDeckCount(ownerId, rebuilt);
    });
  };
