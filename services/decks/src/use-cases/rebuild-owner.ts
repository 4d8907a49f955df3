import { projectionOf, type DeckProjection, type ProgressTold } from '../domain/deck.ts';
import type { Ports, ProgressReader, UnitOfWork } from './ports.ts';

type Needs = Pick<Ports, 'transact' | 'decks'> & { progress: ProgressReader };

/** One thing that is computed, as it is and as it should be; null when it is gone. */
interface Compared<Thing> {
  live: Thing;
  rebuilt: Thing;
}

async function compareDeck({ decks, cards }: UnitOfWork, ownerId: number, deckId: number, told: Told) {
  const stored = await decks.findStored(ownerId, deckId);
  if (!stored) return null;
  const size = await cards.sizeOf(ownerId, deckId);
  return { live: stored.projection, rebuilt: projectionOf(stored, size, told.get(deckId)) };
}

async function compareCount(
  { decks, learners }: UnitOfWork,
  ownerId: number,
): Promise<Compared<number> | null> {
  const learner = await learners.find(ownerId);
  return learner && { live: learner.deckCount, rebuilt: (await decks.listOwned(ownerId)).length };
}

type Told = ReadonlyMap<number, ProgressTold>;

async function deckIdsAndTold({ decks, progress }: Needs, ownerId: number) {
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
export const compareOwner = (needs: Needs) => async (ownerId: number) => {
  const { deckIds, told } = await deckIdsAndTold(needs, ownerId);
  const compared: Compared<ReturnType<typeof deckRow> | ReturnType<typeof countRow>>[] = [];
  for (const deckId of deckIds) {
    const deck = await needs.transact((unit) => compareDeck(unit, ownerId, deckId, told));
    if (deck) compared.push({ live: deckRow(deck.live), rebuilt: deckRow(deck.rebuilt) });
  }
  const count = await needs.transact((unit) => compareCount(unit, ownerId));
  if (count)
    compared.push({ live: countRow(ownerId, count.live), rebuilt: countRow(ownerId, count.rebuilt) });
  return { live: compared.map(({ live }) => live), rebuilt: compared.map(({ rebuilt }) => rebuilt) };
};

/** Makes everything computed of an owner what it should be: one transaction a deck, which a new card of it waits for. */
export const rebuildOwner =
  (needs: Needs) =>
  async (ownerId: number): Promise<void> => {
    const { deckIds, told } = await deckIdsAndTold(needs, ownerId);
    for (const deckId of deckIds)
      await needs.transact(async (unit) => {
        const deck = await compareDeck(unit, ownerId, deckId, told);
        if (deck) await unit.decks.saveProjection(ownerId, deck.rebuilt);
      });
    await needs.transact(async (unit) => {
      const count = await compareCount(unit, ownerId);
      if (count) await unit.learners.setDeckCount(ownerId, count.rebuilt);
    });
  };
