import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { AnswerQueueProvider } from '../../shared/study/queue-context.tsx';
import { unsentAnswers } from '../../shared/study/answer-queue.ts';
import { readPausedSession } from '../../shared/study/paused-session.ts';
import { asha, refusal, renderScreen, type Answers } from '../../test/render-screen.tsx';
import { SessionPage } from './session-page.tsx';

const schedule = {
  __typename: 'CardSchedule',
  state: 'NEW',
  dueAt: null,
  isDue: false,
  predictedRecall: null,
  studyCount: 0,
  correctAttempts: 0,
  incorrectAttempts: 0,
  isLearned: false,
  lastStudiedAt: null,
  intervalDays: null,
};
const aCard = (id: string) => ({
  __typename: 'Flashcard',
  id,
  frontText: `Question ${id}`,
  backText: `Answer ${id}`,
  schedule,
});
const stats = {
  __typename: 'LearnerStats',
  streak: 1,
  xp: 10,
  nextLevelXp: 200,
  level: 1,
  completedThisWeek: 2,
  studiedWeekdays: [6],
  weekday: 6,
};

interface Recorded {
  input: {
    answers: { clientEventId: string; flashcardId: string; wasCorrect: boolean; sessionDeckId?: string }[];
  };
}

const taken = ({ input }: Recorded) => ({
  recordAnswers: {
    results: input.answers.map(({ clientEventId }) => ({
      clientEventId,
      errorCode: null,
      schedule: { ...schedule, state: 'REVIEW', studyCount: 1, correctAttempts: 1, intervalDays: 16 },
    })),
    stats,
  },
});

/** Two cards of deck 12, which the server wants studied as 2, 1. */
const deckSession = () => ({
  viewer: { __typename: 'User', id: '7', studyOrder: ['2', '1'] },
  deck: {
    __typename: 'Deck',
    id: '12',
    title: 'Rivers',
    flashcards: { items: [aCard('1'), aCard('2')], pageInfo: { totalItems: 2 } },
  },
});

const answers: Answers = {
  DeckSession: deckSession,
  RecordAnswers: taken,
  UndoAnswer: () => ({ undoAnswer: { schedule, stats } }),
  FinishSession: () => ({ finishSession: { id: 's', answered: 2, correct: 1, minutes: 0.1, xpEarned: 10 } }),
  SessionSummary: () => ({
    viewer: {
      __typename: 'User',
      id: '7',
      stats,
      dashboard: { dueCount: 0 },
      forecast: [
        { date: '2026-11-21', count: 0 },
        { date: '2026-11-22', count: 1 },
      ],
    },
  }),
};

function SignedIn() {
  const { user } = useAuth();
  return user ? (
    <AnswerQueueProvider userId={user.id}>
      <SessionPage />
    </AnswerQueueProvider>
  ) : (
    <></>
  );
}

async function open(changes: Answers = {}) {
  localStorage.setItem('authToken', 'tok');
  const screenAt = { screen: <SignedIn />, at: '/study/12', path: '/study/:deckId' };
  const { router } = renderScreen({ ...screenAt, answers: { ...answers, ...changes } });
  await screen.findByText('1 of 2 cards');
  await act(async () => {}); // the key listener is in place once effects have run
  return router;
}
const press = (key: string) => fireEvent.keyDown(document.body, { key });

it('studies the cards in the server’s order by keyboard, and sums up', async () => {
  const record = vi.fn(taken);
  await open({ RecordAnswers: record });
  expect(screen.getByText('Question 2')).toBeTruthy();
  expect(screen.getAllByText('New card. You have not seen it yet.').length).toBeGreaterThan(0);
  press(' ');
  press('1');
  expect(
    (await screen.findAllByText('Saved. You will see this card again in 16 days.')).length,
  ).toBeGreaterThan(0);
  press('ArrowRight');
  await screen.findByText('2 of 2 cards');
  press('Enter');
  press('0');
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  const summary = await screen.findByRole('dialog', { name: 'Study Session Complete!' });
  expect(summary.textContent).toContain('50%');
  expect(summary.textContent).toContain('1/2');
  await waitFor(() => expect(summary.textContent).toContain('+10 XP, 190 more to level 2'));
  expect(summary.textContent).toContain('1 card comes back tomorrow. Nothing else is due today.');
  expect(screen.getByRole('button', { name: 'Repeat the 1 missed' })).toBeTruthy();
  const sent = record.mock.calls.flatMap(([{ input }]) => input.answers);
  expect(sent).toMatchObject([
    { flashcardId: '2', wasCorrect: true, sessionDeckId: '12' },
    { flashcardId: '1', wasCorrect: false },
  ]);
  expect(readPausedSession(asha.id, Date.now())).toBeNull();
});

it('puts the focus on the card after a reveal, never on Correct', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: /Show Answer/ }));
  await screen.findByRole('button', { name: /^Correct/ });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Card 1 of 2');
});

it('takes an answer back and lets the card be answered again', async () => {
  await open();
  press(' ');
  press('0');
  fireEvent.click(await screen.findByRole('button', { name: /Undo answer/ }));
  expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
  expect(screen.getByText('Answer undone.')).toBeTruthy();
});

it('rolls the card back and says so when the server will never take the answer', async () => {
  await open({
    RecordAnswers: ({ input }: Recorded) => ({
      recordAnswers: {
        results: input.answers.map(({ clientEventId }) => ({
          clientEventId,
          errorCode: 'FLASHCARD_NOT_FOUND',
          schedule: null,
        })),
        stats,
      },
    }),
  });
  press(' ');
  press('1');
  expect(await screen.findByText('Failed to save your progress. Please try again.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
});

it('goes on without the network, keeps the answer and remembers the session', async () => {
  await open({ RecordAnswers: () => refusal('UNAVAILABLE', 'Down') });
  press(' ');
  press('1');
  expect((await screen.findAllByText(/^Kept on this device/)).length).toBeGreaterThan(0);
  expect(unsentAnswers(asha.id)).toBe(1);
  press('ArrowRight');
  await screen.findByText('2 of 2 cards');
  expect(readPausedSession(asha.id, Date.now())).toMatchObject({
    path: '/study/12',
    current: 1,
    title: 'Rivers',
  });
});

it('leaves with Escape', async () => {
  const router = await open();
  press('Escape');
  await waitFor(() => expect(router.state.location.pathname).toBe('/study'));
});

it('goes on where it was paused', async () => {
  const paused = {
    sessionId: 's1',
    path: '/study/12',
    title: 'Rivers',
    deckId: '12',
    cards: [
      { id: '2', deckId: '12' },
      { id: '1', deckId: '12' },
    ],
    current: 1,
    answers: [{ cardId: '2', wasCorrect: true, clientEventId: 'e1' }],
    elapsedMs: 1000,
    lastAnswerAt: new Date().toISOString(),
  };
  localStorage.setItem('kumbuka.session.7', JSON.stringify(paused));
  localStorage.setItem('authToken', 'tok');
  const cards = ({ ids }: { ids: string[] }) => ({
    flashcards: ids.map((id) => ({ ...aCard(id), deckId: '12' })),
  });
  renderScreen({
    screen: <SignedIn />,
    at: '/study/12',
    path: '/study/:deckId',
    answers: { ...answers, SessionCards: cards },
  });
  expect(await screen.findByText('2 of 2 cards')).toBeTruthy();
});

it('says what an empty deck needs', async () => {
  localStorage.setItem('authToken', 'tok');
  const empty = () => ({
    viewer: { __typename: 'User', id: '7', studyOrder: [] },
    deck: {
      __typename: 'Deck',
      id: '12',
      title: 'Rivers',
      flashcards: { items: [], pageInfo: { totalItems: 0 } },
    },
  });
  renderScreen({
    screen: <SignedIn />,
    at: '/study/12',
    path: '/study/:deckId',
    answers: { DeckSession: empty },
  });
  expect(await screen.findByText('No Flashcards Found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Deck' }).getAttribute('href')).toBe('/mydecks/12');
});

it('shows the server’s sentence and a way back when the session cannot be loaded', async () => {
  localStorage.setItem('authToken', 'tok');
  const gone = () => refusal('DECK_NOT_FOUND', 'This deck does not exist.');
  renderScreen({
    screen: <SignedIn />,
    at: '/study/12',
    path: '/study/:deckId',
    answers: { DeckSession: gone },
  });
  expect(await screen.findByText('This deck does not exist.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go Back' }).getAttribute('href')).toBe('/study');
});
