import type { Board } from '../domain/board.ts';
import type { Day } from '../domain/calendar/calendar.ts';
import type { AnswerEntry, ReviewEntry } from '../domain/review-log.ts';
import type { Row } from '../domain/rows.ts';

/** Which rows a piece of work needs besides the learner's own. */
export interface BoardNeeds {
  decks?: readonly number[];
  cards?: readonly number[];
  days?: readonly Day[];
  sessions?: readonly string[];
}

/** What can be done with one learner's data inside one transaction. */
export interface LearnerWork {
  ownerId: number;
  board(needs: BoardNeeds): Promise<Board>;
  /** Answers by the names that the client gave them. */
  answersNamed(clientEventIds: readonly string[]): Promise<AnswerEntry[]>;
  /** Answers and undos of some cards, in the order of writing. */
  logOfCards(cardIds: readonly number[]): Promise<ReviewEntry[]>;
  othersLastStudied(deckId: number, cardId: number): Promise<Date | null>;
  removeCardsOf(deckId: number): Promise<void>;
  /** Saves new log entries, touched rows and the events of what happened. */
  save(board: Board, entries: readonly ReviewEntry[]): Promise<void>;
  allRows(): Promise<Row[]>;
  wholeLog(): Promise<ReviewEntry[]>;
  /** Replaces differing rows and removes stray ones. */
  replaceRows(board: Board, changed: readonly Row[], strayIds: readonly string[]): Promise<void>;
  /** Leaves a tombstone in the place of the learner's row. */
  bury(): Promise<void>;
}

/**
 * Runs work on one learner's data in a transaction of its own. The work may run more than once, so it does nothing
 * but use what it is given.
 */
export type ChangeLearner = <Result>(
  userId: number,
  work: (learner: LearnerWork) => Promise<Result>,
) => Promise<Result>;
