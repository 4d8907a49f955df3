import type { CardFacts } from '../card/card.ts';
import type { StudyState } from '../study-state.ts';

/** A deck as decks tells of it. */
export interface OwnedDeck {
  deckId: number;
  deckVersion: number;
  /** Version of the progress that decks was told last; 0 before the first. */
  progressVersion: number;
}

/** All that decks says there is of a learner. */
export interface Owned {
  decks: readonly OwnedDeck[];
  cards: readonly CardFacts[];
}

/** A deck that there is or was; of one that was, its tombstone's version. */
export interface KnownDeck {
  kind: 'deck' | 'removed-deck';
  deckId: number;
  deckVersion: number;
}

/** A card that there is or was. */
export interface KnownCard extends Omit<CardFacts, 'createdAt'> {
  kind: 'card' | 'removed-card';
  /** Of a card that is gone it may be forgotten. */
  createdAt?: Date;
}

const idsOf = ({ decks, cards }: Owned) => ({
  decks: new Set(decks.map(({ deckId }) => deckId)),
  cards: new Set(cards.map(({ cardId }) => cardId)),
});

/**
 * Decks and cards of which the state says other than decks, by name: either an event is on its way, or one of the two
 * was read before a change, or the state is wrong. What still differs when decks is asked once more is wrong: nothing
 * comes back under an id that is gone, and the state knows of nothing before decks does.
 */
export function doubtsOf({ decks, cards }: StudyState, owned: Owned): ReadonlySet<string> {
  const told = idsOf(owned);
  const doubted = (id: number, kind: string, isThere: boolean, isTold: boolean) =>
    isThere === isTold ? [] : [`${kind} ${id}`];
  return new Set([
    ...[...decks].flatMap(([id, { kind }]) => doubted(id, kind, kind === 'deck', told.decks.has(id))),
    ...[...cards].flatMap(([id, { kind }]) => doubted(id, kind, kind === 'card', told.cards.has(id))),
  ]);
}

/** What decks tells of, and what only the state remembers, as gone. Versions are those that the state has seen. */
export function knownOf(state: StudyState, owned: Owned): { decks: KnownDeck[]; cards: KnownCard[] } {
  const told = idsOf(owned);
  const goneDecks = [...state.decks.values()].filter(({ deckId }) => !told.decks.has(deckId));
  const goneCards = [...state.cards.values()].filter(({ cardId }) => !told.cards.has(cardId));
  return {
    decks: [
      ...owned.decks.map(({ deckId, deckVersion }) => {
        const known = state.decks.get(deckId);
        return {
          kind: 'deck' as const,
          deckId,
          deckVersion: known?.kind === 'deck' ? known.deckVersion : deckVersion,
        };
      }),
      ...goneDecks.map(({ deckId, deckVersion }) => ({ kind: 'removed-deck' as const, deckId, deckVersion })),
    ],
    cards: [
      ...owned.cards.map((facts) => {
        const known = state.cards.get(facts.cardId);
        return known?.kind === 'card' ? known : { ...facts, kind: 'card' as const };
      }),
      ...goneCards.map((card) => ({ ...card, kind: 'removed-card' as const })),
    ],
  };
}
