import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { AnswerQueueProvider } from '../../shared/study/queue-context.tsx';
import { unsentAnswers } from '../../shared/study/stored-queue.ts';
import { localStore } from '../../shared/lib/storage.ts';
import { learnServerTime } from '../../shared/lib/server-clock.ts';
import { pausedSessions, storePausedSession } from '../../shared/study/paused-session.ts';
import { usualPreferences } from '../../shared/study/study-preferences.ts';
import { aNewCard, newSchedule } from '../../test/new-card.ts';
import { passTime } from '../../test/pass-time.ts';
import {
  anAuthApi,
  asha,
  refusal,
  renderScreen,
  someStats,
  type Answers,
} from '../../test/render-screen.tsx';
import { SessionPage } from './session-page.tsx';

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
    answers: {
      clientEventId: string;
      flashcardId: string;
      wasCorrect: boolean;
      sessionDeckId?: string;
      answeredAt: string;
      timeSpentMinutes: number;
    }[];
  };
}

const taken = ({ input }: Recorded) => ({
  recordAnswers: {
    results: input.answers.map(({ clientEventId }) => ({
      clientEventId,
      errorCode: null,
      schedule: { ...newSchedule, state: 'REVIEW', studyCount: 1, correctAttempts: 1, intervalDays: 16 },
    })),
    stats,
  },
});

/** What both session queries select of the viewer beside the queue: no session is open on another device. */
const aViewer = { __typename: 'User', id: '7', openSession: null };

/** Two cards of deck 12, which the server wants studied as 2, 1. */
const deckSession = () => ({
  viewer: { ...aViewer, studyOrder: ['2', '1'], studyQueue: { secondsPerAnswer: 30 } },
  deck: {
    __typename: 'Deck',
    id: '12',
    title: 'Rivers',
    flashcards: { items: [aNewCard('1'), aNewCard('2')], pageInfo: { totalItems: 2 } },
  },
});

const answers: Answers = {
  CurrentViewer: () => ({ viewer: { __typename: 'User', ...asha } }),
  DeckSession: deckSession,
  RecordAnswers: taken,
  UndoAnswer: () => ({ undoAnswer: { schedule: newSchedule, stats } }),
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

/** Asha, whose answers bring the next card by themselves. */
const advancing = anAuthApi({
  viewer: async () => ({
    ...asha,
    stats: {
      ...stats,
      ...usualPreferences,
      advancesAutomatically: true,
      targetDays: 3,
      completedDays: 1,
      timezone: 'Africa/Nairobi',
      dayStartHour: 4,
      zoneFollowsDevice: false,
    },
  }),
});

const open = (changes: Answers = {}) => openAt('1 of 2 cards', changes);

async function openAt(progress: string, changes: Answers = {}, api = anAuthApi()) {
  localStorage.setItem('authToken', 'tok');
  const screenAt = { screen: <SignedIn />, at: '/study/12', path: '/study/:deckId' };
  const { router } = renderScreen({ ...screenAt, api, answers: { ...answers, ...changes } });
  await screen.findByText(progress);
  await act(async () => {}); // the key listener is in place once effects have run
  return router;
}
const press = (key: string) => fireEvent.keyDown(document.body, { key });

it('the session page studies the cards in the server’s order by keyboard, and sums up', async () => {
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
  expect(pausedSessions(asha.id, Date.now())).toEqual([]);
});

it('with a full browser storage answers are sent, and the page says once that nothing is kept', async () => {
  const record = vi.fn(taken);
  await open({ RecordAnswers: record });
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  try {
    press(' ');
    press('1');
    await screen.findByText(/your answers are sent, but this session cannot be resumed/);
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    expect((await screen.findAllByText(/^Saved\./)).length).toBeGreaterThan(0);
  } finally {
    full.mockRestore();
    localStore.clear();
  }
});

it('an answer is accepted from a browser whose clock is an hour fast', async () => {
  const setServerTime = (at: number) => learnServerTime(new Date(at).toUTCString(), Date.now(), Date.now());
  const hourAgo = Date.now() - 3_600_000;
  setServerTime(hourAgo);
  const record = vi.fn(taken);
  await open({ RecordAnswers: record });
  press(' ');
  press('1');
  await waitFor(() => expect(record).toHaveBeenCalled());
  const [sent] = record.mock.calls.flatMap(([{ input }]) => input.answers);
  expect(Math.abs(Date.parse(sent?.answeredAt ?? '') - hourAgo)).toBeLessThan(30_000);
  setServerTime(Date.now());
});

it('the session page puts the focus on the card after a reveal, never on Correct', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: /Show Answer/ }));
  await screen.findByRole('button', { name: /^Correct/ });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Card 1 of 2');
});

it('the session page undoes an answer, and the card can be answered again', async () => {
  await open();
  press(' ');
  press('0');
  fireEvent.click(await screen.findByRole('button', { name: /Undo answer/ }));
  expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
  expect(await screen.findByText('Answer undone.')).toBeTruthy();
});

it('an undo that the server refuses is not shown as undone: the answer is back, and a line says so', async () => {
  await open({ UndoAnswer: () => refusal('ANSWER_NOT_LATEST', 'A later answer exists.') });
  press(' ');
  press('0');
  await screen.findByText('Saved as incorrect.');
  fireEvent.click(await screen.findByRole('button', { name: /Undo answer/ }));
  expect(await screen.findByText('The answer could not be undone. It stays as it was saved.')).toBeTruthy();
  expect(screen.queryByText('Answer undone.')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
  expect(screen.getByRole('button', { name: /Undo answer/ })).toBeTruthy();
});

it('a card answered again while its undo was refused has the answer that the server holds', async () => {
  let refuse = () => {};
  const record = vi.fn(taken);
  await open({
    RecordAnswers: record,
    UndoAnswer: () =>
      new Promise((resolve) => {
        refuse = () => resolve(refusal('ANSWER_NOT_LATEST', 'A later answer exists.'));
      }),
  });
  press(' ');
  press('0');
  await screen.findByText('Saved as incorrect.');
  fireEvent.click(await screen.findByRole('button', { name: /Undo answer/ }));
  press('1');
  expect(unsentAnswers(asha.id)).toBe(1);
  act(refuse);
  await screen.findByText('The answer could not be undone. It stays as it was saved.');
  await waitFor(() => expect(unsentAnswers(asha.id)).toBe(0));
  expect(record).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Saved as correct.')).toBeNull();
});

it('a fault of the server is not reported as a lost connection, and a retry saves the answer', async () => {
  const record = vi.fn((recorded: Recorded): unknown => taken(recorded));
  record.mockReturnValueOnce(refusal('INTERNAL', 'Something went wrong.'));
  await open({ RecordAnswers: record });
  press(' ');
  press('1');
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Failed to save your progress\. Please try again\./,
  );
  expect(screen.queryByText(/when the connection is back/)).toBeNull();
  expect(unsentAnswers(asha.id)).toBe(1);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Saved as correct.')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the session page shows how many answers of an earlier visit could not be saved, and why', async () => {
  const old = ['a', 'b'].map((clientEventId) => ({
    kind: 'answer',
    clientEventId,
    deckId: '9',
    flashcardId: clientEventId,
    wasCorrect: true,
    timeSpentMinutes: 0.1,
    sessionId: 'earlier',
    sessionDeckId: '9',
    answeredAt: '2026-11-21T09:00:00.000Z',
  }));
  localStorage.setItem(`kumbuka.answers.${asha.id}`, JSON.stringify(old));
  await open({
    RecordAnswers: ({ input }: Recorded) => ({
      recordAnswers: {
        results: input.answers.map(({ clientEventId }) => ({
          clientEventId,
          errorCode: 'DECK_NOT_FOUND',
          schedule: null,
        })),
        stats,
      },
    }),
  });
  expect(await screen.findByText('2 answers could not be saved: the deck was deleted.')).toBeTruthy();
});

it('the session page rolls the card back and says so when the server rejects the answer for good', async () => {
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

it('the session page continues without the network, keeps the answer and remembers the session', async () => {
  await open({ RecordAnswers: () => refusal('UNAVAILABLE', 'Down') });
  press(' ');
  press('1');
  expect((await screen.findAllByText(/^Kept on this device/)).length).toBeGreaterThan(0);
  expect(unsentAnswers(asha.id)).toBe(1);
  press('ArrowRight');
  await screen.findByText('2 of 2 cards');
  expect(pausedSessions(asha.id, Date.now())).toMatchObject([
    { path: '/study/12', current: 1, title: 'Rivers' },
  ]);
});

it('the session page says that another device answered the card in this session, and does not ask for it again', async () => {
  const repeated = ({ input }: Recorded) => ({
    recordAnswers: {
      results: input.answers.map(({ clientEventId }) => ({
        clientEventId,
        errorCode: 'ANSWER_REPEATED',
        schedule: null,
      })),
      stats,
    },
  });
  await open({ RecordAnswers: repeated });
  press(' ');
  press('1');
  expect((await screen.findByRole('alert')).textContent).toMatch(/already answered in another tab/);
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull();
  expect(unsentAnswers(asha.id)).toBe(0);
});

it('the session page leaves with Escape', async () => {
  const router = await open();
  press('Escape');
  await waitFor(() => expect(router.state.location.pathname).toBe('/study'));
});

const pausedRivers = {
  sessionId: 's1',
  path: '/study/12',
  title: 'Rivers',
  deckId: '12',
  cards: [
    { id: '2', deckId: '12' },
    { id: '1', deckId: '12' },
  ],
  current: 1,
  unnamed: 0,
  secondsPerAnswer: 30,
  undos: {},
  answers: [{ cardId: '2', wasCorrect: true, clientEventId: 'e1' }],
  elapsedMs: 1000,
  lastAnswerAt: new Date().toISOString(),
};

it('the session page continues where it was paused', async () => {
  storePausedSession('7', pausedRivers);
  localStorage.setItem('authToken', 'tok');
  const cards = ({ ids }: { ids: string[] }) => ({
    flashcards: ids.map((id) => ({
      ...aNewCard(id),
      deckId: '12',
      deck: { __typename: 'Deck', id: '12', title: 'Rivers' },
    })),
  });
  renderScreen({
    screen: <SignedIn />,
    at: '/study/12',
    path: '/study/:deckId',
    answers: { ...answers, SessionCards: cards },
  });
  expect(await screen.findByText('2 of 2 cards')).toBeTruthy();
});

it('a session begun on the phone continues here after its answers, and they can be undone', async () => {
  const undo = vi.fn(() => ({ undoAnswer: { schedule: newSchedule, stats } }));
  const open12 = { __typename: 'StudySession', id: 'phone', minutes: 1, answered: 1 };
  await openAt('2 of 2 cards', {
    DeckSession: () => {
      const { viewer, deck } = deckSession();
      const openSession = { ...open12, deck: { __typename: 'Deck', id: '12', title: 'Rivers' } };
      return { viewer: { ...viewer, openSession }, deck };
    },
    OpenSessionAnswers: () => ({
      viewer: {
        __typename: 'User',
        id: '7',
        openSession: {
          __typename: 'StudySession',
          id: 'phone',
          answers: [
            {
              __typename: 'SessionAnswer',
              flashcardId: '1',
              wasCorrect: true,
              clientEventId: 'phone-1-1',
            },
          ],
        },
      },
    }),
    SessionCards: ({ ids }: { ids: string[] }) => ({
      flashcards: ids.map((id) => ({
        ...aNewCard(id),
        deckId: '12',
        deck: { __typename: 'Deck', id: '12', title: 'Rivers' },
      })),
    }),
    UndoAnswer: undo,
  });
  expect(screen.getByText('Question 2')).toBeTruthy();
  press('ArrowLeft');
  await screen.findByText('1 of 2 cards');
  fireEvent.click(await screen.findByRole('button', { name: /Undo answer/ }));
  await waitFor(() =>
    expect(undo).toHaveBeenCalledWith({ input: { clientEventId: 'phone-1-1' } }, expect.anything()),
  );
});

it('the session page says what an empty deck needs', async () => {
  localStorage.setItem('authToken', 'tok');
  const empty = () => ({
    viewer: { ...aViewer, studyOrder: [], studyQueue: null },
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

it('the session page shows the server’s sentence and a way back when the session cannot be loaded', async () => {
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
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

it('Next and then Space flips the new card and skips none', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Next card' }));
  await screen.findByText('2 of 2 cards');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Card 2 of 2');
});

it('the session page estimates what is left at the learner’s own pace', async () => {
  await open();
  expect(screen.getByText('About 1 min left')).toBeTruthy();
});

it('the session page announces an answer as saved only when the server has it', async () => {
  const sent = Promise.withResolvers<void>();
  await open({
    RecordAnswers: async (recorded: Recorded) => {
      await sent.promise;
      return taken(recorded);
    },
  });
  press(' ');
  press('1');
  await act(async () => {});
  expect(screen.queryByText('Saved as correct.')).toBeNull();
  sent.resolve();
  expect(await screen.findByText('Saved as correct.')).toBeTruthy();
});

it('a mastered card stays marked as mastered once it is answered', async () => {
  const learned = {
    ...aNewCard('2'),
    schedule: { ...newSchedule, state: 'REVIEW', isLearned: true, studyCount: 3 },
  };
  const session = deckSession();
  const deck = {
    ...session.deck,
    flashcards: { ...session.deck.flashcards, items: [aNewCard('1'), learned] },
  };
  await open({
    DeckSession: () => ({ ...session, deck }),
    RecordAnswers: ({ input }: Recorded) => ({
      recordAnswers: {
        results: input.answers.map(({ clientEventId }) => ({
          clientEventId,
          errorCode: null,
          schedule: learned.schedule,
        })),
        stats,
      },
    }),
  });
  press(' ');
  press('1');
  await screen.findByText('Saved as correct.');
  expect(screen.getAllByText('Mastered').length).toBeGreaterThan(0);
});

it('finishing offline does not wait, and the end of the session is sent later', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const finish = vi.fn(() => refusal('UNAVAILABLE', 'Down'));
  await open({ RecordAnswers: () => refusal('UNAVAILABLE', 'Down'), FinishSession: finish });
  for (const turn of [1, 2]) {
    press(' ');
    press('1');
    if (turn === 1) press('ArrowRight');
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  expect(await screen.findByRole('dialog', { name: 'Study Session Complete!' })).toBeTruthy();
  expect(localStorage.getItem('kumbuka.answers.7')).toContain('"kind":"finish"');
});

it('back after Back to Study does not start a new session', async () => {
  const router = await open();
  for (const turn of [1, 2]) {
    press(' ');
    press('1');
    if (turn === 1) press('ArrowRight');
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Back to Study' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/study'));
  expect(router.state.historyAction).toBe('REPLACE');
});

const cardsById = ({ ids }: { ids: string[] }) => ({
  flashcards: ids.map((id) => ({
    ...aNewCard(id),
    deckId: '12',
    deck: { __typename: 'Deck', id: '12', title: 'Rivers' },
  })),
});

/** A paused session of 150 cards, of which 100 are fetched at first. */
async function openLarge(cards: Answers[string]) {
  const ids = Array.from({ length: 150 }, (_, index) => ({ id: String(index + 1), deckId: '12' }));
  storePausedSession(asha.id, { ...pausedRivers, cards: ids, current: 0, answers: [] });
  await openAt('1 of 150 cards', { SessionCards: cards });
}

it('a part of a large session whose response was lost is requested again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let calls = 0;
  await openLarge(({ ids }: { ids: string[] }) => {
    calls += 1;
    return calls === 2 ? refusal('UNAVAILABLE', 'Down') : cardsById({ ids });
  });
  await waitFor(() => expect(calls).toBe(2));
  await passTime(1_000);
  await waitFor(() => expect(calls).toBe(3));
  expect(screen.getByText('1 of 150 cards')).toBeTruthy();
});

it('a reload before all parts arrived resumes all cards of a large session', async () => {
  let calls = 0;
  await openLarge(({ ids }: { ids: string[] }) => {
    calls += 1;
    return calls === 1 ? cardsById({ ids }) : new Promise(() => {});
  });
  press(' ');
  press('1');
  await waitFor(() => expect(pausedSessions(asha.id, Date.now())[0]?.answers).toHaveLength(1));
  expect(pausedSessions(asha.id, Date.now())[0]?.cards).toHaveLength(150);
});

const deckOf = (cards: number) => () => {
  const ids = Array.from({ length: cards }, (_, index) => String(index + 1));
  return {
    viewer: { ...aViewer, studyOrder: ids, studyQueue: null },
    deck: {
      __typename: 'Deck',
      id: '12',
      title: 'Rivers',
      flashcards: { items: ids.slice(0, 100).map(aNewCard), pageInfo: { totalItems: cards } },
    },
  };
};

it('a deck of 300 cards is studied in portions of 20', async () => {
  await openAt('1 of 20 cards', { DeckSession: deckOf(300), SessionCards: cardsById });
  expect(screen.getByText(/20 of 300/)).toBeTruthy();
});

it('a finished portion of a large deck offers the next portion', async () => {
  const load = vi.fn(deckOf(300));
  const api = anAuthApi({ viewer: async () => ({ ...asha, stats: { ...someStats, portionSize: 5 } }) });
  await openAt('1 of 5 cards', { DeckSession: load, SessionCards: cardsById }, api);
  for (let card = 1; card <= 5; card += 1) {
    press(' ');
    press('1');
    if (card < 5) press('ArrowRight');
  }
  const [first] = pausedSessions(asha.id, Date.now());
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  fireEvent.click(await screen.findByRole('button', { name: '5 more?' }));
  await screen.findByText('1 of 5 cards');
  expect(load).toHaveBeenCalledTimes(2);
  press(' ');
  press('1');
  await waitFor(() => expect(pausedSessions(asha.id, Date.now())).toHaveLength(1));
  expect(pausedSessions(asha.id, Date.now())[0]?.sessionId).not.toBe(first?.sessionId);
});

it('a deck of 40 cards is studied as a whole', async () => {
  await openAt('1 of 40 cards', { DeckSession: deckOf(40) });
  expect(screen.queryByText(/40 of/)).toBeNull();
});

it('122 due cards start as 1 of 122, and each names its deck', async () => {
  const due = { ...newSchedule, state: 'REVIEW', isDue: true, studyCount: 1 };
  const deck = { __typename: 'Deck', id: '12', title: 'Rivers' };
  const item = (id: string) => ({
    flashcardId: id,
    deckId: '12',
    deck,
    flashcard: aNewCard(id),
    schedule: due,
  });
  const queue = (items: unknown[]) => ({
    viewer: { ...aViewer, studyQueue: { dueCount: 122, newCount: 0, secondsPerAnswer: 20, items } },
  });
  const ids = Array.from({ length: 122 }, (_, index) => String(index + 1));
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: <SignedIn />,
    at: '/study/due',
    path: '/study/:deckId',
    answers: { ...answers, DueSession: () => queue(ids.slice(0, 100).map(item)) },
  });
  expect(await screen.findByText('1 of 122 cards')).toBeTruthy();
  expect(screen.getAllByText('Rivers').length).toBeGreaterThan(0);
});

it('a session of new cards is a portion of the preferred size, and says of how many', async () => {
  const deck = { __typename: 'Deck', id: '12', title: 'Rivers' };
  const items = ['1', '2', '3', '4', '5', '6', '7'].map((id) => ({
    flashcardId: id,
    deckId: '12',
    deck,
    flashcard: aNewCard(id),
    schedule: newSchedule,
  }));
  const studyQueue = { dueCount: 0, newCount: 33, secondsPerAnswer: 20, items };
  const stats = { ...someStats, portionSize: 5 };
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: <SignedIn />,
    api: anAuthApi({ viewer: async () => ({ ...asha, stats }) }),
    at: '/study/due',
    path: '/study/:deckId',
    answers: { ...answers, DueSession: () => ({ viewer: { ...aViewer, studyQueue } }) },
  });
  const progress = await screen.findByText(/1 of 5 cards/);
  expect(progress.textContent).toContain('5 of 33 new cards');
});

it('the summary stops saying that answers are unsent once they are sent', async () => {
  let away = true;
  const record = (asked: Recorded) => {
    if (away) throw new TypeError('Failed to fetch');
    return taken(asked);
  };
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open({ RecordAnswers: record });
  press(' ');
  press('1');
  press('ArrowRight');
  await screen.findByText('2 of 2 cards');
  press('Enter');
  press('0');
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  const summary = await screen.findByRole('dialog', { name: 'Study Session Complete!' });
  expect(summary.textContent).toContain('2 answers not sent yet');
  expect(summary.textContent).not.toContain('Day 1');
  away = false;
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(summary.textContent).toContain('Day 1'));
  expect(summary.textContent).not.toContain('not sent yet');
});

it('the session page says when it does not know the next due days, instead of showing nothing', async () => {
  const fails = () => {
    throw new TypeError('Failed to fetch');
  };
  await open({ SessionSummary: fails });
  press(' ');
  press('1');
  press('ArrowRight');
  await screen.findByText('2 of 2 cards');
  press('Enter');
  press('0');
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  expect(await screen.findByText('What comes back when cannot be shown right now.')).toBeTruthy();
});

/** A field of a browser extension, in its own shadow tree. */
function fieldOfAnExtension() {
  const host = document.body.appendChild(document.createElement('div'));
  host.attachShadow({ mode: 'open' }).innerHTML = '<input />';
  return { host, field: host.shadowRoot!.querySelector('input')! };
}
function editableParagraph() {
  const host = document.body.appendChild(document.createElement('div'));
  host.setAttribute('contenteditable', 'true');
  const field = host.appendChild(document.createElement('p'));
  return { host, field };
}
function closedWidget() {
  const host = document.body.appendChild(document.createElement('notes-widget'));
  const field = host.attachShadow({ mode: 'closed' }).appendChild(document.createElement('input'));
  return { host, field };
}

it.each([fieldOfAnExtension, editableParagraph, closedWidget])(
  'typing 1 into a field that another program added to the page does not answer the card (%o)',
  async (make) => {
    const record = vi.fn(taken);
    await open({ RecordAnswers: record });
    press(' ');
    const { host, field } = make();
    fireEvent.keyDown(field, { key: '1', code: 'Digit1', composed: true });
    host.remove();
    expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
    expect(record).not.toHaveBeenCalled();
  },
);

it('a card on which a laptop slept two hours counts five minutes of study', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const record = vi.fn(taken);
    await open({ RecordAnswers: record });
    press(' ');
    vi.setSystemTime(Date.now() + 2 * 3_600_000);
    press('1');
    await waitFor(() => expect(record).toHaveBeenCalled());
    const [sent] = record.mock.calls.flatMap(([{ input }]) => input.answers);
    expect(sent?.timeSpentMinutes).toBeGreaterThan(4.9);
    expect(sent?.timeSpentMinutes).toBeLessThan(5.5);
  } finally {
    vi.useRealTimers();
  }
});

it('after an answer the large button for the next card replaces Correct', async () => {
  await open();
  press(' ');
  fireEvent.click(screen.getByRole('button', { name: /^Correct/ }));
  const places = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(places).toEqual(expect.arrayContaining(['Show QuestionSpace', 'Next card→']));
  fireEvent.click(screen.getByRole('button', { name: 'Next card' }));
  await screen.findByText('2 of 2 cards');
});

it('with automatic advance a card takes two keys, and U goes back and undoes the answer of the card before', async () => {
  const record = vi.fn(taken);
  const undo = vi.fn(() => ({ undoAnswer: { schedule: newSchedule, stats } }));
  await openAt('1 of 2 cards', { RecordAnswers: record, UndoAnswer: undo }, advancing);
  press(' ');
  press('0');
  await screen.findByText('2 of 2 cards');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Card 2 of 2');
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  press('u');
  await screen.findByText('1 of 2 cards');
  expect(screen.getByRole('button', { name: /^Correct/ })).toBeTruthy();
  await waitFor(() => expect(undo).toHaveBeenCalledTimes(1));
  press('1');
  await screen.findByText('2 of 2 cards');
  press(' ');
  press('1');
  expect(await screen.findByRole('button', { name: 'Finish Study Session' })).toBeTruthy();
});

it('automatic advance is offered once, after the first session, and off until the learner says yes', async () => {
  const update = vi.fn(() => ({ updateStudySettings: { __typename: 'LearnerStats', timezone: 'UTC' } }));
  const offer = () => screen.queryByText(/^Advance automatically after answering\?/);
  const studyBoth = async () => {
    for (const turn of [1, 2]) {
      press(' ');
      press('1');
      if (turn === 1) press('ArrowRight');
    }
    fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
    await screen.findByRole('dialog', { name: 'Study Session Complete!' });
  };
  await open({ UpdateStudyPreferences: update });
  await studyBoth();
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() =>
    expect(update).toHaveBeenCalledWith({ input: { advancesAutomatically: true } }, expect.anything()),
  );
  expect(offer()).toBeNull();
  cleanup();
  await open();
  await studyBoth();
  expect(offer()).toBeNull();
});

it('a swipe answers only a shown answer', async () => {
  const record = vi.fn(taken);
  await open({ RecordAnswers: record });
  const swipe = () => {
    const card = screen.getByRole('group', { name: /^Card/ });
    const touch = { pointerType: 'touch', isPrimary: true, clientY: 300 };
    fireEvent.pointerDown(card, { ...touch, clientX: 100 });
    fireEvent.pointerMove(card, { ...touch, clientX: 220 });
    fireEvent.pointerUp(card, { ...touch, clientX: 220 });
  };
  swipe();
  expect(screen.getByRole('button', { name: /Show Answer/ })).toBeTruthy();
  press(' ');
  swipe();
  await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
  expect(record.mock.calls[0]?.[0].input.answers[0]?.wasCorrect).toBe(true);
});

it('the mark of a swipe has its colour by the direction, not by its text', async () => {
  await open();
  press(' ');
  await screen.findByRole('button', { name: /^Correct/ });
  const card = screen.getByRole('group', { name: /^Card/ });
  const touch = { pointerType: 'touch', isPrimary: true, clientY: 300 };
  for (const [clientX, swipe, swipeWord] of [
    [220, 'right', 'Correct'],
    [20, 'left', 'Incorrect'],
  ] as const) {
    fireEvent.pointerDown(card, { ...touch, clientX: 120 });
    fireEvent.pointerMove(card, { ...touch, clientX });
    const marked = card.closest<HTMLElement>('[data-swipe]');
    expect({ ...marked?.dataset }).toMatchObject({ swipe, swipeWord });
    fireEvent.pointerCancel(card, touch);
  }
});

it('E edits the card, and the session continues where it was', async () => {
  const edit = vi.fn(({ input }: { input: { frontText: string; backText: string } }) => ({
    editFlashcard: { __typename: 'Flashcard', id: '2', ...input, version: 2 },
  }));
  await open({ EditFlashcard: edit });
  press('e');
  const question = await screen.findByLabelText(/^Question/);
  fireEvent.keyDown(question, { key: '1' });
  fireEvent.change(question, { target: { value: 'Which river is the longest?' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Which river is the longest?')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(edit).toHaveBeenCalledWith(
    {
      input: { id: '2', frontText: 'Which river is the longest?', backText: 'Answer 2', expectedVersion: 1 },
    },
    expect.anything(),
  );
  expect(screen.getByText('1 of 2 cards')).toBeTruthy();
  press(' ');
  expect(await screen.findByRole('button', { name: /^Correct/ })).toBeTruthy();
});

const marked = ({ input }: { input: { ids: string[]; suspended?: boolean; flagged?: boolean } }) => ({
  markFlashcards: input.ids.map((id) => ({
    __typename: 'Flashcard',
    id,
    isSuspended: input.suspended ?? false,
    isFlagged: input.flagged ?? false,
    version: 2,
  })),
});

it('! suspends the card, the session continues with the next one, and the card can be brought back', async () => {
  const mark = vi.fn(marked);
  await open({ MarkFlashcards: mark });
  press('!');
  await screen.findByText('1 of 1 cards');
  expect(screen.getByText('Question 1')).toBeTruthy();
  expect(await screen.findByText(/The card is suspended/, { selector: '[role=note] *' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 of 2 cards');
  expect(screen.getByText('Question 2')).toBeTruthy();
  expect(mark.mock.calls.map(([{ input }]) => input)).toEqual([
    { ids: ['2'], suspended: true },
    { ids: ['2'], suspended: false },
  ]);
});

it('- buries the card of this session, and a session without any card left says so instead of being blank', async () => {
  const bury = vi.fn(({ input }: { input: { flashcardId: string } }) => ({
    buryFlashcard: { __typename: 'Flashcard', id: input.flashcardId, schedule: { ...newSchedule } },
  }));
  await open({ BuryFlashcard: bury });
  press('-');
  await screen.findByText('1 of 1 cards');
  press('-');
  expect(await screen.findByRole('heading', { name: 'No card is left in this session' })).toBeTruthy();
  await waitFor(() => expect(bury).toHaveBeenCalledTimes(2));
  expect(bury.mock.calls.map(([{ input }]) => input)).toMatchObject([
    { flashcardId: '2', deckId: '12', buried: true, sessionId: expect.any(String) },
    { flashcardId: '1', deckId: '12', buried: true },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Question 1')).toBeTruthy();
});

it('a card whose suspension the server refuses comes back, with the reason', async () => {
  await open({ MarkFlashcards: () => refusal('RATE_LIMITED', 'Too many changes. Try again in a minute.') });
  press('!');
  expect(await screen.findByText('Too many changes. Try again in a minute.')).toBeTruthy();
  expect(screen.getByText('1 of 2 cards')).toBeTruthy();
  expect(screen.getByText('Question 2')).toBeTruthy();
});

it('leaving a card out without a connection says that it needs one, and changes nothing', async () => {
  const mark = vi.fn(marked);
  await open({ MarkFlashcards: mark });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  press('!');
  expect(await screen.findByText('You are offline. This needs a connection; answers are kept.')).toBeTruthy();
  expect(screen.getByText('1 of 2 cards')).toBeTruthy();
  expect(mark).not.toHaveBeenCalled();
});

it('the menu of a card flags it and takes the flag away again', async () => {
  const mark = vi.fn(marked);
  await open({ MarkFlashcards: mark });
  const choose = async (name: RegExp) => {
    fireEvent.click(screen.getAllByRole('button', { name: 'Card actions' })[0]!);
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose(/^Flag/);
  expect((await screen.findAllByText('Flagged')).length).toBeGreaterThan(0);
  await choose(/^Remove the flag/);
  await waitFor(() => expect(screen.queryByText('Flagged')).toBeNull());
  expect(mark.mock.calls.map(([{ input }]) => input.flagged)).toEqual([true, false]);
});

it('a deck whose cards are all suspended says so, and not that it has none', async () => {
  const all = deckSession();
  all.viewer.studyOrder = [];
  all.deck.flashcards.items = all.deck.flashcards.items.map((card) => ({ ...card, isSuspended: true }));
  localStorage.setItem('authToken', 'tok');
  const screenAt = { screen: <SignedIn />, at: '/study/12', path: '/study/:deckId' };
  renderScreen({ ...screenAt, answers: { ...answers, DeckSession: () => all } });
  expect(await screen.findByRole('heading', { name: 'Nothing to study in this deck' })).toBeTruthy();
});

it('the session page says that it loads until the cards are there', async () => {
  localStorage.setItem('authToken', 'tok');
  const never = { ...answers, DeckSession: () => new Promise(() => {}) };
  renderScreen({ screen: <SignedIn />, at: '/study/12', path: '/study/:deckId', answers: never });
  expect((await screen.findByText('Loading study session...')).getAttribute('role')).toBe('status');
});
