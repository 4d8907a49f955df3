import type { Day } from './calendar/calendar.ts';
import type { AnswerEntry } from './review-log.ts';
import {
  newDay,
  newLearner,
  type BadgeKind,
  type CardRow,
  type DayRow,
  type DeckRow,
  type LearnerRow,
  type OpenSession,
  type RemovedCardRow,
  type RemovedDeckRow,
  type Row,
  type SessionRow,
} from './rows.ts';

/** What others are told of; each becomes one event. */
export type Happening =
  | { kind: 'card-reviewed'; card: CardRow; version: number; answer: AnswerEntry }
  | { kind: 'review-undone'; card: CardRow; version: number; undoId: string; undoes: string; at: Date }
  | { kind: 'session-finished'; session: SessionRow }
  | { kind: 'level-reached'; version: number; level: number; xp: number; at: Date }
  | { kind: 'badge-earned'; version: number; badge: BadgeKind; at: Date }
  | { kind: 'weekly-goal-changed'; version: number; weeklyGoal: number; targetDays: number; at: Date }
  | {
      kind: 'deck-progress-changed';
      version: number;
      deckId: number;
      mastery: number | null;
      lastStudied: Date | null;
    };

interface DeckFace {
  mastery: number | null;
  lastStudied: number | null;
}

/**
 * A draft of the rows that one piece of work reads and changes. Rules change the rows in place and touch them; what
 * was touched is saved together with the log entries and the events of what happened.
 */
export interface Board {
  ownerId: number;
  learner: LearnerRow;
  /** True when the account is gone. */
  erased: boolean;
  decks: Map<number, DeckRow | RemovedDeckRow>;
  cards: Map<number, CardRow | RemovedCardRow>;
  days: Map<Day, DayRow>;
  sessions: Map<string, SessionRow>;
  /** Standing answers of cards whose log has to be replayed. */
  history: Map<number, AnswerEntry[]>;
  touched: Set<Row>;
  happened: Happening[];
  /** How decks looked at first, to tell which of them changed for others. */
  faces: Map<number, DeckFace>;
}

export function createBoard(ownerId: number, rows: readonly Row[] = []): Board {
  const board: Board = {
    ownerId,
    learner: newLearner(ownerId),
    erased: false,
    decks: new Map(),
    cards: new Map(),
    days: new Map(),
    sessions: new Map(),
    history: new Map(),
    touched: new Set(),
    happened: [],
    faces: new Map(),
  };
  for (const row of rows) place(board, row);
  return board;
}

function place(board: Board, row: Row) {
  switch (row.kind) {
    case 'learner':
      board.learner = row;
      break;
    case 'erased':
      board.erased = true;
      break;
    case 'deck':
      board.faces.set(row.deckId, faceOf(row));
      board.decks.set(row.deckId, row);
      break;
    case 'removed-deck':
      board.decks.set(row.deckId, row);
      break;
    case 'card':
    case 'removed-card':
      board.cards.set(row.cardId, row);
      break;
    case 'day':
      board.days.set(row.day, row);
      break;
    case 'session':
      board.sessions.set(row.sessionId, row);
      break;
  }
}

/** Rounded percent of right answers; null before the first. */
export function masteryOf({ correct, incorrect }: Pick<DeckRow, 'correct' | 'incorrect'>): number | null {
  const answers = correct + incorrect;
  return answers === 0 ? null : Math.round((100 * correct) / answers);
}

const faceOf = (deck: DeckRow): DeckFace => ({
  mastery: masteryOf(deck),
  lastStudied: deck.lastStudiedAt?.getTime() ?? null,
});
const noFace: DeckFace = { mastery: null, lastStudied: null };

/** Notes a deck-progress-changed for every deck whose mastery or last study time is another than at first. */
export function noteChangedDecks(board: Board) {
  for (const deck of board.decks.values()) {
    if (deck.kind !== 'deck') continue;
    const [before, after] = [board.faces.get(deck.deckId) ?? noFace, faceOf(deck)];
    if (before.mastery === after.mastery && before.lastStudied === after.lastStudied) continue;
    deck.version += 1;
    board.touched.add(deck);
    board.faces.set(deck.deckId, after);
    board.happened.push({
      kind: 'deck-progress-changed',
      version: deck.version,
      deckId: deck.deckId,
      mastery: after.mastery,
      lastStudied: deck.lastStudiedAt,
    });
  }
}

/** The live deck of a board; null when it is unknown or gone. */
export function liveDeck(board: Board, deckId: number): DeckRow | null {
  const deck = board.decks.get(deckId);
  return deck?.kind === 'deck' ? deck : null;
}

/** The live card of a board; null when it is unknown or gone. */
export function liveCard(board: Board, cardId: number): CardRow | null {
  const card = board.cards.get(cardId);
  return card?.kind === 'card' ? card : null;
}

export function dayRow(board: Board, day: Day): DayRow {
  const known = board.days.get(day);
  if (known) return known;
  const made = newDay(board.ownerId, day);
  board.days.set(day, made);
  return made;
}

export const openSessionOf = (learner: LearnerRow, sessionId: string): OpenSession | null =>
  learner.sessions.find((session) => session.sessionId === sessionId) ?? null;
