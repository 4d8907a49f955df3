import { limits } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Card } from '../../domain/card.ts';
import type { Deck } from '../../domain/deck.ts';
import { cardRestored } from '../../domain/events.ts';
import type { Note } from '../../domain/note.ts';
import { restored, RestoreTooLate } from '../../domain/trash.ts';
import { takeDeckPlace } from '../deck/create-deck.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { resizeDecks } from '../resize-decks.ts';

type RestorePorts = Pick<Ports, 'transact' | 'countRestored' | 'now'>;

const since = (at: Date) => new Date(at.getTime() - limits.restoreMinutes * 60_000);

/** Puts back notes that went with their last cards. */
async function insertMissing({ notes }: UnitOfWork, ownerId: number, kept: readonly Note[]) {
  if (kept.length === 0) return;
  const byId = new Map(kept.map((note) => [note.id, note]));
  const present = new Set((await notes.findMany(ownerId, [...byId.keys()])).map(({ id }) => id));
  await notes.insertMany([...byId.values()].filter(({ id }) => !present.has(id)));
}

/**
 * Takes back the deletion of cards, all or none; a repeat changes nothing. Returns those that exist now. Throws
 * `RestoreTooLate` when none of them is there or kept.
 */
export const restoreCards =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (ids: readonly number[], { userId }: Principal): Promise<Card[]> =>
    transact(async (unit) => {
      const at = now();
      const kept = await unit.trash.take(userId, 'card', ids, since(at));
      const there = await unit.cards.findMany(userId, ids);
      const cards = await withOwnIds(unit, userId, kept.flatMap((each) => each.cards).map(restored));
      if (cards.length === 0 && there.length === 0) throw new RestoreTooLate();
      if (cards.length === 0) return there;
      await resizeDecks(unit, userId, [], cards);
      await insertMissing(
        unit,
        userId,
        kept.flatMap(({ notes }) => notes),
      );
      await unit.cards.insert(cards);
      unit.record(cards.map((card) => cardRestored(card, at)));
      return [...there, ...cards];
    });

/**
 * A starter deck that was copied again meanwhile stays the copy, and one that its device created again keeps the device's
 * id; the restored one is a deck like any other.
 */
async function withoutSecondCopy({ decks }: UnitOfWork, deck: Deck): Promise<Deck> {
  const { clientId, ...anonymous } = deck;
  const isTaken = clientId !== undefined && (await decks.findByClientId(deck.ownerId, clientId)) !== null;
  const own = isTaken ? anonymous : deck;
  if (own.catalogId === null) return own;
  return (await decks.findCopy(own.ownerId, own.catalogId)) ? { ...own, catalogId: null } : own;
}

/** Cards without the ids of those that their device has created again meanwhile. */
async function withOwnIds({ cards }: UnitOfWork, userId: number, kept: readonly Card[]): Promise<Card[]> {
  const ids = kept.flatMap(({ clientId }) => clientId ?? []);
  const found = ids.length === 0 ? [] : await cards.findByClientIds(userId, ids);
  const taken = new Set(found.map(({ clientId }) => clientId));
  return kept.map(({ clientId, ...card }) =>
    clientId === undefined || taken.has(clientId) ? card : { ...card, clientId },
  );
}

/** Takes back the deletion of a deck with its cards; a repeat returns the deck. Throws `RestoreTooLate`. */
export const restoreDeck =
  ({ transact, countRestored, now }: RestorePorts) =>
  async (id: number, { userId }: Principal): Promise<Deck> =>
    transact(async (unit) => {
      const at = now();
      const kept = await unit.trash.take(userId, 'deck', [id], since(at));
      const there = await unit.decks.find(userId, id);
      if (there) return there;
      const was = kept[0]?.deck;
      if (!was) throw new RestoreTooLate();
      await takeDeckPlace(unit, userId);
      const deck = await withoutSecondCopy(unit, restored(was));
      const cards = await withOwnIds(unit, userId, kept.flatMap((each) => each.cards).map(restored));
      await countRestored(userId, cards.length);
      await unit.decks.insert(deck);
      await insertMissing(
        unit,
        userId,
        kept.flatMap(({ notes }) => notes),
      );
      if (cards.length > 0) await unit.cards.insert(cards);
      unit.record([{ type: 'deck-restored', deck, at }, ...cards.map((card) => cardRestored(card, at))]);
      return deck;
    });
