import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { passTime } from '../../test/pass-time.ts';
import { setDeviceZone } from '../../test/device-zone.ts';
import {
  anAuthApi,
  asha,
  refusal,
  renderScreen,
  someStats,
  type Responses,
} from '../../test/render-screen.tsx';
import { pausedSessions, storePausedSession } from '../../shared/study/paused-session.ts';
import { AnswerQueueProvider } from '../../shared/study/queue-context.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { NoDecks } from './recent-decks.tsx';
import { usualPreferences } from '../../shared/study/study-preferences.ts';

const numbers = {
  __typename: 'LearnerStats',
  streak: 12,
  xp: 140,
  nextLevelXp: 200,
  level: 1,
  targetDays: 3,
  completedDays: 2,
  studiedWeekdays: [1, 2],
  weekday: 2,
};
const dashboard = {
  __typename: 'Dashboard',
  weeklyGoal: 50,
  completedThisWeek: 20,
  masteryLevelPercent: 70,
  retentionRatePercent: 90,
  answers: 40,
  reviews: 10,
  cardsMastered: 8,
  minutesPerDay: 6,
  dueCount: 7,
  newCount: 0,
  dueMinutes: 3,
  dueDeckCount: 1,
  nextDueAt: null,
  dueDecks: [],
};
const rivers = {
  __typename: 'Deck',
  id: '1',
  title: 'Rivers',
  description: 'Sources and mouths',
  subject: 'Geography',
  category: 'Kenya',
  difficulty: 3,
  frontLanguage: null,
  backLanguage: null,
  lastStudied: null,
  mastery: null,
  cardCount: 0,
  progress: null,
};
const decks = {
  __typename: 'DeckPage',
  items: [rivers],
  pageInfo: { __typename: 'PageInfo', totalItems: 1 },
};
const viewer = {
  __typename: 'User',
  id: '7',
  openSession: null,
  studyQueue: null,
  stats: numbers,
  dashboard,
  decks,
};
const memory = () => ({
  viewer: { __typename: 'User', id: '7', reviewDays: [], forecast: [], stats: { ...numbers, badges: [] } },
});

function SignedIn() {
  const { user } = useAuth();
  return user ? (
    <AnswerQueueProvider userId={user.id}>
      <DashboardPage />
    </AnswerQueueProvider>
  ) : (
    <></>
  );
}

async function open(dashboardScreen: Responses[string], api = anAuthApi(), others: Responses = {}) {
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: <SignedIn />,
    api,
    responses: { DashboardScreen: dashboardScreen, YourMemory: memory, ...others },
  });
  await screen.findByRole('heading', { level: 1 });
}
const pageText = () => document.body.textContent ?? '';

it('the dashboard page says nothing of streak, due cards and goal before they are known', async () => {
  await open(() => new Promise(() => {}));
  await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).not.toBeNull());
  expect(pageText()).not.toMatch(/streak starts today|\b0|due today|cannot be shown/i);
});

it('the dashboard page shows the numbers once they are loaded', async () => {
  await open(() => ({ viewer }));
  expect(await screen.findByText('7 cards due today')).toBeTruthy();
  expect(screen.getByText('Your streak')).toBeTruthy();
});

it('the dashboard page does not call an unknown streak a new one, and offers a retry', async () => {
  await open(() => ({ viewer: { ...viewer, stats: null, dashboard: null } }));
  expect(
    await screen.findByText('Due cards could not be loaded. Your decks and answers are safe.'),
  ).toBeTruthy();
  expect(pageText()).not.toContain('Your streak starts today');
  expect(screen.getByText('Rivers')).toBeTruthy();
});

it('when everything fails each part says so beside its zeros, and a retry loads it (D4)', async () => {
  let fails = true;
  await open(() => (fails ? refusal('UNAVAILABLE', 'Down') : { viewer }));
  expect(await screen.findByText('Your decks could not be loaded')).toBeTruthy();
  expect(pageText()).not.toContain('Your decks below');
  expect(screen.getByText('0 / 200 cards')).toBeTruthy();
  const progress = screen.getByRole('region', { name: 'Learning Progress' });
  expect(within(progress).getByText('Could not be loaded')).toBeTruthy();
  expect(within(progress).getByRole('button', { name: 'Try again' })).toBeTruthy();
  const streak = screen.getByRole('region', { name: 'Your streak' });
  expect(within(streak).getByText('Could not be loaded')).toBeTruthy();
  expect(screen.getAllByText('Could not be loaded'), 'the third one is below the greeting').toHaveLength(3);
  fails = false;
  const [retry] = screen.getAllByRole('button', { name: 'Try again' });
  await userEvent.click(retry ?? document.body);
  expect(await screen.findByText('7 cards due today')).toBeTruthy();
  expect(screen.queryByText('Could not be loaded')).toBeNull();
});

const queue = {
  __typename: 'StudyQueue',
  secondsPerAnswer: 15,
  items: [
    {
      __typename: 'StudyItem',
      flashcardId: '31',
      deck: { __typename: 'Deck', id: '1', title: 'Rivers' },
      flashcard: {
        __typename: 'Flashcard',
        id: '31',
        frontText: 'Which river has the Seven Forks dams?',
        format: 'PLAIN',
      },
    },
  ],
};

it('the dashboard begins with the next question, and Show Answer leads to its answer', async () => {
  await open(() => ({ viewer: { ...viewer, studyQueue: queue } }));
  expect(await screen.findByText('Which river has the Seven Forks dams?')).toBeTruthy();
  const show = screen.getByRole('link', { name: 'Show Answer' });
  expect(show.getAttribute('href')).toBe('/study/due');
  expect(screen.getByRole('link', { name: 'Study due cards' })).toBeTruthy();
});

it('the next question of a formatted card is its words', async () => {
  const flashcard = {
    ...queue.items[0]!.flashcard,
    frontText: '**Which** part? ![A heart (1/2)](/media/a)',
    format: 'RICH',
  };
  const items = [{ ...queue.items[0], flashcard }];
  await open(() => ({ viewer: { ...viewer, studyQueue: { ...queue, items } } }));
  expect(await screen.findByText('Which part? A heart (1/2)')).toBeTruthy();
});

it('of 96 due cards as many as fit into five minutes are one button, and all of them another', async () => {
  const many = { ...dashboard, dueCount: 96 };
  await open(() => ({ viewer: { ...viewer, studyQueue: queue, dashboard: many } }));
  const few = await screen.findByRole('link', { name: '20 now, 5 min' });
  expect(few.getAttribute('href')).toBe('/study/due?minutes=5');
  expect(screen.getByRole('link', { name: 'All 96' }).getAttribute('href')).toBe('/study/due');
});

it('a streak that began last week is seven days of seven', async () => {
  const today = new Date();
  const reviewDays = Array.from({ length: 11 }, (_, ago) => ({
    __typename: 'DayCount',
    date: new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10),
    count: 4,
  }));
  const viewerOfMemory = { ...memory().viewer, reviewDays };
  await open(() => ({ viewer }), anAuthApi(), { YourMemory: () => ({ viewer: viewerOfMemory }) });
  expect(await screen.findByRole('img', { name: 'Studied on 7 of the last 7 days' })).toBeTruthy();
});

it('a card that was deleted meanwhile leaves the button for all due cards', async () => {
  const items = [{ ...queue.items[0], flashcard: null }];
  await open(() => ({ viewer: { ...viewer, studyQueue: { ...queue, items } } }));
  expect(await screen.findByRole('link', { name: 'Study due cards' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Show Answer' })).toBeNull();
});

const withDashboard = (changes: object) => () => ({
  viewer: { ...viewer, dashboard: { ...dashboard, ...changes } },
});

it('a learner without answers has one line instead of the empty panels of the past', async () => {
  await open(withDashboard({ answers: 0 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show: Your memory' }));
  expect(await screen.findByText('Review days')).toBeTruthy();
});

it('a goal that is passed is reached, not a fraction above one', async () => {
  await open(withDashboard({ completedThisWeek: 128 }));
  expect(await screen.findByText('Goal reached, 128 cards')).toBeTruthy();
  expect(pageText()).not.toContain('128 / 50');
});

it('decks with due cards that are not listed are counted', async () => {
  const dueDecks = [{ __typename: 'DueDeck', deckId: '1', dueCount: 7, deck: rivers }];
  await open(withDashboard({ dueDecks, dueDeckCount: 5 }));
  expect(await screen.findByText('and 4 more decks')).toBeTruthy();
});

it('a deck without cards asks for cards, and a placeholder shows where the next deck will be', async () => {
  await open(withDashboard({}));
  const add = await screen.findByRole('link', { name: 'Add cards: Rivers' });
  expect(add.getAttribute('href')).toBe('/mydecks/1');
  expect(screen.getByRole('link', { name: 'New deck' })).toBeTruthy();
  expect(screen.queryByText('Start Studying')).toBeNull();
});

it('the accessible name of each length of Quick Study begins with its text', async () => {
  await open(() => ({ viewer }));
  for (const minutes of [5, 10, 15]) {
    const link = await screen.findByRole('link', { name: new RegExp(`^${minutes} min`) });
    expect(link.textContent).toBe(`${minutes} min`);
  }
});

it('at half past one at night the dashboard still counts Monday as today', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T22:30:00Z') });
  try {
    const stats = {
      streak: 12,
      xp: 140,
      nextLevelXp: 200,
      level: 1,
      targetDays: 3,
      completedDays: 2,
      ...usualPreferences,
      rememberPercent: 90,
      longestInterval: 36_500,
      weights: null,
      timezone: 'Africa/Nairobi',
      dayStartHour: 4,
      latestStudyDay: null,
      zoneFollowsDevice: false,
    };
    const quiet = { ...dashboard, dueCount: 0, nextDueAt: '2026-11-24T01:00:00Z' };
    const items = [{ ...rivers, lastStudied: '2026-11-23T20:50:00Z' }];
    await open(
      () => ({ viewer: { ...viewer, dashboard: quiet, decks: { ...decks, items } } }),
      anAuthApi({ viewer: async () => ({ ...asha, stats }) }),
    );
    expect(await screen.findByText('The next cards come back tomorrow.')).toBeTruthy();
    expect(pageText()).toContain('Monday is a good day to keep');
    expect(pageText()).toContain('Last studied: Today');
  } finally {
    vi.useRealTimers();
  }
});

it('a device in another time zone asks once before it changes the learner’s study day', async () => {
  const stats = {
    ...numbers,
    ...usualPreferences,
    rememberPercent: 90,
    longestInterval: 36_500,
    weights: null,
    timezone: 'Pacific/Kiritimati',
    dayStartHour: 4,
    latestStudyDay: null,
    zoneFollowsDevice: false,
  };
  const setTimezone = vi.fn(async (_zone: string) => {});
  setDeviceZone('Africa/Addis_Ababa');
  try {
    const api = anAuthApi({ viewer: async () => ({ ...asha, stats }), setTimezone });
    await open(() => ({ viewer }), api);
    expect(pageText()).toContain('This device uses the time of Addis Ababa.');
    await userEvent.click(screen.getByRole('button', { name: 'Use Addis Ababa' }));
    expect(setTimezone).toHaveBeenCalledWith('Africa/Addis_Ababa');
    await userEvent.click(screen.getByRole('button', { name: 'Keep Kiritimati' }));
    expect(screen.queryByRole('region', { name: 'Time zone' })).toBeNull();
    cleanup();
    await open(() => ({ viewer }), api);
    expect(screen.queryByRole('region', { name: 'Time zone' })).toBeNull();
  } finally {
    vi.restoreAllMocks();
  }
});

it('the dashboard page offers the session that was begun on another device, and ends it when it is discarded', async () => {
  const finish = vi.fn(() => ({
    finishSession: { id: 'phone', answered: 2, correct: 1, minutes: 1, xpEarned: 10 },
  }));
  const openSession = {
    __typename: 'StudySession',
    id: 'phone',
    deck: { __typename: 'Deck', id: '12', title: 'Lakes' },
    answered: 2,
    minutes: 1,
  };
  await open(() => ({ viewer: { ...viewer, openSession } }), anAuthApi(), { FinishSession: finish });
  const banner = await screen.findByRole('region', { name: 'Paused session: Lakes' });
  expect(banner.textContent).toContain('was started on another device: 2 cards answered.');
  expect(screen.getByRole('link', { name: 'Resume' }).getAttribute('href')).toBe('/study/12');
  fireEvent.click(screen.getByRole('button', { name: 'Discard the paused session' }));
  expect(screen.queryByRole('region', { name: 'Paused session: Lakes' })).toBeNull();
  await waitFor(() => expect(finish).toHaveBeenCalledTimes(1));
});

const paused = {
  sessionId: 'laptop',
  path: '/study/12',
  title: 'Lakes',
  deckId: '12',
  cards: [
    { id: '1', deckId: '12' },
    { id: '2', deckId: '12' },
  ],
  unnamed: 0,
  secondsPerAnswer: 10,
  current: 1,
  answers: [],
  elapsedMs: 1_000,
};
const pauseLakes = () => storePausedSession(asha.id, { ...paused, lastAnswerAt: new Date().toISOString() });
const finished = { finishSession: { id: 'laptop', answered: 1, correct: 1, minutes: 1, xpEarned: 0 } };

it('a paused session of a deck that was deleted elsewhere is not offered, and its server session ends', async () => {
  pauseLakes();
  const finish = vi.fn(() => finished);
  const gone = { PausedCards: () => ({ flashcards: [null, null] }), FinishSession: finish };
  await open(() => ({ viewer }), anAuthApi(), gone);
  await waitFor(() => expect(finish).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('region', { name: 'Paused session: Lakes' })).toBeNull();
  expect(pausedSessions(asha.id, Date.now())).toEqual([]);
});

it('a paused session is kept while one of its cards exists, or when that cannot be checked', async () => {
  pauseLakes();
  const left = vi.fn(() => ({ flashcards: [null, { __typename: 'Flashcard', id: '2' }] }));
  await open(() => ({ viewer }), anAuthApi(), { PausedCards: left });
  await waitFor(() => expect(left).toHaveBeenCalled());
  expect(await screen.findByRole('region', { name: 'Paused session: Lakes' })).toBeTruthy();
  cleanup();
  const failing = vi.fn(() => refusal('UNAVAILABLE', 'Not now.'));
  await open(() => ({ viewer }), anAuthApi(), { PausedCards: failing });
  await waitFor(() => expect(failing).toHaveBeenCalled());
  expect(await screen.findByRole('region', { name: 'Paused session: Lakes' })).toBeTruthy();
});

it('one "Try again" loads everything that failed', async () => {
  let fails = true;
  const failing = (answer: unknown) => () => (fails ? refusal('UNAVAILABLE', 'Not now.') : answer);
  await open(failing({ viewer }), anAuthApi(), { YourMemory: failing(memory()) });
  const [retry] = await screen.findAllByRole('button', { name: 'Try again' });
  fails = false;
  await userEvent.click(retry as HTMLElement);
  expect(await screen.findByText('Review days')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
});

it('before the first review the rates show a dash, and after a failed load zeros', async () => {
  const rates = { masteryLevelPercent: 0, retentionRatePercent: 0 };
  const nothing = {
    ...dashboard,
    ...rates,
    completedThisWeek: 0,
    cardsMastered: 0,
    minutesPerDay: 0,
    answers: 0,
    reviews: 0,
  };
  await open(() => ({ viewer: { ...viewer, dashboard: nothing } }));
  expect((await screen.findByText('Retention Rate')).parentElement?.textContent).toBe('–Retention Rate');
  expect(screen.getByText('Mastery Level').parentElement?.textContent).toBe('–Mastery Level');
  expect(screen.getByText('Avg. Study Time').parentElement?.textContent).toBe('–Avg. Study Time');
  expect(screen.getByText('Cards Mastered').parentElement?.textContent).toBe('0Cards Mastered');
  cleanup();
  await open(() => refusal('UNAVAILABLE', 'Down'));
  expect((await screen.findByText('Retention Rate')).parentElement?.textContent).toBe('0%Retention Rate');
  expect(screen.getByText('Avg. Study Time').parentElement?.textContent).toBe('0minAvg. Study Time');
});

it('the retention rate is not 0 % before the first review', async () => {
  await open(withDashboard({ retentionRatePercent: 0, masteryLevelPercent: 0, answers: 20, reviews: 0 }));
  expect((await screen.findByText('Retention Rate')).parentElement?.textContent).toBe('–Retention Rate');
  expect(screen.getByText('Mastery Level').parentElement?.textContent).toBe('0%Mastery Level');
});

it('a retention rate of 0 % after reviews is 0 %, not a dash', async () => {
  const allWrong = { completedThisWeek: 0, cardsMastered: 0, minutesPerDay: 0 };
  const rates = { retentionRatePercent: 0, masteryLevelPercent: 0, answers: 4, reviews: 2 };
  await open(withDashboard({ ...allWrong, ...rates }));
  expect((await screen.findByText('Retention Rate')).parentElement?.textContent).toBe('0%Retention Rate');
  expect(screen.getByText('Mastery Level').parentElement?.textContent).toBe('0%Mastery Level');
  expect(screen.getByText('Avg. Study Time').parentElement?.textContent).toBe('0minAvg. Study Time');
});

const dueAgain = '2099-01-01T00:00:00Z';
const quietDay = { dueCount: 0, newCount: 0, nextDueAt: dueAgain };
const lakes = { ...rivers, id: '2', title: 'Lakes', cardCount: 9 };
const quiet = (items: object[], stats = numbers) => ({
  viewer: { ...viewer, stats, dashboard: { ...dashboard, ...quietDay }, decks: { ...decks, items } },
});
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

it('a day without due and new cards offers to study ahead, to add cards and to create a deck', async () => {
  await open(() => quiet([rivers, lakes], { ...numbers, studiedWeekdays: [1] }));
  expect(await screen.findByText('Nothing due today')).toBeTruthy();
  expect(hrefOf('Study ahead: Lakes')).toBe('/study/2');
  expect(hrefOf('Add cards')).toBe('/mydecks/1');
  expect(screen.getAllByRole('link', { name: 'New deck' })[0]?.getAttribute('href')).toBe('/mydecks');
});

it('a learner without any card is not sent to study ahead in an empty deck', async () => {
  await open(() => quiet([rivers], { ...numbers, studiedWeekdays: [] }));
  expect(await screen.findByText('Nothing due today')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Study ahead/ })).toBeNull();
  expect(hrefOf('Add cards')).toBe('/mydecks/1');
});

it('a new learner begins with a portion of the preferred size', async () => {
  const stats = { ...someStats, portionSize: 10 };
  await open(
    () => ({ viewer: { ...viewer, dashboard: { ...dashboard, dueCount: 0, newCount: 33 } } }),
    anAuthApi({ viewer: async () => ({ ...asha, stats }) }),
  );
  expect(await screen.findByRole('link', { name: 'Start with 10' })).toBeTruthy();
});

const celebrations = () =>
  screen.getAllByRole('status').filter(({ textContent }) => textContent === 'Done for today').length;

it('a finished day is celebrated once, not again by a reload or in another tab', async () => {
  await open(() => quiet([lakes]));
  expect(await screen.findByRole('heading', { name: 'Done for today' })).toBeTruthy();
  await waitFor(() => expect(celebrations()).toBe(1));
  cleanup();
  await open(() => quiet([lakes]));
  expect(await screen.findByRole('heading', { name: 'Done for today' })).toBeTruthy();
  expect(celebrations()).toBe(0);
});

it('a finished day is not celebrated for another learner in the same browser, nor on the next day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:00:00Z') });
  try {
    await open(() => quiet([lakes]));
    await waitFor(() => expect(celebrations()).toBe(1));
    cleanup();
    await open(() => quiet([lakes]), anAuthApi({ viewer: async () => ({ ...asha, id: '8' }) }));
    await waitFor(() => expect(celebrations()).toBe(1));
    cleanup();
    vi.setSystemTime(new Date('2026-11-25T12:00:00Z'));
    await open(() => quiet([lakes]));
    await waitFor(() => expect(celebrations()).toBe(1));
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ['while cards are due', { dashboard }],
  ['before an answer', { stats: { ...numbers, studiedWeekdays: [1] } }],
  ['while its numbers are missing', { stats: null }],
])('a day is not called done %s', async (_when, changes) => {
  await open(() => ({ viewer: { ...quiet([lakes]).viewer, ...changes } }));
  await screen.findByRole('heading', { name: 'Recent Decks' });
  expect(screen.queryByText('Done for today')).toBeNull();
});

const deckNamed = (id: number) => ({ ...rivers, id: String(id), title: `Deck ${id}` });
const manyDecks = (count: number) => ({
  __typename: 'DeckPage',
  items: Array.from({ length: count }, (_, index) => deckNamed(index + 1)),
  pageInfo: { __typename: 'PageInfo', totalItems: count },
});

it.each([
  [4, false],
  [5, true],
])('of %i decks at most 4 are shown, with a link to all decks: %s', async (count, hasMore) => {
  await open(() => ({ viewer: { ...viewer, decks: manyDecks(count) } }));
  expect(await screen.findAllByRole('article')).toHaveLength(4);
  const all = screen.queryByRole('link', { name: 'View All Decks' });
  expect(all?.getAttribute('href') ?? null).toBe(hasMore ? '/mydecks' : null);
});

it('without decks the dashboard offers to create one', () => {
  renderScreen({ screen: <NoDecks /> });
  expect(screen.getByText('No decks yet')).toBeTruthy();
  expect(hrefOf('Create Deck')).toBe('/mydecks');
});

const learnerInNairobi = anAuthApi({ viewer: async () => ({ ...asha, stats: someStats }) });

it('a dashboard that stays open over the start of the study day says the new day, its greeting and what is due', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-24T00:50:00Z') });
  const response = vi.fn(() => quiet([lakes]));
  await open(response, learnerInNairobi);
  expect(await screen.findByRole('heading', { name: 'Done for today' })).toBeTruthy();
  expect(screen.getByText(/^Monday is a good day/)).toBeTruthy();
  response.mockImplementation(() => ({
    viewer: {
      ...quiet([lakes]).viewer,
      dashboard: { ...dashboard, nextDueAt: '' },
      stats: { ...numbers, weekday: 3 },
    },
  }));
  await passTime(11 * 60_000);
  expect(await screen.findByText(/^Tuesday is a good day/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Done for today' })).toBeNull());
  expect(response).toHaveBeenCalledTimes(2);
});

it.each([
  ['is shown again', async () => void document.dispatchEvent(new Event('visibilitychange'))],
  [
    'wakes from sleep',
    async () => {
      vi.setSystemTime(Date.now() + 5 * 3_600_000);
      await passTime(15_000);
    },
  ],
])(
  'a dashboard that %s loads its numbers again, and keeps them while that fails',
  async (_when, comeBack) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-24T06:00:00Z') });
    const response = vi.fn((): unknown => ({ viewer }));
    await open(response, learnerInNairobi);
    await screen.findAllByText(/7 cards/);
    response.mockReturnValueOnce(refusal('UNAVAILABLE', 'Down'));
    response.mockReturnValue({ viewer: { ...viewer, dashboard: { ...dashboard, dueCount: 9 } } });
    await comeBack();
    await passTime(100);
    expect(response).toHaveBeenCalledTimes(2);
    expect(screen.getAllByText(/7 cards/).length).toBeGreaterThan(0);
    await passTime(4_000);
    expect((await screen.findAllByText(/9 cards/)).length).toBeGreaterThan(0);
  },
);

it('a learner without decks is led to the starter decks, unless they chose another page first', async () => {
  const empty = {
    viewer: { ...viewer, decks: { ...decks, items: [], pageInfo: { ...decks.pageInfo, totalItems: 0 } } },
  };
  const response = Promise.withResolvers<typeof empty>();
  const chunk = Promise.withResolvers<{ Component: () => string }>();
  localStorage.setItem('authToken', 'tok');
  const { router } = renderScreen({
    screen: <SignedIn />,
    responses: { DashboardScreen: () => response.promise, YourMemory: memory },
    others: [{ path: '/mydecks', lazy: () => chunk.promise }],
  });
  await screen.findByRole('heading', { level: 1 });
  void router.navigate('/mydecks');
  response.resolve(empty);
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  chunk.resolve({ Component: () => 'All decks' });
  expect(await screen.findByText('All decks')).toBeTruthy();
  await act(() => router.navigate('/'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/welcome'));
});

it('each number of the dashboard says what it means, and mastery means one thing there (A6, D18)', async () => {
  await open(withDashboard({}));
  await screen.findByText('Mastery Level');
  const meanings = screen.getByText('What these numbers mean').closest('details');
  const words = [...(meanings?.querySelectorAll('p') ?? [])].map((line) => line.textContent ?? '');
  for (const word of ['mastered', 'Retention', 'Study time', 'Mastery', 'Right answers'])
    expect(words.join(' ')).toContain(word);
  expect(words).toContain('Mastery: the share of all your cards that are mastered.');
  const page = document.body.textContent ?? '';
  expect(page.replace(words.join(''), '').replaceAll('Mastery Level', '')).not.toMatch(/mastery/i);
});
