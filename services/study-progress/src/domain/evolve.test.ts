import { describe, expect, test } from 'vitest';
import {
  aCardOf,
  aDeck,
  aFinish,
  anAnswer,
  anUndo,
  deckId,
  stateAfter,
  noon,
  ownerId,
  evolved,
  withPast,
} from '../testing/builders.ts';
import { advance, beginAt, conclude } from './advance.ts';
import { nextDueDayOf } from './deck/deck.ts';
import { dashboardOf, statsOf } from './learner/dashboard.ts';
import { rememberedRuns } from './calendar/study-days.ts';
import type { LogEntry } from './log-entry.ts';
import type { AnswerEntry } from '@kumbuka/schedule';
import { liveCard, liveDeck, type StudyState } from './study-state.ts';

const aLearner = () => stateAfter(...aDeck(deckId, [1, 2, 3, 4]));
const on = (day: number, more: Partial<AnswerEntry> = {}) =>
  anAnswer({ id: `a-${day}`, answeredAt: noon(day), ...more });
const dashboardAt = ({ learner }: StudyState, day: number) => dashboardOf({ learner, now: noon(day) });
const statsAt = ({ learner }: StudyState, day: number) => statsOf({ learner, now: noon(day) });

/** Events published for some entries. */
const publishedBy = (state: StudyState, ...entries: readonly LogEntry[]) =>
  conclude(
    entries.reduce((work, entry) => advance(work, entry, noon(0)), beginAt(state)),
    noon(0),
  ).events;

describe('the retention rate', () => {
  test('counts the first answer of a day on cards already in review', () => {
    const first = evolved(aLearner(), on(0), on(0, { rating: 1 }));
    expect(dashboardAt(first, 0).retentionRatePercent).toBe(0);
    const later = evolved(first, on(2, { rating: 1 }), on(2), on(4), on(6));
    expect(dashboardAt(later, 6).retentionRatePercent).toBe(67);
  });
  test('follows an answer that comes late', () => {
    const state = evolved(aLearner(), on(0), on(5));
    expect(dashboardAt(state, 5).retentionRatePercent).toBe(100);
    const merged = evolved(withPast(state, [on(0), on(5)]), on(3, { rating: 1 }));
    expect(dashboardAt(merged, 5).retentionRatePercent).toBe(50);
  });
  test('looks back 30 days', () => {
    const state = evolved(aLearner(), on(0), on(1, { rating: 1 }), on(30));
    expect(dashboardAt(state, 30).retentionRatePercent).toBe(50);
    expect(dashboardAt(state, 31).retentionRatePercent).toBe(100);
  });
});

test('the focus score counts answers of up to 60 s in the last 30 days', () => {
  const durations = [60_000, 60_001, 0];
  const state = evolved(aLearner(), ...durations.map((durationMs) => on(0, { durationMs })));
  expect(dashboardAt(state, 0).focusScorePercent).toBe(67);
  expect(dashboardAt(state, 30).focusScorePercent).toBe(0);
});

test('cards of the week are distinct, and their count restarts on Sunday at four', () => {
  const state = evolved(aLearner(), on(6), on(6), on(6, { cardId: 2 }));
  expect(statsAt(state, 6).completedThisWeek).toBe(2);
  const sundayAt = (hour: string) =>
    statsOf({ learner: state.learner, now: new Date(`2026-03-08T${hour}:00Z`) });
  expect(sundayAt('00:59').completedThisWeek).toBe(2);
  expect(sundayAt('01:00').completedThisWeek).toBe(0);
});

describe('an answer that comes late', () => {
  test('gives the state that the right order would have given', () => {
    const inOrder = evolved(aLearner(), on(0), on(3, { rating: 1 }), on(5));
    const late = evolved(withPast(evolved(aLearner(), on(0), on(5)), [on(0), on(5)]), on(3, { rating: 1 }));
    expect(liveCard(late, 1)).toEqual(liveCard(inOrder, 1));
    expect(liveDeck(late, deckId)).toEqual(liveDeck(inOrder, deckId));
    expect(late.days).toEqual(inOrder.days);
    expect(late.learner).toEqual({ ...inOrder.learner, durations: late.learner.durations });
  });
});

describe('undoing an answer', () => {
  test('reverses all of its effects except the log position and what was earned', () => {
    const before = aLearner();
    const answer = on(0, { durationMs: 20_000 });
    const after = evolved(withPast(evolved(before, answer), [answer]), anUndo(answer));
    const { seq, sessions, lastClock: _lastClock, ...learner } = after.learner;
    expect(seq).toBe(2);
    expect(sessions).toMatchObject([{ answered: 0, correct: 0, durationMs: 0 }]);
    expect(learner).toEqual({
      ...before.learner,
      seq: undefined,
      sessions: undefined,
      lastClock: undefined,
    });
    expect(liveDeck(after, deckId)).toEqual(liveDeck(before, deckId));
    expect(liveCard(after, 1)).toEqual({ ...liveCard(before, 1), version: 2 });
  });
  test('again changes only the log position', () => {
    const answer = on(0);
    const undone = evolved(withPast(evolved(aLearner(), answer), [answer]), anUndo(answer));
    const again = evolved(undone, anUndo(answer, { seq: 3 }));
    expect(again).toEqual({ ...undone, learner: { ...undone.learner, seq: 3 } });
  });
  test('sets the last study time of the deck back to that of its other cards', () => {
    const answer = on(2);
    const state = evolved(aLearner(), on(1, { cardId: 2 }), answer);
    const after = evolved(withPast(state, [answer], noon(1)), anUndo(answer));
    expect(liveDeck(after, deckId)?.lastStudiedAt).toEqual(noon(1));
  });
  test('can break a streak and make a learned card a learning one again', () => {
    const answers = [on(0), on(1), on(2)];
    const state = evolved(aLearner(), ...answers);
    expect(dashboardAt(state, 2)).toMatchObject({
      cardsMastered: 1,
      studyStreak: 3,
      masteryLevelPercent: 25,
    });
    const after = evolved(withPast(state, answers), anUndo(on(2)));
    expect(dashboardAt(after, 2)).toMatchObject({
      cardsMastered: 0,
      studyStreak: 2,
      masteryLevelPercent: 0,
    });
  });
});

describe('badges', () => {
  const earned = (state: StudyState, ...entries: LogEntry[]) =>
    publishedBy(state, ...entries).flatMap((event) => (event.type === 'badge-earned' ? [event.badge] : []));
  test('come with the first session that gave XP', () => {
    const second = [on(1, { sessionId: 't' }), aFinish({ sessionId: 't' })];
    expect(earned(aLearner(), on(0), aFinish(), ...second)).toEqual(['first-session']);
  });
  test('do not come with an empty session', () => {
    const answer = on(0);
    const state = withPast(evolved(aLearner(), answer), [answer]);
    expect(earned(state, anUndo(answer), aFinish({ xp: 0 }))).toEqual([]);
  });
  test('come on the seventh day in a row and stay', () => {
    const six = evolved(aLearner(), ...[0, 1, 2, 3, 4, 5].map((day) => on(day)));
    expect(earned(six, on(6))).toEqual(['seven-days']);
    const undone = evolved(withPast(evolved(six, on(6)), [on(6)]), anUndo(on(6)));
    expect(undone.learner.badges['seven-days']).toEqual(noon(6));
  });
  test('come on the seventh day although one answer was given under a clock 60 days ahead', () => {
    const ahead = evolved(aLearner(), on(60, { cardId: 2 }), ...[0, 1, 2, 3, 4, 5].map((day) => on(day)));
    expect(earned(ahead, on(6))).toEqual(['seven-days']);
  });
  test('come with the hundredth mastered card; a deleted one counts no more, as on the dashboard', () => {
    const start = aLearner();
    const totals = { ...start.learner.totals, learned: 98 };
    const one = evolved(
      { ...start, learner: { ...start.learner, totals } },
      ...[0, 1, 2].map((day) => on(day)),
    );
    const less = evolved(one, { kind: 'card-gone', card: { ownerId, deckId, cardId: 1, cardVersion: 2 } });
    const second = [0, 1, 2].map((day) => on(day, { cardId: 2 }));
    expect(earned(less, ...second)).toEqual([]);
    expect(earned(one, ...second)).toEqual(['hundred-mastered']);
  });
});

test('reaching a level records an event', () => {
  const start = aLearner();
  const state = evolved({ ...start, learner: { ...start.learner, xp: 190 } }, on(0));
  expect(publishedBy(state, aFinish())).toContainEqual({
    type: 'level-reached',
    ownerId,
    version: 1,
    level: 2,
    xp: 200,
    at: noon(0),
  });
  expect(evolved(state, aFinish()).learner.version).toBe(2);
});

describe('events about the progress of a deck', () => {
  const changes = (state: StudyState, ...entries: LogEntry[]) =>
    publishedBy(state, ...entries).flatMap((event) =>
      event.type === 'deck-progress-changed' ? [event.deck] : [],
    );
  test('the progress of a deck is published once for many answers', () => {
    const [changed, ...more] = changes(aLearner(), on(0), on(0, { cardId: 2, rating: 1 }));
    expect(more).toEqual([]);
    expect(changed).toMatchObject({ version: 1, correct: 1, incorrect: 1, lastStudiedAt: noon(0) });
  });
  test('the progress of a deck is not published when nothing changed', () => {
    expect(changes(aLearner(), { kind: 'deck-added', deckId, deckVersion: 9 }, aCardOf(deckId, 5))).toEqual(
      [],
    );
  });
});

describe('the next due day of a deck', () => {
  const shelve = (suspended: boolean, cardVersion: number): LogEntry => ({
    kind: 'card-suspension',
    card: { ownerId, deckId, cardId: 1, cardVersion, suspended },
  });
  const bury = (until: number | null, seq: number): LogEntry => ({
    kind: 'buried',
    id: `b-${seq}`,
    userId: ownerId,
    seq,
    recordedAt: noon(0),
    cardId: 1,
    deckId,
    sessionId: 's',
    until,
  });
  const gone: LogEntry = { kind: 'card-gone', card: { ownerId, deckId, cardId: 1, cardVersion: 2 } };
  const soon = on(0, { rating: 1 });
  const late = [on(0, { cardId: 2 }), on(2, { cardId: 2 })];
  const start = evolved(aLearner(), soon, ...late);
  const [first = 0, second = 0] = start.learner.due.map(([day]) => day);
  const said = (state: StudyState, entry: LogEntry) =>
    publishedBy(state, entry).flatMap((event) =>
      event.type === 'deck-progress-changed' ? [nextDueDayOf(event.deck)] : [],
    );

  test.each<[string, StudyState, LogEntry, number | null]>([
    ['an answer', aLearner(), soon, first],
    ['an undo', withPast(start, [soon], noon(2)), anUndo(soon), second],
    ['a suspension', start, shelve(true, 2), second],
    ['the end of a suspension', evolved(start, shelve(true, 2)), shelve(false, 3), first],
    ['a burial', start, bury(first + 1, 3), first + 1],
    ['the end of a burial', evolved(start, bury(first + 1, 3)), bury(null, 4), first],
    ['a deletion', start, gone, second],
    ['the suspension of the only studied card', evolved(aLearner(), soon), shelve(true, 2), null],
  ])('is published after %s', (_what, state, entry, expected) => {
    expect(second).toBeGreaterThan(first + 1);
    expect(said(state, entry)).toEqual([expected]);
  });
  test.each<[string, LogEntry]>([
    ['a burial until the day on which it is due anyway', bury(first, 3)],
    ['an older suspension', shelve(true, 1)],
  ])('is not published again after %s', (_what, entry) => {
    expect(said(start, entry)).toEqual([]);
  });
});

describe('a deleted deck', () => {
  const days = [0, 1, 2];
  const answers = [...days.map((day) => on(day)), ...days.map((day) => on(day, { cardId: 2 }))];
  const gone: LogEntry = { kind: 'deck-gone', deckId, deckVersion: 9 };
  test('is subtracted from the learner’s counts and leaves a tombstone', () => {
    const after = evolved(aLearner(), ...answers, gone);
    expect(after.learner.totals).toMatchObject({ cards: 0, studied: 0, learned: 0, answers: 6 });
    expect(after.learner.due).toEqual([]);
    expect(after.decks.get(deckId)).toMatchObject({ kind: 'removed-deck', deckVersion: 9 });
  });
  test('is not restored by a card that arrives late', () => {
    const after = evolved(aLearner(), gone);
    expect(evolved(after, aCardOf(deckId, 99))).toBe(after);
  });
  test('is not published as changed', () => {
    const published = publishedBy(evolved(aLearner(), ...answers), gone).map(({ type }) => type);
    expect(published).not.toContain('deck-progress-changed');
  });
});

describe('a repeated event', () => {
  test.each<[string, LogEntry]>([
    ['a deck', { kind: 'deck-added', deckId, deckVersion: 1 }],
    ['a card', aCardOf(deckId, 1)],
  ])('of %s changes nothing, so that nothing is written', (_what, entry) => {
    const state = aLearner();
    expect(evolved(state, entry)).toBe(state);
  });
});

test('a session across decks has no deck of its own', () => {
  const state = evolved(aLearner(), on(0, { sessionDeckId: deckId }));
  expect(state.learner.sessions[0]?.deckId).toBe(deckId);
  expect(evolved(state, on(0, { sessionDeckId: null })).learner.sessions[0]?.deckId).toBeNull();
});

describe('one answer under a clock 60 days ahead', () => {
  const week = [0, 1, 2].map((day) => on(day, { cardId: 2 + (day % 2) }));
  const withFutureAnswer = evolved(aLearner(), ...week, on(62));
  test('does not break the streak permanently', () => {
    expect(dashboardAt(withFutureAnswer, 2).studyStreak).toBe(3);
    expect(dashboardAt(evolved(withFutureAnswer, on(3, { cardId: 2 })), 3).studyStreak).toBe(4);
  });
  test('does not distort the week permanently', () => {
    expect(statsAt(withFutureAnswer, 2)).toMatchObject({ completedThisWeek: 2, completedDays: 3 });
    expect(statsAt(evolved(withFutureAnswer, on(3, { cardId: 4 })), 3)).toMatchObject({
      completedThisWeek: 3,
      completedDays: 4,
    });
  });
  test('does not evict the running streak, however far ahead it is', () => {
    const farAhead = evolved(aLearner(), ...week, on(5_000));
    expect(dashboardAt(farAhead, 2).studyStreak).toBe(3);
    expect(rememberedRuns).toBeGreaterThan(16);
  });
});
