import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../../../shared/study/queue-context.tsx';
import {
  canAnswer,
  canFinish,
  countersOf,
  currentAnswer,
  currentCard,
  minutesOnCard,
  secondsPerAnswerOf,
  sessionReducer,
  startSession,
  totalsOf,
  undoTarget,
  type SessionEvent,
  type SessionState,
  type StudyCard,
} from './session-state.ts';

const aSchedule = (changes: Partial<Schedule> = {}): Schedule => ({
  state: 'REVIEW',
  dueAt: null,
  isDue: true,
  buriedUntil: null,
  predictedRecall: 0.8,
  studyCount: 6,
  correctAttempts: 3,
  incorrectAttempts: 3,
  isLearned: false,
  lastStudiedAt: null,
  stabilityDays: 1,
  difficulty: 5,
  lastStudyDay: null,
  dueOn: null,
  lapses: 0,
  intervalDays: 9,
  ...changes,
});

const aCard = (id: string, schedule: Schedule | null = aSchedule()): StudyCard => ({
  id,
  deckId: '1',
  deckTitle: null,
  question: `Question ${id}`,
  answer: `Answer ${id}`,
  format: 'PLAIN',
  kind: 'basic',
  languages: { front: null, back: null },
  version: 1,
  isFlagged: false,
  isShelved: false,
  schedule,
});

const aSession = (cards = [aCard('a'), aCard('b'), aCard('c')]) =>
  startSession({ sessionId: 's1', cards, at: 0 });
const after = (state: SessionState, ...events: SessionEvent[]) => events.reduce(sessionReducer, state);
const flip: SessionEvent = { type: 'flipped' };
const right = (id: string): SessionEvent => ({ type: 'answered', wasCorrect: true, clientEventId: id });
const wrong = (id: string): SessionEvent => ({ type: 'answered', wasCorrect: false, clientEventId: id });
const next = (at = 0): SessionEvent => ({ type: 'moved', by: 1, at });
const previous = (at = 0): SessionEvent => ({ type: 'moved', by: -1, at });

describe('a study session', () => {
  it('accepts no answer while the question is shown', () => {
    expect(after(aSession(), right('e1')).answers).toEqual({});
    expect(canAnswer(aSession())).toBe(false);
  });

  it('accepts one answer for a card and no second one', () => {
    const state = after(aSession(), flip, right('e1'), wrong('e2'));
    expect(currentAnswer(state)).toMatchObject({ clientEventId: 'e1', wasCorrect: true });
    expect(canAnswer(state)).toBe(false);
  });

  it('accepts another answer after an undo', () => {
    const state = after(aSession(), flip, right('e1'), { type: 'undone', at: 0 }, wrong('e2'));
    expect(currentAnswer(state)).toMatchObject({ clientEventId: 'e2', wasCorrect: false });
  });

  it('undo after an automatic advance goes back and shows the card again', () => {
    const advancing: SessionEvent = {
      type: 'answered',
      wasCorrect: false,
      clientEventId: 'e1',
      advanceAt: 9,
    };
    const advanced = after(aSession(), flip, advancing);
    expect(advanced).toMatchObject({ current: 1, answerShown: false, cardShownAt: 9 });
    expect(undoTarget(advanced)?.id).toBe('a');
    const back = after(advanced, flip, { type: 'undone', at: 20 });
    expect(back).toMatchObject({ current: 0, answerShown: true, cardShownAt: 20, answers: {} });
    expect(canAnswer(back)).toBe(true);
    expect(undoTarget(after(advanced, next(), previous()))).toBeUndefined();
  });

  it('stays on the last card, however it is answered', () => {
    const last = after(aSession([aCard('a')]), flip, {
      type: 'answered',
      wasCorrect: true,
      clientEventId: 'e1',
      advanceAt: 9,
    });
    expect(last.current).toBe(0);
    expect(canFinish(last)).toBe(true);
  });

  it('gives the card its old counters back with an undo', () => {
    const planned = aSchedule({ studyCount: 7, correctAttempts: 4 });
    const state = after(
      aSession(),
      flip,
      right('e1'),
      { type: 'recorded', clientEventId: 'e1', schedule: planned },
      { type: 'undone', at: 0 },
    );
    expect(currentCard(state)?.schedule).toEqual(aSchedule());
  });

  it('hides the answer and restarts the timer with every move', () => {
    const state = after(aSession(), flip, next(90_000));
    expect(state.answerShown).toBe(false);
    expect(minutesOnCard(state, 120_000)).toBe(0.5);
  });

  it('does not move beyond its ends', () => {
    const start = aSession();
    expect(after(start, previous())).toBe(start);
    expect(after(start, next(), next(), next()).current).toBe(2);
  });

  it('never claims more than an hour for a card', () => {
    expect(minutesOnCard(aSession(), 5 * 3_600_000)).toBe(60);
  });

  it('can be finished on the last card once that is answered', () => {
    const last = after(aSession(), next(), next(), flip);
    expect(canFinish(last)).toBe(false);
    expect(canFinish(after(last, right('e1')))).toBe(true);
  });

  it('rolls a refused answer back, so the card can be answered again', () => {
    const state = after(aSession(), flip, right('e1'), { type: 'refused', clientEventId: 'e1' });
    expect(currentAnswer(state)).toBeUndefined();
    expect(canAnswer(state)).toBe(true);
  });

  it('counts an answer at once and not twice when the server has it', () => {
    const state = after(aSession(), flip, wrong('e1'));
    expect(countersOf(currentCard(state)!, currentAnswer(state))).toEqual({
      studyCount: 7,
      correctAttempts: 3,
      incorrectAttempts: 4,
    });
    const planned = aSchedule({ studyCount: 7, incorrectAttempts: 4 });
    const sent = after(state, { type: 'recorded', clientEventId: 'e1', schedule: planned });
    expect(countersOf(currentCard(sent)!, currentAnswer(sent))).toEqual({
      studyCount: 7,
      correctAttempts: 3,
      incorrectAttempts: 4,
    });
  });

  it('sums up what was right, missed and mastered', () => {
    const cards = [aCard('a', aSchedule({ isLearned: true })), aCard('b'), aCard('c')];
    const state = after(
      aSession(cards),
      flip,
      right('e1'),
      next(),
      flip,
      wrong('e2'),
      next(),
      flip,
      right('e3'),
      {
        type: 'completed',
        at: 6 * 60_000,
        xpEarned: 10,
      },
    );
    expect(totalsOf(state)).toEqual({
      total: 3,
      answered: 3,
      correct: 2,
      missed: 1,
      accuracy: 67,
      mastered: 1,
      minutes: 6,
    });
  });

  describe('a round of missed cards', () => {
    const again = (sessionId: string): SessionEvent => ({ type: 'repeated', sessionId, at: 1 });
    const cards = [aCard('a'), aCard('b'), aCard('c')];
    const done = () =>
      after(aSession(cards), flip, wrong('1'), next(), flip, right('2'), next(), flip, wrong('3'));
    const idsOf = (state: SessionState) => state.cards.map(({ id }) => id);

    it('repeats until each is right, and returns to the session as it ended', () => {
      const first = after(done(), again('s2'));
      expect(first).toMatchObject({ sessionId: 's2', answers: {}, total: 2, current: 0, phase: 'studying' });
      expect(idsOf(first)).toEqual(['a', 'c']);
      const second = after(first, flip, wrong('4'), next(), flip, right('5'), again('s3'));
      expect(idsOf(second)).toEqual(['a']);
      const ended = after(second, flip, right('6'), again('s4'));
      expect(ended).toEqual({ ...done(), areMissedDone: true });
      expect(totalsOf(ended)).toMatchObject({ total: 3, correct: 1, missed: 2 });
    });
    it('a card that was passed over in a round of missed cards comes again', () => {
      const passed = after(done(), again('s2'), next(), flip, right('4'), again('s3'));
      expect(idsOf(passed)).toEqual(['a']);
    });
    it('an answer of a round of missed cards can be undone and given again', () => {
      const answered = after(done(), again('s2'), flip, wrong('4'), { type: 'undone', at: 2 });
      expect(currentAnswer(answered)).toBeUndefined();
      expect(currentAnswer(after(answered, right('5')))?.wasCorrect).toBe(true);
    });
    it('answers that the server holds of the session do not answer its round of missed cards', () => {
      const kept = [{ cardId: 'a', wasCorrect: false, clientEventId: '1' }];
      const state = after(done(), again('s2'));
      expect(after(state, { type: 'synchronised', answers: kept })).toBe(state);
    });
  });

  it('grows while the rest of a large deck is fetched', () => {
    const start = startSession({ sessionId: 's1', cards: [aCard('a')], rest: ['b', 'gone', 'c'], at: 0 });
    expect(start.total).toBe(4);
    const cards = [aCard('b'), aCard('a')];
    const state = after(start, { type: 'more-cards', cards, rest: ['c'], unnamed: 0 });
    expect(state.cards.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(state.total).toBe(3);
  });

  it('counts due cards that the server has not named yet', () => {
    const start = startSession({ sessionId: 's1', cards: [aCard('a')], unnamed: 22, at: 0 });
    expect(start.total).toBe(23);
  });

  it('does not count the time in which the page was hidden', () => {
    const state = after(aSession(), { type: 'returned', awayMs: 600_000 });
    expect(minutesOnCard(state, 660_000)).toBe(1);
    expect(totalsOf({ ...state, finishedAt: 660_000 }).minutes).toBe(1);
  });

  it('in a study session another device’s answer to the same card replaces one’s own, and cannot be undone here', () => {
    const repeated = after(aSession(), flip, right('mine'), {
      type: 'repeated-elsewhere',
      clientEventId: 'mine',
    });
    expect(undoTarget(repeated)).toBeUndefined();
    const theirs = { cardId: 'a', wasCorrect: false, clientEventId: 'theirs' };
    const further = { cardId: 'b', wasCorrect: true, clientEventId: 'theirs-b' };
    const state = after(repeated, { type: 'synchronised', answers: [theirs, further] });
    expect(state.answers['a']).toMatchObject({ clientEventId: 'theirs', wasCorrect: false });
    expect(totalsOf(state)).toMatchObject({ answered: 2, correct: 1 });
    expect(after(state, { type: 'undone', at: 0 })).toBe(state);
  });

  it('in a study session an answer of one’s own that the server has, too, can still be undone', () => {
    const mine = { cardId: 'a', wasCorrect: true, clientEventId: 'mine' };
    const state = after(aSession(), flip, right('mine'), { type: 'synchronised', answers: [mine] });
    expect(undoTarget(state)?.id).toBe('a');
    const undone = after(state, { type: 'undone', at: 0 }, { type: 'synchronised', answers: [mine] });
    expect(undone.answers).toEqual({});
  });

  it('estimates at the pace of this session once it is known', () => {
    const five = aSession(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => aCard(id)));
    const state = after(
      five,
      ...['a', 'b', 'c', 'd', 'e'].flatMap((id, index) => [flip, right(id), next((index + 1) * 10_000)]),
    );
    expect(secondsPerAnswerOf(five, 20)).toBe(20);
    expect(secondsPerAnswerOf(state, 20)).toBe(10);
  });

  it('continues where it was paused', () => {
    const answers = { a: { clientEventId: 'e1', wasCorrect: true, state: 'sent' as const } };
    const state = startSession({
      sessionId: 's1',
      cards: [aCard('a'), aCard('b')],
      at: 1000,
      resumed: { current: 1, answers, elapsedMs: 60_000 },
    });
    expect(state.current).toBe(1);
    expect(totalsOf({ ...state, finishedAt: 61_000 }).minutes).toBe(2);
  });
});

describe('leaving a card out of a session', () => {
  const shelved = (cardId: string): SessionEvent => ({ type: 'shelved', cardId, at: 9 });
  const back = (id: string): SessionEvent => ({
    type: 'unshelved',
    sessionId: 's1',
    card: aCard(id),
    place: 1,
    at: 12,
  });

  it('a card that is left out is replaced by the next one, and the total is one less', () => {
    const state = after(aSession(), flip, shelved('a'));
    expect(currentCard(state)?.id).toBe('b');
    expect(state).toMatchObject({ total: 2, current: 0, answerShown: false, cardShownAt: 9 });
  });

  it('leaving the last card out shows the one before, which can finish the session once it is answered', () => {
    const next: SessionEvent = { type: 'moved', by: 1, at: 1 };
    const state = after(aSession([aCard('a'), aCard('b')]), flip, right('1'), next, shelved('b'));
    expect(currentCard(state)?.id).toBe('a');
    expect(canFinish(state)).toBe(true);
  });

  it('leaving every card out leaves no card and nothing to finish', () => {
    const state = after(aSession([aCard('a')]), shelved('a'));
    expect(currentCard(state)).toBeUndefined();
    expect(state.total).toBe(0);
    expect(canFinish(state)).toBe(false);
  });

  it('an answered card that is left out stays in the counts of its session', () => {
    const state = after(aSession(), flip, right('1'));
    expect(after(state, shelved('a'))).toBe(state);
  });

  it('a card that is brought back is shown in its place, once', () => {
    const before = aSession();
    const state = after(before, shelved('b'), back('b'), back('b'));
    expect(state.cards.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(state).toMatchObject({ total: 3, current: 1 });
  });

  it('leaving out a card before the current one keeps the current one', () => {
    const state = after(aSession(), { type: 'moved', by: 1, at: 1 }, shelved('a'));
    expect(currentCard(state)?.id).toBe('b');
  });

  it('a card whose skip fails after the end of its session does not change the counts of the summary', () => {
    const answered = after(aSession([aCard('a'), aCard('b')]), flip, right('1'), shelved('b'));
    for (const end of [
      [{ type: 'finishing' }],
      [{ type: 'finishing' }, { type: 'completed', at: 20, xpEarned: 10 }],
    ] satisfies SessionEvent[][]) {
      const state = after(answered, ...end, back('b'));
      expect(totalsOf(state)).toMatchObject({ total: 1, answered: 1 });
      expect(currentCard(state)?.id).toBe('a');
    }
  });

  it('a card whose skip fails late does not join the session that repeats the missed cards', () => {
    const repeated: SessionEvent = { type: 'repeated', sessionId: 's2', at: 20 };
    const missed = after(aSession([aCard('a'), aCard('b')]), flip, wrong('1'), shelved('b'), repeated);
    expect(after(missed, back('b')).cards.map(({ id }) => id)).toEqual(['a']);
  });
});
