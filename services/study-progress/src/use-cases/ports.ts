import type { Day } from '../domain/calendar/calendar.ts';
import type { Card, CardFacts, CardOutline } from '../domain/card/card.ts';
import type { Deck } from '../domain/deck/deck.ts';
import type { Owned } from '../domain/deck/owned.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { Learner, Settings } from '../domain/learner/learner.ts';
import type { AnswerEntry, ReviewEntry } from '../domain/review-log.ts';
import type { StateKeys, StudyState } from '../domain/study-state.ts';

/** A row as it is stored, for those who compare. */
export interface StoredRow {
  id: string;
  fields: object;
}

/** The state of a learner's study, which entries change. */
export interface StudyStore {
  /** The slice that some entries touch. */
  load(ownerId: number, keys: StateKeys): Promise<StudyState>;
  loadAll(ownerId: number): Promise<StudyState>;
  /** The same, and nobody else changes it until the transaction ends, of which replaceAll or release must be a part. */
  claimAll(ownerId: number): Promise<StudyState>;
  release(ownerId: number): Promise<void>;
  /** Writes the difference. */
  save(before: StudyState, after: StudyState): Promise<void>;
  /** Rows of a learner as they are; a learner's row that says nothing is none. */
  rows(ownerId: number): Promise<StoredRow[]>;
  /** Rows that hold a whole state. */
  rowsOf(state: StudyState): StoredRow[];
  /** Writes a whole state: corrects the rows that differ and removes those that it does not have. */
  replaceAll(state: StudyState): Promise<void>;
  /** Leaves tombstones in the place of a deck's cards. */
  removeCardsOf(ownerId: number, deckId: number): Promise<void>;
  /** When the other cards of a deck were last studied. */
  lastStudiedBeside(ownerId: number, deckId: number, cardId: number): Promise<Date | null>;
  /** Leaves a tombstone in the place of the learner. */
  markErased(ownerId: number): Promise<void>;
  /** Removes everything but the tombstone; repeats safely. */
  erase(ownerId: number): Promise<void>;
}

/** The review log. */
export interface ReviewStore {
  /** Throws AnswerTaken when another answer of the learner has the name of one of them, or its turn in its session. */
  append(entries: readonly ReviewEntry[]): Promise<void>;
  /** Answers by the names that the client gave them. */
  findNamed(userId: number, names: readonly string[]): Promise<AnswerEntry[]>;
  /** Answers and undos of some cards, in the order of writing. */
  ofCards(userId: number, cardIds: readonly number[]): Promise<ReviewEntry[]>;
  /** Answers and undos of a session, in the order of writing. */
  ofSession(userId: number, sessionId: string): Promise<ReviewEntry[]>;
  /** Entries after a position, in the order of writing. */
  after(userId: number, seq: number, most: number): Promise<ReviewEntry[]>;
  all(userId: number): Promise<ReviewEntry[]>;
  erase(userId: number): Promise<void>;
}

/** What learners set; not derived from anything. */
export interface SettingsStore {
  /** Null for one who set nothing. */
  find(ownerId: number): Promise<Settings | null>;
  save(ownerId: number, settings: Settings): Promise<void>;
  erase(ownerId: number): Promise<void>;
}

export interface LearnerStore {
  /** A new learner for one who did nothing yet. */
  find(ownerId: number): Promise<Learner>;
  /** Everybody of whom there is a row, an entry of the log or a setting. */
  listAll(): Promise<number[]>;
  /** Answers that each gave; who did nothing is left out. */
  countAnswers(ownerIds: readonly number[]): Promise<{ ownerId: number; answers: number }[]>;
  /** Learners with a session that has ended by itself. */
  findIdle(now: Date, most: number): Promise<number[]>;
}

export interface DeckStore {
  findMany(ownerId: number, deckIds: readonly number[]): Promise<Deck[]>;
  findAll(ownerId: number): Promise<Deck[]>;
  /** Decks with a card that is due. */
  findDue(ownerId: number, today: Day): Promise<Pick<Deck, 'deckId' | 'due'>[]>;
}

export interface CardStore {
  findMany(ownerId: number, cardIds: readonly number[]): Promise<Card[]>;
  /** Cards that were answered, by deck and id. */
  findStudied(ownerId: number, deckId?: number): Promise<Card[]>;
  findDue(ownerId: number, today: Day, deckId?: number): Promise<CardOutline[]>;
  /** The first new cards, by id. */
  findNew(ownerId: number, most: number, deckId?: number): Promise<CardOutline[]>;
  /** Every card of some decks. */
  outlines(ownerId: number, deckIds: readonly number[]): Promise<CardOutline[]>;
}

export interface DayStore {
  /** Days with an answer, oldest first, both ends included. */
  findBetween(ownerId: number, from: Day, to: Day): Promise<{ day: Day; answers: number }[]>;
}

/** What decks says of the decks and cards of others; null when there is no such thing. */
export interface Ownership {
  findCard(cardId: number): Promise<CardFacts | null>;
  findDeck(deckId: number): Promise<{ ownerId: number; deckVersion: number } | null>;
}

/** All that decks says there is. */
export interface OwnershipList {
  /** Everybody who ever had a deck. */
  owners(): AsyncIterable<{ ownerId: number; erased: boolean }>;
  ofOwner(ownerId: number): Promise<Owned>;
}

/** The stores of one transaction, and what it leaves behind beside their rows. */
export interface UnitOfWork {
  studies: StudyStore;
  cards: Pick<CardStore, 'outlines'>;
  reviews: ReviewStore;
  settings: SettingsStore;
  /** Events that are published once the work has committed. */
  record(events: readonly DomainEvent[]): void;
  /** Keeps the result for a repeat of this request, and gives it back. */
  keepAnswer<Result>(result: Result): Result;
}

/** Runs work on a learner in one transaction, again from the start after a conflict; one at a time in this process. */
export type Transact = <Result>(
  ownerId: number,
  work: (unit: UnitOfWork) => Promise<Result>,
) => Promise<Result>;

/** Runs work inside a transaction that somebody else commits, such as the consumer's. */
export type TransactWithin = <Result>(work: (unit: UnitOfWork) => Promise<Result>) => Promise<Result>;

/** Everything that use-cases need of the world. */
export interface Ports {
  studies: StudyStore;
  learners: LearnerStore;
  decks: DeckStore;
  cards: CardStore;
  days: DayStore;
  reviews: ReviewStore;
  settings: SettingsStore;
  ownership: Ownership;
  transact: Transact;
  /** Counts answers of a learner, refused ones too; throws RateLimited beyond the limit. */
  countAnswers(userId: number, count: number): Promise<void>;
  /** Forgets the answers that are kept for a learner's repeated requests. */
  forgetAnswers(userId: number): Promise<void>;
  newId(): string;
  now(): Date;
}
