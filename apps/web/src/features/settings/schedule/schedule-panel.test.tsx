import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { SchedulePanel } from './schedule-panel.tsx';

const settings = {
  __typename: 'LearnerStats',
  rememberPercent: 90,
  longestInterval: 36_500,
  newCardsPerDay: 0,
  dailyLimit: 0,
  studyOrder: 'WEAKEST_FIRST',
  easyDays: Array.from({ length: 7 }, () => 'FULL'),
  fourAnswers: false,
  showsNextDay: false,
};
const cards = 400;
const column = (of: (index: number) => number) => Array.from({ length: cards }, (_, index) => of(index));
const memoryTable = {
  __typename: 'MemoryTable',
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

const open = (responses: Responses = {}) =>
  renderScreen({
    screen: <SchedulePanel />,
    at: '/settings',
    responses: {
      ScheduleSettings: () => ({ viewer: { __typename: 'User', id: '7', stats: settings } }),
      MemoryTable: () => ({ viewer: { __typename: 'User', id: '7', memoryTable } }),
      ...responses,
    },
  });

/** The two loads of the sentence about how much to remember. */
async function loadsAt(percent: number): Promise<number[]> {
  const sentence = await screen.findByText(new RegExp(`^At ${percent} % about`));
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

it('a daily limit says how many due cards wait today and until when', async () => {
  open();
  await screen.findByText(/No due card waits today/);
  await userEvent.selectOptions(screen.getByLabelText('Cards a day at most'), '20');
  const waits = await screen.findByText(/due cards wait today/);
  const due = memoryTable.dueInDays.filter((days) => days <= 0).length;
  expect(waits.textContent).toContain(`${due - 20} due cards wait today`);
});

it('the settings of the schedule are sent together', async () => {
  const update = vi.fn((_variables: unknown) => ({ updateStudySettings: settings }));
  open({ UpdateSchedule: update });
  await userEvent.selectOptions(await screen.findByLabelText('Longest wait'), '365');
  await userEvent.selectOptions(screen.getByLabelText('Answer buttons'), '4');
  await userEvent.selectOptions(screen.getByLabelText('Sun'), 'OFF');
  await userEvent.click(screen.getByRole('button', { name: 'Save schedule settings' }));
  await screen.findByText(/Your schedule settings are saved/);
  expect(update.mock.lastCall?.[0]).toEqual({
    input: {
      rememberPercent: 90,
      longestInterval: 365,
      newCardsPerDay: 0,
      dailyLimit: 0,
      studyOrder: 'WEAKEST_FIRST',
      easyDays: ['OFF', 'FULL', 'FULL', 'FULL', 'FULL', 'FULL', 'FULL'],
      fourAnswers: true,
      showsNextDay: false,
    },
  });
});

it('seven days off are not sent', async () => {
  const update = vi.fn();
  open({ UpdateSchedule: update });
  await screen.findByLabelText('Sun');
  for (const day of ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
    await userEvent.selectOptions(screen.getByLabelText(day), 'OFF');
  await userEvent.click(screen.getByRole('button', { name: 'Save schedule settings' }));
  expect((await screen.findByRole('alert')).textContent).toContain('at least one day');
  expect(update).not.toHaveBeenCalled();
});

it('settings that were not saved stay in the form, with the reason', async () => {
  open({ UpdateSchedule: () => refusal('RATE_LIMITED', 'Too many changes.') });
  await userEvent.selectOptions(await screen.findByLabelText('How much to remember'), '85');
  await userEvent.click(screen.getByRole('button', { name: 'Save schedule settings' }));
  await screen.findByRole('alert');
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
