import { study } from '@kumbuka/contracts';
import { noteEarnedBadges } from './learner/badges.ts';
import { dayRow, openSessionOf, type Board } from './board.ts';
import type { Day } from './calendar/calendar.ts';
import {
  afterAnswer,
  isLearned,
  recallOf,
  replay,
  studyCount,
  type CardHistory,
  type CardStudy,
  type Recall,
} from './card/card-study.ts';
import { addDue } from './scheduling/due-days.ts';
import { levelOf } from './learner/level.ts';
import { changeRecent } from './learner/recent-days.ts';
import {
  byTime,
  dayOfAnswer,
  wasCorrect,
  type AnswerEntry,
  type FinishEntry,
  type UndoEntry,
} from './review-log.ts';
import { rowIds, type CardRow, type DeckRow, type OpenSession, type SessionRow } from './rows.ts';
import { addDuration, removeDuration } from './learner/seconds.ts';
import { firstIdleAt } from './session/sessions.ts';
import { addDay, removeDay } from './calendar/study-days.ts';

const focusMs = study.focusSeconds * 1000;

/** True when an answer is older than the last one of its card, so that the card's log has to be replayed. */
export const comesLate = (card: CardStudy, answeredAt: Date): boolean =>
  card.lastStudiedAt !== null && answeredAt < card.lastStudiedAt;

const newestOf = (board: Board, day: Day): Day => Math.max(board.learner.newestDay ?? day, day);

function changeDay(board: Board, day: Day, change: Parameters<typeof changeRecent>[2]) {
  board.learner.recent = changeRecent(board.learner.recent, day, change, newestOf(board, day));
}

function changeDue(board: Board, deck: DeckRow, day: Day | null, change: number) {
  board.learner.due = addDue(board.learner.due, day, change);
  deck.due = addDue(deck.due, day, change);
  const first = deck.due[0]?.[0];
  if (first === undefined) delete deck.dueDay;
  else deck.dueDay = first;
}

/** Puts a new study on a card and carries the difference into its deck and its learner. */
function changeStudy(board: Board, deck: DeckRow, card: CardRow, after: CardStudy) {
  const before: CardStudy = { ...card };
  const { totals } = board.learner;
  changeDue(board, deck, before.dueDay, -1);
  changeDue(board, deck, after.dueDay, 1);
  deck.correct += after.correct - before.correct;
  deck.incorrect += after.incorrect - before.incorrect;
  const studied = Math.sign(studyCount(after)) - Math.sign(studyCount(before));
  deck.studied += studied;
  totals.studied += studied;
  const learned = Number(isLearned(after)) - Number(isLearned(before));
  deck.learned += learned;
  totals.learned += learned;
  totals.mastered += learned;
  if (before.lastDay !== null) changeDay(board, before.lastDay, { cards: -1 });
  if (after.lastDay !== null) changeDay(board, after.lastDay, { cards: 1 });
  Object.assign(card, after);
  card.version += 1;
  board.touched.add(card).add(deck).add(board.learner);
}

function changeRecalls(board: Board, recalls: readonly Recall[], change: 1 | -1) {
  for (const { day, wasCorrect } of recalls)
    changeDay(board, day, { reviews: change, recalled: wasCorrect ? change : 0 });
}

function replaceHistory(board: Board, deck: DeckRow, card: CardRow, before: CardHistory, after: CardHistory) {
  changeRecalls(board, before.recalls, -1);
  changeRecalls(board, after.recalls, 1);
  changeStudy(board, deck, card, after.study);
}

const historyOf = (board: Board, cardId: number): AnswerEntry[] => {
  const known = board.history.get(cardId);
  if (!known) throw new Error(`The log of card ${cardId} was not read.`);
  return known;
};

function mergeLate(board: Board, deck: DeckRow, card: CardRow, answer: AnswerEntry) {
  const before = historyOf(board, card.cardId);
  const after = [...before, answer].sort(byTime);
  board.history.set(card.cardId, after);
  replaceHistory(board, deck, card, replay(before), replay(after));
}

function appendAnswer(board: Board, deck: DeckRow, card: CardRow, answer: AnswerEntry) {
  const after = afterAnswer(card, answer);
  const recall = recallOf(card, after, answer);
  if (recall) changeRecalls(board, [recall], 1);
  const known = board.history.get(card.cardId);
  if (known) board.history.set(card.cardId, [...known, answer]);
  changeStudy(board, deck, card, after);
}

function countAnswer(board: Board, answer: AnswerEntry, change: 1 | -1) {
  const { learner } = board;
  const day = dayOfAnswer(answer);
  learner.newestDay = newestOf(board, day);
  const row = dayRow(board, day);
  const before = row.answers;
  row.answers += change;
  board.touched.add(row);
  learner.totals.studyDays += Math.sign(row.answers) - Math.sign(before);
  if (row.answers > 0) learner.runs = addDay(learner.runs, day, learner.newestDay);
  else learner.runs = removeDay(learner.runs, day, learner.newestDay);
  learner.totals.answers += change;
  learner.totals.correct += wasCorrect(answer) ? change : 0;
  learner.totals.durationMs += change * answer.durationMs;
  learner.durations = (change > 0 ? addDuration : removeDuration)(learner.durations, answer.durationMs);
  changeDay(board, day, { answers: change, focused: answer.durationMs <= focusMs ? change : 0 });
}

type SessionCounts = Pick<OpenSession, 'answered' | 'correct' | 'durationMs'>;

function countInSession(session: SessionCounts, answer: AnswerEntry, change: 1 | -1) {
  session.answered += change;
  session.correct += wasCorrect(answer) ? change : 0;
  session.durationMs += change * answer.durationMs;
}

const startSession = (answer: AnswerEntry): OpenSession => ({
  sessionId: answer.sessionId,
  deckId: answer.sessionDeckId,
  implicit: answer.implicitSession,
  startedAt: answer.answeredAt,
  lastAnswerAt: answer.answeredAt,
  answered: 0,
  correct: 0,
  durationMs: 0,
});

function widen(session: OpenSession | SessionRow, answer: AnswerEntry) {
  if (answer.answeredAt < session.startedAt) session.startedAt = answer.answeredAt;
  if (answer.answeredAt > session.lastAnswerAt) session.lastAnswerAt = answer.answeredAt;
  if (session.deckId !== answer.sessionDeckId) session.deckId = null;
}

function refreshIdleAt(board: Board) {
  const first = firstIdleAt(board.learner.sessions);
  if (first) board.learner.idleAt = first;
  else delete board.learner.idleAt;
}

function joinSession(board: Board, answer: AnswerEntry) {
  const { learner } = board;
  const finished = board.sessions.get(answer.sessionId);
  const open = openSessionOf(learner, answer.sessionId);
  const session = finished ?? open ?? startSession(answer);
  widen(session, answer);
  countInSession(session, answer, 1);
  if (finished) board.touched.add(finished);
  else if (!open) learner.sessions = [...learner.sessions, session as OpenSession];
  refreshIdleAt(board);
}

function leaveSession(board: Board, answer: AnswerEntry) {
  const finished = board.sessions.get(answer.sessionId);
  const session = finished ?? openSessionOf(board.learner, answer.sessionId);
  if (session) countInSession(session, answer, -1);
  if (finished) board.touched.add(finished);
}

/** Folds an answer into card, deck, day, session and learner. Late answers need the card's log in `board.history`. */
export function applyAnswer(board: Board, deck: DeckRow, card: CardRow, answer: AnswerEntry) {
  board.learner.seq = answer.seq;
  if (comesLate(card, answer.answeredAt)) mergeLate(board, deck, card, answer);
  else appendAnswer(board, deck, card, answer);
  if (!deck.lastStudiedAt || answer.answeredAt > deck.lastStudiedAt) deck.lastStudiedAt = answer.answeredAt;
  countAnswer(board, answer, 1);
  joinSession(board, answer);
  board.happened.push({ kind: 'card-reviewed', card, version: card.version, answer });
  noteEarnedBadges(board, answer.recordedAt);
}

const later = (a: Date | null, b: Date | null) => (a && b ? (a > b ? a : b) : (a ?? b));

/**
 * Takes an answer back. Needs the card's log in `board.history`, and when the deck's other cards were last studied.
 */
export function applyUndo(
  board: Board,
  deck: DeckRow,
  card: CardRow,
  undo: UndoEntry,
  answer: AnswerEntry,
  othersLastStudied: Date | null,
) {
  board.learner.seq = undo.seq;
  const before = historyOf(board, card.cardId);
  const after = before.filter(({ id }) => id !== answer.id);
  board.history.set(card.cardId, after);
  replaceHistory(board, deck, card, replay(before), replay(after));
  deck.lastStudiedAt = later(othersLastStudied, card.lastStudiedAt);
  countAnswer(board, answer, -1);
  leaveSession(board, answer);
  board.happened.push({
    kind: 'review-undone',
    card,
    version: card.version,
    undoId: undo.id,
    undoes: undo.undoes,
    at: undo.recordedAt,
  });
}

const finishedSession = (board: Board, open: OpenSession, finish: FinishEntry): SessionRow => ({
  _id: rowIds.session(board.ownerId, open.sessionId),
  kind: 'session',
  ownerId: board.ownerId,
  sessionId: open.sessionId,
  deckId: open.deckId,
  startedAt: open.startedAt,
  lastAnswerAt: open.lastAnswerAt,
  finishedAt: finish.finishedAt,
  answered: open.answered,
  correct: open.correct,
  durationMs: open.durationMs,
  xp: finish.xp,
});

function addXp(board: Board, xp: number, at: Date) {
  const { learner } = board;
  const before = levelOf(learner.xp);
  learner.xp += xp;
  const level = levelOf(learner.xp);
  if (level === before) return;
  learner.version += 1;
  board.happened.push({ kind: 'level-reached', version: learner.version, level, xp: learner.xp, at });
}

/** Ends an open session and gives its XP. */
export function applyFinish(board: Board, finish: FinishEntry): SessionRow {
  const { learner } = board;
  const open = openSessionOf(learner, finish.sessionId);
  if (!open) throw new Error(`The session ${finish.sessionId} is not open.`);
  learner.seq = finish.seq;
  learner.sessions = learner.sessions.filter((session) => session !== open);
  refreshIdleAt(board);
  const session = finishedSession(board, open, finish);
  board.sessions.set(session.sessionId, session);
  board.touched.add(session).add(learner);
  board.happened.push({ kind: 'session-finished', session });
  addXp(board, finish.xp, finish.recordedAt);
  noteEarnedBadges(board, finish.recordedAt, session);
  return session;
}
