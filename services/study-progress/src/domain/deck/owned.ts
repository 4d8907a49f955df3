import type { CardRef } from '../card/card.ts';
import type { StudyState } from '../study-state.ts';

/** Deck as listed by the decks service. */
export interface OwnedDeck {
  deckId: number;
  deckVersion: number;
  /** Version of the last progress update that the decks service stored; 0 before the first. */
  progressVersion: number;
}

/** All decks and cards of a learner, as listed by the decks service. */
export interface Owned {
  decks: readonly OwnedDeck[];
  cards: readonly CardRef[];
}

/** Existing or deleted deck; for a deleted one, the version of its tombstone. */
export interface DeckRecord {
  kind: 'deck' | 'removed-deck';
  deckId: number;
  deckVersion: number;
}

/** Existing or deleted card. */
export interface CardRecord extends Omit<CardRef, 'createdAt'> {
  kind: 'card' | 'removed-card';
  /** May be missing for a deleted card. */
  createdAt?: Date;
}

const idsOf = ({ decks, cards }: Owned) => ({
  decks: new Set(decks.map(({ deckId }) => deckId)),
  cards: new Set(cards.map(({ cardId }) => cardId)),
});

/**
 * Names of decks and cards on which the state and the decks service disagree. A difference has one of three
 * causes: an event is in flight, one side was read before a change, or the state is wrong. Ids are never
 * reused and the state never precedes the decks service, so a difference that remains on a second read is an
 * error.
 */
export function differencesOf({ decks, cards }: StudyState, owned: Owned): ReadonlySet<string> {
  const listed = idsOf(owned);
  const differing = (id: number, kind: string, isThere: boolean, isListed: boolean) =>
    isThere === isListed ? [] : [`${kind} ${id}`];
  return new Set([
    ...[...decks].flatMap(([id, { kind }]) => differing(id, kind, kind === 'deck', listed.decks.has(id))),
    ...[...cards].flatMap(([id, { kind }]) => differing(id, kind, kind === 'card', listed.cards.has(id))),
  ]);
}

/** A card that moves while the pages are read can be on two of them. */
function newestOfEach(cards: readonly CardRef[]): CardRef[] {
  const newest = new Map<number, CardRef>();
  for (const card of cards)
    if (card.cardVersion > (newest.get(card.cardId)?.cardVersion ?? 0)) newest.set(card.cardId, card);
  return [...newest.values()];
}

/**
 * Combines the listed decks and cards with tombstones for those that only the state contains. Versions come
 * from the state.
 */
export function recordsOf(state: StudyState, owned: Owned): { decks: DeckRecord[]; cards: CardRecord[] } {
  const listed = idsOf(owned);
  const goneDecks = [...state.decks.values()].filter(({ deckId }) => !listed.decks.has(deckId));
  const goneCards = [...state.cards.values()].filter(({ cardId }) => !listed.cards.has(cardId));
  return {
    decks: [
      ...owned.decks.map(({ deckId, deckVersion }) => {
        const existing = state.decks.get(deckId);
        return {
          kind: 'deck' as const,
          deckId,
          deckVersion: existing?.kind === 'deck' ? existing.deckVersion : deckVersion,
        };
      }),
      ...goneDecks.map(({ deckId, deckVersion }) => ({ kind: 'removed-deck' as const, deckId, deckVersion })),
    ],
    cards: [
      ...newestOfEach(owned.cards).map((card) => {
        const existing = state.cards.get(card.cardId);
        if (existing?.kind !== 'card') return { ...card, kind: 'card' as const };
        if (card.cardVersion < existing.cardVersion) return existing;
        // The decks service owns deck, note and suspension; an event that is in flight says the same.
        const { deckId, suspended = false, noteId = null } = card;
        return { ...existing, deckId, suspended, noteId };
      }),
      ...goneCards.map((card) => ({ ...card, kind: 'removed-card' as const })),
    ],
  };
}
