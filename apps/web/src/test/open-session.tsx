import { fireEvent, screen } from '@testing-library/react';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { AnswerQueueProvider } from '../shared/study/queue-context.tsx';
import { usualPreferences } from '../shared/study/study-preferences.ts';
import { aNewCard, newSchedule } from './new-card.ts';
import { anAuthApi, asha, renderScreen, type Responses } from './render-screen.tsx';
import { SessionPage } from '../features/study/session/session-page.tsx';

export const stats = {
  __typename: 'LearnerStats',
  streak: 1,
  xp: 10,
  nextLevelXp: 200,
  level: 1,
  completedThisWeek: 2,
  studiedWeekdays: [6],
  weekday: 6,
};

/** Variables of `RecordAnswers`. */
export interface Recorded {
  input: {
    answers: {
      clientEventId: string;
      flashcardId: string;
      wasCorrect: boolean;
      sessionId?: string;
      sessionDeckId?: string;
      answeredAt: string;
      timeSpentMinutes: number;
    }[];
  };
}

/** Response that accepts every answer. */
export const taken = ({ input }: Recorded) => ({
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
export const aViewer = { __typename: 'User', id: '7', openSession: null };

/** Two cards of deck 12, which the server wants studied as 2, 1. */
export const deckSession = () => ({
  viewer: { ...aViewer, studyOrder: ['2', '1'], studyQueue: { secondsPerAnswer: 30 } },
  deck: {
    __typename: 'Deck',
    frontLanguage: null,
    backLanguage: null,
    id: '12',
    title: 'Rivers',
    flashcards: { items: [aNewCard('1'), aNewCard('2')], pageInfo: { totalItems: 2 } },
  },
});

/** Responses of the server to the operations of a session. */
export const responses: Responses = {
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

/** The session page of the signed-in learner. */
export function SignedIn() {
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
export const advancing = anAuthApi({
  viewer: async () => ({
    ...asha,
    stats: {
      ...stats,
      ...usualPreferences,
      rememberPercent: 90,
      longestInterval: 36_500,
      weights: null,
      advancesAutomatically: true,
      targetDays: 3,
      completedDays: 1,
      timezone: 'Africa/Nairobi',
      dayStartHour: 4,
      latestStudyDay: null,
      zoneFollowsDevice: false,
    },
  }),
});

/** Opens the session of two cards. */
export const open = (changes: Responses = {}) => openAt('1 of 2 cards', changes);

/** Opens a session of deck 12 and waits until the page shows this progress. */
export async function openAt(progress: string, changes: Responses = {}, api = anAuthApi()) {
  localStorage.setItem('authToken', 'tok');
  const screenAt = { screen: <SignedIn />, at: '/study/12', path: '/study/:deckId' };
  const { router } = renderScreen({ ...screenAt, api, responses: { ...responses, ...changes } });
  await screen.findByText(progress);
  return router;
}

export const press = (key: string) => fireEvent.keyDown(document.body, { key });

/** Answers both cards as known and finishes the session. */
export async function finishSession() {
  for (const turn of [1, 2]) {
    press(' ');
    press('1');
    if (turn === 1) press('ArrowRight');
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
}

/** A session of two cards of which the first one is answered. */
export const pausedRivers = {
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
  answers: [{ cardId: '2', wasCorrect: true, clientEventId: 'e1' }],
  elapsedMs: 1000,
  lastAnswerAt: new Date().toISOString(),
};

export const cardsById = ({ ids }: { ids: string[] }) => ({
  flashcards: ids.map((id) => ({
    ...aNewCard(id),
    deckId: '12',
    deck: { __typename: 'Deck', id: '12', title: 'Rivers', frontLanguage: null, backLanguage: null },
  })),
});
