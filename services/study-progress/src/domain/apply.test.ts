import { beforeEach, describe, expect, test } from 'vitest';
import { applyAnswer, applyFinish, applyUndo } from './apply.ts';
import { createBoard, liveCard, liveDeck, noteChangedDecks, type Board } from './board.ts';
import { dashboardOf, statsOf } from './learner/dashboard.ts';
import { addCard, addDeck, removeCard, removeDeck } from './deck/ownership.ts';
import type { AnswerEntry } from './review-log.ts';
import type { CardRow, DeckRow } from './rows.ts';

const ownerId = 7;
const deckId = 1;
const noon = (day: number) => new Date(Date.parse('2026-03-01T09:00:00Z') + day * 86_400_000);

let board: Board;
beforeEach(() => {
  board = createBoard(ownerId);
  addDeck(board, deckId, 1);
  for (const cardId of [1, 2, 3, 4])
    addCard(board, { ownerId, deckId, cardId, createdAt: noon(-60), cardVersion: 1 });
  board.happened = [];
});

const theDeck = () => liveDeck(board, deckId) as DeckRow;
const theCard = (cardId: number) => liveCard(board, cardId) as CardRow;

const anAnswer = (more: Partial<AnswerEntry>): AnswerEntry => ({
  kind: 'answer',
  id: `a-${board.learner.seq + 1}`,
  userId: ownerId,
  seq: board.learner.seq + 1,
  recordedAt: more.answeredAt ?? noon(0),
  cardId: 1,
  deckId,
  rating: 'good',
  answeredAt: noon(0),
  durationMs: 15_000,
  sessionId: 's',
  implicitSession: false,
  sessionDeckId: deckId,
  offsetMinutes: 180,
  dayStartHour: 4,
  parameterVersion: 1,
  predictedRecall: null,
  ...more,
});
function given(more: Partial<AnswerEntry>): AnswerEntry {
  const answer = anAnswer(more);
  applyAnswer(board, theDeck(), theCard(answer.cardId), answer);
  return answer;
}
function undone(answer: AnswerEntry, standing: AnswerEntry[], othersLastStudied: Date | null = null) {
  board.history.set(answer.cardId, standing);
  const { cardId, sessionId } = answer;
  const seq = board.learner.seq + 1;
  const undo = { id: `u-${seq}`, userId: ownerId, seq, recordedAt: noon(0), cardId, deckId, sessionId };
  applyUndo(
    board,
    theDeck(),
    theCard(cardId),
    { kind: 'undo', ...undo, undoes: answer.id },
    answer,
    othersLastStudied,
  );
}
const finish = (sessionId: string, xp = 10) =>
  applyFinish(board, {
    kind: 'finish',
    id: `f-${board.learner.seq}`,
    userId: ownerId,
    seq: board.learner.seq + 1,
    recordedAt: noon(0),
    sessionId,
    finishedAt: noon(0),
    xp,
  });
const dashboardAt = (day: number) => dashboardOf({ learner: board.learner, now: noon(day) });
const statsAt = (day: number) => statsOf({ learner: board.learner, now: noon(day) });
const kinds = () => board.happened.map(({ kind }) => kind);

describe('the retention rate', () => {
  test('counts the first answer of a day on cards already in review', () => {
    given({ answeredAt: noon(0) });
    given({ answeredAt: noon(0), rating: 'again' });
    expect(dashboardAt(0).retentionRatePercent).toBe(0);
    given({ answeredAt: noon(2), rating: 'again' });
    given({ answeredAt: noon(2) });
    given({ answeredAt: noon(4) });
    given({ answeredAt: noon(6) });
    expect(dashboardAt(6).retentionRatePercent).toBe(67);
  });
  test('follows an answer that comes late', () => {
    const one = given({ answeredAt: noon(0) });
    const two = given({ answeredAt: noon(5) });
    expect(dashboardAt(5).retentionRatePercent).toBe(100);
    board.history.set(1, [one, two]);
    given({ answeredAt: noon(3), rating: 'again' });
    expect(dashboardAt(5).retentionRatePercent).toBe(50);
  });
  test('looks back 30 days', () => {
    given({ answeredAt: noon(0) });
    given({ answeredAt: noon(1), rating: 'again' });
    given({ answeredAt: noon(31) });
    expect(dashboardAt(30).retentionRatePercent).toBe(50);
    expect(dashboardAt(31).retentionRatePercent).toBe(100);
  });
});

test('the focus score counts answers of up to 60 s in the last 30 days', () => {
  given({ durationMs: 60_000 });
  given({ durationMs: 60_001 });
  given({ durationMs: 0 });
  expect(dashboardAt(0).focusScorePercent).toBe(67);
  expect(dashboardAt(30).focusScorePercent).toBe(0);
});

test('cards of the week are distinct and begin anew on Sunday at four', () => {
  given({ answeredAt: noon(6) });
  given({ answeredAt: noon(6) });
  given({ answeredAt: noon(6), cardId: 2 });
  expect(statsAt(6).completedThisWeek).toBe(2);
  const sundayAt = (hour: string) =>
    statsOf({ learner: board.learner, now: new Date(`2026-03-08T${hour}:00Z`) });
  expect(sundayAt('00:59').completedThisWeek).toBe(2);
  expect(sundayAt('01:00').completedThisWeek).toBe(0);
});

describe('taking an answer back', () => {
  test('undoes everything that it did but the log’s position and what was earned', () => {
    const before = structuredClone({ learner: board.learner, deck: theDeck(), card: theCard(1) });
    const answer = given({ durationMs: 20_000 });
    undone(answer, [answer]);
    const { seq, newestDay, sessions, idleAt, ...learner } = board.learner;
    expect(seq).toBe(2);
    expect(newestDay).not.toBeNull();
    expect(sessions).toMatchObject([{ answered: 0, correct: 0, durationMs: 0 }]);
    expect(idleAt).toBeInstanceOf(Date);
    expect(learner).toEqual({ ...before.learner, seq: undefined, newestDay: undefined, sessions: undefined });
    expect(theDeck()).toEqual(before.deck);
    expect(theCard(1)).toEqual({ ...before.card, version: 2 });
  });
  test('gives the deck the last study time of its other cards back', () => {
    given({ cardId: 2, answeredAt: noon(1) });
    const answer = given({ answeredAt: noon(2) });
    undone(answer, [answer], noon(1));
    expect(theDeck().lastStudiedAt).toEqual(noon(1));
  });
  test('lets a streak break and a learned card be learning again', () => {
    given({ answeredAt: noon(0) });
    given({ answeredAt: noon(1) });
    const last = given({ answeredAt: noon(2) });
    expect(dashboardAt(2)).toMatchObject({ cardsMastered: 1, studyStreak: 3, masteryLevelPercent: 25 });
    undone(last, [
      anAnswer({ id: 'a-1', seq: 1, answeredAt: noon(0) }),
      anAnswer({ id: 'a-2', seq: 2, answeredAt: noon(1) }),
      last,
    ]);
    expect(dashboardAt(2)).toMatchObject({ cardsMastered: 0, studyStreak: 2, masteryLevelPercent: 0 });
  });
});

describe('badges', () => {
  const earned = () =>
    board.happened.flatMap((happening) => (happening.kind === 'badge-earned' ? [happening.badge] : []));
  test('come with the first session that gave XP', () => {
    given({});
    finish('s');
    expect(earned()).toEqual(['first-session']);
    given({ sessionId: 't' });
    finish('t');
    expect(earned()).toEqual(['first-session']);
  });
  test('do not come with an empty session', () => {
    const answer = given({});
    undone(answer, [answer]);
    finish('s', 0);
    expect(earned()).toEqual([]);
  });
  test('come on the seventh day in a row and stay', () => {
    for (let day = 0; day < 6; day++) given({ answeredAt: noon(day) });
    expect(earned()).toEqual([]);
    const seventh = given({ answeredAt: noon(6) });
    expect(earned()).toEqual(['seven-days']);
    undone(seventh, [seventh]);
    expect(board.learner.badges['seven-days']).toEqual(noon(6));
  });
  test('come with the hundredth learned card, deleted ones counted', () => {
    board.learner.totals.mastered = 98;
    for (const cardId of [1, 2])
      for (let day = 0; day < 3; day++) {
        given({ cardId, answeredAt: noon(day) });
        if (cardId === 1 && day === 2) removeCard(board, { ownerId, deckId, cardId, cardVersion: 2 });
      }
    expect(earned()).toEqual(['hundred-mastered']);
  });
});

describe('levels', () => {
  test('are told when they are reached', () => {
    board.learner.xp = 190;
    given({});
    finish('s');
    expect(board.happened).toContainEqual({
      kind: 'level-reached',
      version: 1,
      level: 2,
      xp: 200,
      at: noon(0),
    });
  });
});

describe('what others are told of a deck', () => {
  test('is one change for many answers, and nothing when nothing changed', () => {
    given({});
    given({ cardId: 2, rating: 'again' });
    noteChangedDecks(board);
    noteChangedDecks(board);
    const changes = board.happened.filter(({ kind }) => kind === 'deck-progress-changed');
    expect(changes).toMatchObject([{ version: 1, mastery: 50, lastStudied: noon(0) }]);
  });
});

describe('a deck that goes', () => {
  test('takes its counts out of the learner’s and leaves a tombstone', () => {
    for (const cardId of [1, 2]) for (let day = 0; day < 3; day++) given({ cardId, answeredAt: noon(day) });
    removeDeck(board, deckId, 9);
    expect(board.learner.totals).toMatchObject({ cards: 0, studied: 0, learned: 0, mastered: 2, answers: 6 });
    expect(board.learner.due).toEqual([]);
    expect(board.decks.get(deckId)).toMatchObject({ kind: 'removed-deck', deckVersion: 9 });
    expect(addCard(board, { ownerId, deckId, cardId: 99, createdAt: noon(0), cardVersion: 1 })).toBeNull();
    expect(kinds()).not.toContain('deck-progress-changed');
  });
});

test('a session across decks has no deck of its own', () => {
  given({ sessionDeckId: deckId });
  expect(board.learner.sessions[0]?.deckId).toBe(deckId);
  given({ sessionDeckId: null });
  expect(board.learner.sessions[0]?.deckId).toBeNull();
});
