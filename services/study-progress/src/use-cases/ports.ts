import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { Day } from '@kumbuka/contracts/study-day';
import type { LearnerCounters } from '../domain/learner/dashboard.ts';
import type { CountsByDay } from '../domain/learner/statistics.ts';
import type { Card, CardRef, CardOutline, Sibling } from '../domain/card/card.ts';
import type { Deck } from '../domain/deck/deck.ts';
import type { Owned } from '../domain/deck/owned.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { Learner, Settings } from '../domain/learner/learner.ts';
import type { DueStudy, Reminder, ReminderChannel } from '../domain/learner/reminder.ts';
import type {
  EffectInput,
  FitOutcome,
  WeightsEffect,
  ChangedEntry,
  ChangeUndoneEntry,
  Parameters,
  ReplannedCard,
  RescheduledEntry,
  ReviewEntry,
  UndoEntry,
} from '@kumbuka/schedule';
import type { NamedEntry } from '../domain/answer/answer-outcome.ts';
import type { StateKeys, StudyState } from '../domain/study-state.ts';

/** Row as stored, for comparisons. */
export interface StoredRow {
  id: string;
  fields: object;
}

/** Rows as stored; reading them in a transaction takes less time than parsing them. */
export interface StudySnapshot {
  /** Hash of the rows, to detect a change. */
  hash: string;
  /** The state and its rows, without an empty learner row. */
  parse(): { state: StudyState; rows: StoredRow[] };
}

/** Rows that differ from the stored ones, and ids of surplus ones. */
export interface Replacement {
  rows: readonly StoredRow[];
  orphans: readonly string[];
}

/** Study state of learners. */
export interface StudyStore {
  /** Loads the slice that some entries touch, with the decks that its cards are in. */
  load(ownerId: number, keys: StateKeys): Promise<StudyState>;
  /** Reads all rows of a learner. */
  snapshot(ownerId: number): Promise<StudySnapshot>;
  /** Blocks other writers until the transaction ends with `replace` or `release`. */
  claim(ownerId: number): Promise<void>;
  release(ownerId: number): Promise<void>;
  /** Writes the difference. */
  save(before: StudyState, after: StudyState): Promise<void>;
  /** Rows that represent a whole state. */
  rowsOf(state: StudyState): StoredRow[];
  /** Writes that make the stored rows represent a state. */
  replacementOf(live: readonly StoredRow[], state: StudyState): Replacement;
  replace(replacement: Replacement): Promise<void>;
  /** Replaces the cards of a deck by tombstones. */
  removeCardsOf(ownerId: number, deckId: number): Promise<void>;
  /** Cards of some notes. */
  siblings(ownerId: number, noteIds: readonly number[]): Promise<Sibling[]>;
  /** When the cards of a deck were last studied, some of them left out. */
  lastStudiedBeside(ownerId: number, deckId: number, cardIds: readonly number[]): Promise<Date | null>;
  /** Replaces the learner's row by a tombstone. */
  markErased(ownerId: number): Promise<void>;
  /** Removes everything but the tombstone; idempotent. */
  erase(ownerId: number): Promise<void>;
}

export interface ReviewStore {
  /**
   * Throws `AnswerTaken` when the learner's log already has one of the client event ids, or turns, of the
   * entries.
   */
  append(entries: readonly ReviewEntry[]): Promise<void>;
  /** Answers by client event id. */
  findNamed(userId: number, names: readonly string[]): Promise<NamedEntry[]>;
  /** Entries of some cards, in the order of writing. */
  ofCards(userId: number, cardIds: readonly number[]): Promise<ReviewEntry[]>;
  /** Parameters of some versions. */
  parameters(userId: number, versions: readonly number[]): Promise<Parameters[]>;
  /** The newest changes and the entries that took them back, newest first. */
  changes(userId: number, limit: number): Promise<(ChangedEntry | ChangeUndoneEntry)[]>;
  /** Due days that a change replaced, in the order of writing. */
  ofChange(userId: number, changeId: string): Promise<RescheduledEntry[]>;
  /** Undos of answers that belong to a change, in the order of writing. */
  undoneBy(userId: number, changeId: string): Promise<UndoEntry[]>;
  /** Answers and undos of a session, in the order of writing. */
  ofSession(userId: number, sessionId: string): Promise<ReviewEntry[]>;
  /** Entries after a position, in the order of writing; fewer than the limit when they are large, none at the end. */
  after(userId: number, seq: number, limit: number): Promise<ReviewEntry[]>;
  /** Position of the last entry that an import restored; 0 without any. */
  restoredUpTo(userId: number, importId: string): Promise<number>;
  removeRestored(userId: number, importId: string): Promise<void>;
  /**
   * The newest answers and their undos, in the order of writing, up to a position of the log. Imports and other entries do not
   * count.
   */
  newestAnswers(userId: number, limit: number, before?: number): Promise<ReviewEntry[]>;
  /** Entries written since an instant, in the order of writing; `null` for more than the limit. */
  since(userId: number, instant: Date, limit: number): Promise<ReviewEntry[] | null>;
  all(userId: number): Promise<ReviewEntry[]>;
  erase(userId: number): Promise<void>;
}

/** Settings of learners; not derived from other data. */
export interface SettingsStore {
  /** `null` for a learner who changed nothing. */
  find(ownerId: number): Promise<Settings | null>;
  save(ownerId: number, settings: Settings): Promise<void>;
  erase(ownerId: number): Promise<void>;
}

export interface LearnerStore {
  /** Returns a new learner if none is stored. */
  find(ownerId: number): Promise<Learner>;
  /** Returns the counters alone, those of a new learner if none is stored. */
  findCounters(ownerId: number): Promise<LearnerCounters>;
  /** Learners with log entries after some id, by id. */
  findStudying(afterId: number, limit: number): Promise<{ ownerId: number; seq: number }[]>;
  /** Every learner with a row, a log entry or settings. */
  listAll(): Promise<number[]>;
  /** Number of answers per learner; learners without answers are omitted. */
  countAnswers(ownerIds: readonly number[]): Promise<{ ownerId: number; answers: number }[]>;
  /** Learners with an expired session. */
  findIdle(now: Date, limit: number): Promise<number[]>;
}

export type StudiedDeck = Pick<
  Deck,
  'deckId' | 'cards' | 'learned' | 'correct' | 'incorrect' | 'lastStudiedAt'
>;

export interface DeckStore {
  findMany(ownerId: number, deckIds: readonly number[]): Promise<Deck[]>;
  findAll(ownerId: number): Promise<Deck[]>;
  /** Counters of the decks with an answered card. */
  findStudied(ownerId: number): Promise<StudiedDeck[]>;
  /** Decks with a due card. */
  findDue(ownerId: number, today: Day): Promise<Pick<Deck, 'deckId' | 'due'>[]>;
}

/** Memory state of an answered card. */
export type StudiedMemory = Pick<Card, 'cardId' | 'deckId'> & {
  [Field in 'stability' | 'difficulty' | 'lastDay' | 'dueDay']: number;
};
export interface StudiedMemories {
  cards: StudiedMemory[];
  /** All such cards, listed or not. */
  total: number;
}

/** Answers of the end of the log: what was predicted and what came. */
export interface LatestAnswers {
  newPerDay: number;
  firstAnswers: number;
  firstCorrect: number;
  reviews: number;
  recalled: number;
  /** Sum of the predicted recall of the reviews. */
  recallSaid: number;
}

export interface CardStore {
  findMany(ownerId: number, cardIds: readonly number[]): Promise<Card[]>;
  /** Answered cards, by deck and id. */
  findStudied(ownerId: number, deckId?: number): Promise<Card[]>;
  /** Due cards that are not suspended; buried ones are among them. */
  findDue(ownerId: number, today: Day, deckId?: number): Promise<CardOutline[]>;
  /** Memory states of answered cards that are not suspended, by due day. */
  findMemories(ownerId: number, limit: number): Promise<StudiedMemories>;
  /** Cards that were forgotten at least so often, most often first. */
  findForgotten(ownerId: number, lapses: number, limit: number): Promise<Card[]>;
  /** Due days of answered cards that are not suspended, earliest first. */
  findPlanned(ownerId: number, limit: number): Promise<ReplannedCard[]>;
  /** The first new cards that can be studied today, by id. */
  findNew(ownerId: number, today: Day, limit: number, deckId?: number): Promise<CardOutline[]>;
  /** All cards of some decks. */
  outlines(ownerId: number, deckIds: readonly number[]): Promise<CardOutline[]>;
}

export interface DayStore {
  /** Counters of the days with an answer, both ends inclusive. */
  countsBetween(ownerId: number, from: Day, to: Day): Promise<CountsByDay>;
  /** Days with an answer, oldest first, both ends inclusive. */
  findBetween(ownerId: number, from: Day, to: Day): Promise<{ day: Day; answers: number }[]>;
}

/** Latest attempt to fit a learner's weights. */
export interface FitAttempt {
  ownerId: number;
  at: Date;
  /** Position in the log at that time. */
  seq: number;
  /** Reviews from which weights could be fitted. */
  reviews: number;
}

/** Attempts to fit weights; kept so that a fit is neither repeated too early nor made twice at once. */
export interface FitStore {
  findMany(ownerIds: readonly number[]): Promise<FitAttempt[]>;
  /** Leases the learner's fit; `false` while another process has it, or when the latest attempt is another one. */
  claim(ownerId: number, latest: FitAttempt | null, now: Date): Promise<boolean>;
  /** Ends the lease. Writes nothing for a learner who was erased meanwhile. */
  finish(attempt: FitAttempt): Promise<void>;
  erase(ownerId: number): Promise<void>;
}

/** Input of a fit: days and ratings of each card, and what the effect of new weights depends on. */
export interface FitTask extends EffectInput {
  history: { days: number[]; ratings: number[] }[];
  /** Weights that the learner has. */
  present: readonly number[];
}
export interface FittedWeights extends FitOutcome {
  /** `null` without better weights. */
  effect: WeightsEffect | null;
}
/** Fits weights. Ends early, with an error, once `isOver()` is true. */
export type WeightsFitter = (task: FitTask, isOver: () => boolean) => Promise<FittedWeights>;

/** Queries the decks service about one deck or card; `null` when it does not exist. */
export interface Ownership {
  findCard(cardId: number): Promise<CardRef | null>;
  findDeck(deckId: number): Promise<{ ownerId: number; deckVersion: number } | null>;
}

/** Lists everything in the decks service. */
export interface OwnershipList {
  /** Every user who ever had a deck. */
  owners(): AsyncIterable<{ ownerId: number; erased: boolean }>;
  ofOwner(ownerId: number): Promise<Owned>;
}

/** A reminder whose time has come. */
export interface DueReminder {
  ownerId: number;
  hour: number;
  channel: ReminderChannel;
  token: string;
  remindAt: Date;
}

export interface ReminderStore {
  /** `null` for a learner who never chose. */
  find(ownerId: number): Promise<Reminder | null>;
  /** Keeps the token of an earlier choice. */
  save(ownerId: number, reminder: Reminder, next: { remindAt: Date | null; newToken: string }): Promise<void>;
  /** Moves the next reminder. */
  plan(ownerId: number, remindAt: Date): Promise<void>;
  /** Earliest first. */
  findDue(now: Date, limit: number): Promise<DueReminder[]>;
  /** Moves a due reminder to its next time; false when another process did, or when it was changed. */
  claim(due: DueReminder, next: Date): Promise<boolean>;
  stop(token: string): Promise<void>;
  erase(ownerId: number): Promise<void>;
}

/** Message to a learner. */
export interface ReminderMessage extends Omit<DueStudy, 'day'> {
  ownerId: number;
  channel: ReminderChannel;
  token: string;
  /** Study day, YYYY-MM-DD; a learner gets one message a day. */
  date: string;
}

/** Stores of one transaction. */
interface Stores {
  studies: StudyStore;
  cards: Pick<CardStore, 'outlines'>;
  reviews: ReviewStore;
  settings: SettingsStore;
  reminders: ReminderStore;
}

export type UnitOfWork = UnitOf<Stores, DomainEvent>;

/**
 * Runs work on a learner in one transaction and retries it after a conflict; serialised per learner in this
 * process.
 */
export type Transact = <Result>(
  ownerId: number,
  work: (unit: UnitOfWork) => Promise<Result>,
) => Promise<Result>;

/** Runs work inside a transaction that the caller commits, such as the consumer's. */
export type TransactWithin = TransactOf<UnitOfWork>;

/** Dependencies of the use-cases. */
export interface Ports {
  studies: StudyStore;
  learners: LearnerStore;
  decks: DeckStore;
  cards: CardStore;
  days: DayStore;
  reviews: ReviewStore;
  settings: SettingsStore;
  reminders: ReminderStore;
  /** Sends a message, at most once a study day. */
  remind(message: ReminderMessage): Promise<void>;
  fits: FitStore;
  fitter: WeightsFitter;
  ownership: Ownership;
  ownerships: Pick<OwnershipList, 'ofOwner'>;
  transact: Transact;
  /** Counts a learner's answers, rejected ones included. Throws `RateLimited` beyond the limit. */
  countAnswers(userId: number, count: number): Promise<void>;
  /** Deletes the responses stored for a learner's idempotency keys. */
  forgetResponses(userId: number): Promise<void>;
  newId(): string;
  /** Random text that nobody can guess. */
  newToken(): string;
  now(): Date;
}
