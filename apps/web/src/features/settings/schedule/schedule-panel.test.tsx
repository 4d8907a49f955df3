import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fill } from '../../../test/fill.ts';
import { refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { scheduleSettings as settings } from '../../../test/schedule-settings.ts';
import { SchedulePanel } from './schedule-panel.tsx';

const cards = 400;
const column = (of: (index: number) => number) => Array.from({ length: cards }, (_, index) => of(index));
const memoryTable = {
  __typename: 'MemoryTable',
  weights: null,
  today: '2026-03-04',
  total: cards,
  newCards: 2_000,
  secondsPerAnswer: 12,
  newPerDay: 4,
  firstAnswers: 100,
  firstCorrect: 40,
  reviews: 500,
  recalled: 450,
  recallSaid: 455,
  deckIds: column(() => 1),
  stability: column((index) => 2 + (index % 40)),
  difficulty: column((index) => 3 + (index % 5)),
  elapsedDays: column((index) => index % 9),
  dueInDays: column((index) => (index % 30) - 2),
  deckPercents: [],
};

/** A month in which so many answers a day came. */
const aPastMonth = (answers: number) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    memoryTable: { ...memoryTable, today: '2026-02-02' },
    statistics: {
      __typename: 'Statistics',
      days: Array.from({ length: 31 }, (_, day) => ({
        __typename: 'StatisticsDay',
        date: new Date(Date.UTC(2026, 1, 2 + day)).toISOString().slice(0, 10),
        answers: day === 30 ? 500 : answers,
      })),
    },
  },
});

const aDeck = (id: string, progress: object = {}) => ({
  __typename: 'Deck',
  id,
  title: `Deck ${id}`,
  progress: {
    __typename: 'DeckProgress',
    newCount: 6,
    rememberPercent: null,
    newCardsPerDay: null,
    ...progress,
  },
});

const open = (responses: Responses = {}) =>
  renderScreen({
    screen: <SchedulePanel />,
    at: '/settings',
    responses: {
      ScheduleSettings: () => ({ viewer: { __typename: 'User', id: '7', stats: settings } }),
      ScheduleDecks: () => ({
        viewer: {
          __typename: 'User',
          id: '7',
          decks: {
            __typename: 'DeckPage',
            pageInfo: { __typename: 'PageInfo', hasNext: false },
            items: [aDeck('1'), aDeck('2')],
          },
        },
      }),
      MemoryTable: () => ({ viewer: { __typename: 'User', id: '7', memoryTable } }),
      PastMonth: () => aPastMonth(0),
      ...responses,
    },
  });

/** The two loads of the sentence about how much to remember. */
async function loadsAt(percent: number): Promise<number[]> {
  const sentence = await screen.findByText(new RegExp(`^At ${percent}% about`));
  return [...(sentence.textContent ?? '').matchAll(/(?:about |: )([\d,]+)/g)].map(([, number]) =>
    Number(number?.replace(',', '')),
  );
}

it('the sentence about how much to remember says the price on the learner’s own cards before anything is saved', async () => {
  open();
  const [at90, at95] = await loadsAt(90);
  expect(at95).toBeGreaterThan(at90 ?? Infinity);
  await userEvent.selectOptions(screen.getByLabelText('How much to remember'), '95');
  const [now, at97] = await loadsAt(95);
  expect(now).toBe(at95);
  expect(at97).toBeGreaterThan(now ?? Infinity);
});

it('a few cards take less than a minute, not about 0 minutes', async () => {
  const few = { ...memoryTable, newCards: 0, newPerDay: 0, total: 1, secondsPerAnswer: 5 };
  const one = Object.fromEntries(
    (['deckIds', 'stability', 'difficulty', 'elapsedDays', 'dueInDays'] as const).map((name) => [
      name,
      memoryTable[name].slice(0, 1),
    ]),
  );
  open({ MemoryTable: () => ({ viewer: { __typename: 'User', id: '7', memoryTable: { ...few, ...one } } }) });
  await screen.findByText(/^Less than a minute a day/);
  expect(screen.queryByText(/About 0 minutes/)).toBeNull();
});

it('a daily limit says how many due cards wait today and until when', async () => {
  open();
  await screen.findByText(/No due card waits today/);
  await userEvent.selectOptions(screen.getByLabelText('Cards a day at most'), '20');
  const waits = await screen.findByText(/due cards wait today/);
  const due = memoryTable.dueInDays.filter((days) => days <= 0).length;
  expect(waits.textContent).toContain(`${due - 20} due cards wait today`);
});

it('the settings of the schedule are saved as they are chosen', async () => {
  const update = vi.fn((_variables: unknown) => ({ updateStudySettings: settings }));
  open({ UpdateSchedule: update });
  await userEvent.selectOptions(await screen.findByLabelText('Longest wait'), '365');
  await userEvent.selectOptions(screen.getByLabelText('Answer buttons'), '4');
  await userEvent.selectOptions(screen.getByLabelText('Sun'), 'OFF');
  await userEvent.click(screen.getByRole('switch', { name: 'Next day on each button' }));
  await screen.findByText(/Your schedule settings are saved/);
  await waitFor(() => expect(update.mock.lastCall?.[0]).toMatchObject({ input: { showsNextDay: true } }));
  expect(update.mock.lastCall?.[0]).toEqual({
    input: {
      rememberPercent: 90,
      longestInterval: 365,
      newCardsPerDay: 0,
      dailyLimit: 0,
      studyOrder: 'WEAKEST_FIRST',
      easyDays: ['OFF', 'FULL', 'FULL', 'FULL', 'FULL', 'FULL', 'FULL'],
      fourAnswers: true,
      showsNextDay: true,
    },
  });
});

it('seven days off are not sent', async () => {
  const update = vi.fn((_variables: { input: { easyDays: string[] } }) => ({
    updateStudySettings: settings,
  }));
  open({ UpdateSchedule: update });
  await screen.findByLabelText('Sun');
  for (const day of ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']) fill(day, 'OFF');
  expect((await screen.findByRole('alert')).textContent).toContain('at least one day');
  for (const [{ input }] of update.mock.calls) expect(input.easyDays).toContain('FULL');
});

it('settings that were not saved stay in the form, with the reason', async () => {
  open({ UpdateSchedule: () => refusal('RATE_LIMITED', 'Too many changes.') });
  await userEvent.selectOptions(await screen.findByLabelText('How much to remember'), '85');
  await screen.findByRole('alert');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>('How much to remember').value).toBe('85');
});

it('the next 180 days are shown in six parts, whose cards known grow', async () => {
  open();
  const table = within(await screen.findByRole('region', { name: 'The next 180 days' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(6);
  const known = rows.map((row) =>
    Number(within(row).getAllByRole('cell').at(-1)?.textContent.replace(',', '')),
  );
  expect(known.at(-1)).toBeGreaterThan(known[0] ?? Infinity);
  await waitFor(() => expect(known[0]).toBeGreaterThan(300));
});

it('a deck gets a setting of its own, and keeps the other', async () => {
  const update = vi.fn((_variables: unknown) => ({
    updateDeckStudySettings: aDeck('2', { rememberPercent: 85 }),
  }));
  open({ UpdateDeckSchedule: update });
  await userEvent.selectOptions(await screen.findByLabelText('Deck'), '2');
  await userEvent.selectOptions(screen.getByLabelText('How much to remember of this deck'), '85');
  await screen.findByText('The settings of the deck are saved.');
  expect(update.mock.lastCall?.[0]).toEqual({
    input: { deckId: '2', rememberPercent: 85, newCardsPerDay: null },
  });
  expect(screen.getByLabelText<HTMLSelectElement>('How much to remember of this deck').value).toBe('85');
});

it('a setting of a deck that was not saved shows the reason and the old value', async () => {
  open({ UpdateDeckSchedule: () => refusal('DECK_NOT_FOUND', 'Deck not found.') });
  await userEvent.selectOptions(await screen.findByLabelText('New cards a day of this deck'), '10');
  await screen.findByText(/Deck not found|were not saved/);
  expect(screen.getByLabelText<HTMLSelectElement>('New cards a day of this deck').value).toBe('');
});

it('without the numbers of the cards and the decks the settings stay usable and promise nothing', async () => {
  open({
    MemoryTable: () => refusal('INTERNAL', 'Something went wrong.'),
    ScheduleDecks: () => refusal('INTERNAL', 'Something went wrong.'),
  });
  await screen.findByLabelText('How much to remember');
  expect(screen.queryByText(/about .* cards a day/)).toBeNull();
  expect(screen.queryByLabelText('Deck')).toBeNull();
});

it('settings that could not be loaded are said so', async () => {
  open({ ScheduleSettings: () => refusal('INTERNAL', 'Something went wrong.') });
  expect(await screen.findByText(/schedule settings could not be loaded/)).toBeDefined();
  expect(screen.queryByLabelText('Longest wait')).toBeNull();
});

it('the what-if says its own error of last month, without the day that is not over', async () => {
  open({ PastMonth: () => aPastMonth(20) });
  const sentence = await screen.findByText(/^A month ago this would have said/);
  const [, foreseen = '', off = ''] =
    /said (\d+) cards a day. 20 a day came: (\d+)% off/.exec(sentence.textContent) ?? [];
  expect(Math.abs(Number(off) - 5 * Math.abs(Number(foreseen) - 20))).toBeLessThanOrEqual(3);
});

it('the what-if says no error before there is a month to compare with', async () => {
  open();
  expect(await screen.findByText('After a month of study this says how far off it was.')).toBeTruthy();
});

it('a last month that cannot be read is not said to be compared', async () => {
  open({ PastMonth: () => refusal('RATE_LIMITED', 'Too many requests.') });
  await screen.findByText(/^At 90% about/);
  await waitFor(() => expect(screen.queryByText(/last month…|month of study/)).toBeNull());
});
