import type { CardOwner, DeckCounts, DeckOwner, PageRequest } from '@kumbuka/contracts';
import type { Card } from '../domain/card.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { Deck, DeckProjection, DeckSize, ProgressTold, StoredDeck } from '../domain/deck.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { Insertion } from '../domain/insertion.ts';
import type { Learner } from '../domain/learner.ts';
import type { DeckFacets, DeckMatch, DeckSort } from '../domain/listing.ts';

/** A deck as other processes may know it. */
export interface OwnedDeck extends DeckOwner {
  progressVersion: number;
}

/** Where a card stands in its deck, oldest first. */
export interface CardPlace {
  createdAt: Date;
  cardId: number;
}

export interface DeckStore {
  find(ownerId: number, id: number): Promise<Deck | null>;
  findMany(ownerId: number, ids: readonly number[]): Promise<Deck[]>;
  /** The learner's copy of a starter deck. */
  findCopy(ownerId: number, catalogId: number): Promise<Deck | null>;
  /** For other processes, whoever owns it. */
  findOwner(id: number): Promise<DeckOwner | null>;
  /** For other processes: all of an owner, by id. */
  listOwned(ownerId: number): Promise<OwnedDeck[]>;
  /** For other processes: how many decks and cards owners have; who has none is left out. */
  countOf(ownerIds: readonly number[]): Promise<DeckCounts[]>;
  list(ownerId: number, match: DeckMatch, sort: DeckSort, page: PageRequest): Promise<Deck[]>;
  count(ownerId: number, match: DeckMatch): Promise<number>;
  facets(ownerId: number): Promise<DeckFacets>;
  /** A deck with what was computed of it. */
  findStored(ownerId: number, id: number): Promise<StoredDeck | null>;
  /** The same, and nobody else changes the deck until the transaction ends, of which saveProjection must be a part. */
  claimStored(ownerId: number, id: number): Promise<StoredDeck | null>;
  saveProjection(ownerId: number, projection: DeckProjection): Promise<void>;
  insert(deck: Deck): Promise<void>;
  /** Saves fields, time and version. */
  save(deck: Deck): Promise<void>;
  /** Takes the deck out and gives it back. */
  remove(ownerId: number, id: number): Promise<Deck | null>;
  removeAll(ownerId: number): Promise<void>;
  /** Changes the number of cards and of their bytes, and gives back the deck as it then is. */
  incrementSize(ownerId: number, id: number, by: DeckSize): Promise<Deck | null>;
  /** Keeps what study-progress told of the owners' decks, each unless a later version is known. */
  keepProgress(told: readonly ProgressTold[]): Promise<void>;
}

export interface CardStore {
  find(ownerId: number, id: number): Promise<Card | null>;
  findMany(ownerId: number, ids: readonly number[]): Promise<Card[]>;
  /** For other processes, whoever owns it. */
  findOwner(id: number): Promise<CardOwner | null>;
  /** For other processes: some of a deck, oldest first, behind a card. */
  listOwned(ownerId: number, deckId: number, after: CardPlace | null, most: number): Promise<CardOwner[]>;
  /** A page of a deck's cards, oldest first. */
  page(ownerId: number, deckId: number, page: PageRequest): Promise<Card[]>;
  /** Every card of a deck, oldest first, some at a time. */
  batches(ownerId: number, deckId: number): AsyncIterable<Card[]>;
  /** Counts the cards of a deck and their bytes by reading them. */
  sizeOf(ownerId: number, deckId: number): Promise<DeckSize>;
  insert(cards: readonly Card[]): Promise<void>;
  /** Saves text, time and version. */
  save(card: Card): Promise<void>;
  remove(ownerId: number, id: number): Promise<Card | null>;
  removeOfDeck(ownerId: number, deckId: number): Promise<void>;
  /** Removes some of a learner's cards; false when there were none left. */
  removeSome(ownerId: number): Promise<boolean>;
}

export interface LearnerStore {
  /** The maintained number of a learner's decks. */
  deckCount(id: number): Promise<number>;
  find(id: number): Promise<Learner | null>;
  /** The same, and nobody else changes it until the transaction ends, of which setDeckCount must be a part. */
  claim(id: number): Promise<Learner | null>;
  setDeckCount(id: number, deckCount: number): Promise<void>;
  /** Changes the number of decks and gives back the learner as they then are. */
  incrementDeckCount(id: number, by: number): Promise<Learner>;
  /** Some of those who ever had a deck, by id. */
  listAfter(id: number, most: number): Promise<Learner[]>;
  /** Marks a learner as gone for ever. */
  erase(id: number, at: Date): Promise<void>;
}

export interface InsertionStore {
  /** Ids of the cards that a deck has gained by a generation; null before. */
  findCardIds(ownerId: number, generationId: number, deckId: number): Promise<readonly number[] | null>;
  insert(insertion: Insertion): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}

/** The stores of one transaction, and what it leaves behind beside their rows. */
export interface UnitOfWork {
  decks: DeckStore;
  cards: CardStore;
  learners: LearnerStore;
  insertions: InsertionStore;
  /** Events that are published once the work has committed. */
  record(events: readonly DomainEvent[]): void;
  /** Keeps the result for a repeat of this request, and gives it back. */
  rememberResponse<Result>(result: Result): Result;
}

/** How all decks of a learner stand, as study-progress says. */
export interface ProgressReader {
  ofLearner(ownerId: number): Promise<ProgressTold[]>;
}

/** Runs work in one transaction, again from the start after a conflict. */
export type Transact = <Result>(work: (unit: UnitOfWork) => Promise<Result>) => Promise<Result>;

/** Everything that use-cases need of the world. */
export interface Ports {
  decks: DeckStore;
  cards: CardStore;
  learners: LearnerStore;
  insertions: InsertionStore;
  catalog: Catalog;
  transact: Transact;
  newDeckId(): Promise<number>;
  newCardId(): Promise<number>;
  newCardIds(count: number): Promise<number[]>;
  /** Forgets the answers that are kept for a learner's repeated requests. */
  forgetResponses(learnerId: number): Promise<void>;
  now(): Date;
}
