import type { Card } from '../domain/card.ts';
import type { Deck, DeckProgress } from '../domain/deck.ts';
import type { Fact } from '../domain/facts.ts';
import type { Learner } from '../domain/learner.ts';

/** Everything that changes together: the stores of one transaction and the facts that it tells. */
export interface Unit {
  decks: {
    find(ownerId: number, id: number): Promise<Deck | null>;
    /** The learner's copy of a starter deck. */
    findCopy(ownerId: number, catalogId: number): Promise<Deck | null>;
    insert(deck: Deck): Promise<void>;
    /** Saves fields, time and version. */
    save(deck: Deck): Promise<void>;
    /** Takes the deck out and gives it back. */
    remove(ownerId: number, id: number): Promise<Deck | null>;
    /** Changes the number of cards and gives back the deck as it then is. */
    countCards(ownerId: number, id: number, by: number): Promise<Deck | null>;
    /** Keeps what study-progress told unless a later version is known. */
    keepProgress(deck: Deck, progress: DeckProgress, version: number): Promise<void>;
  };
  cards: {
    find(ownerId: number, id: number): Promise<Card | null>;
    insert(cards: readonly Card[]): Promise<void>;
    /** Saves text, time and version. */
    save(card: Card): Promise<void>;
    remove(ownerId: number, id: number): Promise<Card | null>;
    removeOfDeck(ownerId: number, deckId: number): Promise<void>;
  };
  learners: {
    /** Changes the number of decks and gives back the learner as they then are. */
    countDecks(id: number, by: number): Promise<Learner>;
  };
  tell(facts: readonly Fact[]): Promise<void>;
}

/** Runs work in one transaction, again from the start after a conflict; what it tells goes out after the commit. */
export type Transact = <Result>(work: (unit: Unit) => Promise<Result>) => Promise<Result>;

/** Who is asking. */
export interface Asker {
  userId: number;
}
