import { expect, it } from 'vitest';
import { sessionElsewhere, type OpenSession } from './open-session.ts';
import { storePausedSession } from './paused-session.ts';

const anOpenSession = (changes: Partial<OpenSession> = {}): OpenSession => ({
  id: 'phone',
  deck: { id: '12', title: 'Rivers' },
  answered: 2,
  minutes: 1,
  ...changes,
});

it('a session begun on another device can be resumed here', () => {
  expect(sessionElsewhere(anOpenSession(), '7')).toEqual(anOpenSession());
  expect(sessionElsewhere(null, '7')).toBeNull();
});

it('a session that this browser paused or finished itself is not another device’s', () => {
  storePausedSession('7', {
    sessionId: 'phone',
    path: '/study/12',
    title: 'Rivers',
    deckId: '12',
    cards: [],
    unnamed: 0,
    secondsPerAnswer: 20,
    current: 0,
    answers: [],
    elapsedMs: 0,
    lastAnswerAt: '2026-11-21T09:00:00.000Z',
  });
  expect(sessionElsewhere(anOpenSession(), '7')).toBeNull();
  localStorage.clear();
  expect(sessionElsewhere(anOpenSession(), '7')).toEqual(anOpenSession());
  const finish = [{ kind: 'finish', clientEventId: 'phone' }];
  localStorage.setItem('kumbuka.answers.7', JSON.stringify(finish));
  expect(sessionElsewhere(anOpenSession(), '7')).toBeNull();
});

it('a session whose cards or answers cannot be loaded here is not offered', () => {
  expect(sessionElsewhere(anOpenSession({ id: 'deck-12-0f' }), '7')).toBeNull();
  expect(sessionElsewhere(anOpenSession({ answered: 0 }), '7')).toBeNull();
});
