import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { scheduleSettings as settings } from '../../../test/schedule-settings.ts';
import { AbsencePanel } from './absence-panel.tsx';

const cards = 300;
const column = (of: (index: number) => number) => Array.from({ length: cards }, (_, index) => of(index));
const memoryTable = {
  __typename: 'MemoryTable',
  weights: null,
  today: '2026-12-01',
  total: cards,
  newCards: 0,
  secondsPerAnswer: 12,
  newPerDay: 0,
  firstAnswers: 100,
  firstCorrect: 40,
  reviews: 500,
  recalled: 450,
  recallSaid: 455,
  deckIds: column((index) => 1 + (index % 3 === 0 ? 1 : 0)),
  stability: column((index) => 20 + (index % 40)),
  difficulty: column((index) => 3 + (index % 5)),
  elapsedDays: column(() => 5),
  dueInDays: column((index) => index % 20),
  deckPercents: [],
};
const aDeck = (id: string, title: string) => ({
  __typename: 'Deck',
  id,
  title,
  progress: { __typename: 'DeckProgress', newCount: 6, rememberPercent: null, newCardsPerDay: null },
});

function open(responses: Responses = {}) {
  let stats = settings;
  const update = vi.fn(({ input }: { input: Partial<typeof settings> }) => {
    stats = { ...stats, ...input };
    const { absence } = stats;
    stats.absence = absence && { __typename: 'Absence', ...absence };
    return {
      updateStudySettings: {
        __typename: 'LearnerStats',
        dailyLimit: stats.dailyLimit,
        absence: stats.absence,
      },
    };
  });
  renderScreen({
    screen: <AbsencePanel />,
    at: '/settings',
    responses: {
      ScheduleSettings: () => ({ viewer: { __typename: 'User', id: '7', stats } }),
      ScheduleDecks: () => ({
        viewer: {
          __typename: 'User',
          id: '7',
          decks: {
            __typename: 'DeckPage',
            pageInfo: { __typename: 'PageInfo', hasNext: false },
            items: [aDeck('1', 'Rivers'), aDeck('2', 'Lakes')],
          },
        },
      }),
      MemoryTable: () => ({ viewer: { __typename: 'User', id: '7', memoryTable } }),
      UpdateAbsence: update,
      ...responses,
    },
  });
  return update;
}

async function enter(from: string, until: string) {
  fireEvent.change(await screen.findByLabelText('First day away'), { target: { value: from } });
  fireEvent.change(screen.getByLabelText('Last day away'), { target: { value: until } });
}

it('an absence says what to study before it, what waits afterwards and until when, before it is saved', async () => {
  const update = open();
  await enter('2026-12-04', '2026-12-13');
  const effect = within(await screen.findByRole('region', { name: 'What the absence does' }));
  expect(effect.getByText(/^Before you go: \d+ cards in 3 days, about \d+ minutes/)).toBeTruthy();
  // 15 cards a day fall due, on ten days.
  expect(effect.getByText(/^150 cards fall due while you are away/)).toBeTruthy();
  const decks = await effect.findAllByRole('listitem');
  expect(decks.map(({ textContent }) => textContent)).toEqual(['Rivers: 100 cards', 'Lakes: 50 cards']);
  expect(
    effect.getByText(/^When you are back, 1\d\d cards wait. With \d+ cards a day none is left on/),
  ).toBeTruthy();
  expect(update).not.toHaveBeenCalled();
});

it('an absence is saved, and removed again', async () => {
  const update = open();
  await enter('2026-12-04', '2026-12-13');
  await userEvent.click(screen.getByRole('button', { name: 'Save the absence' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove it' }));
  await screen.findByText('Your absence is removed.');
  expect(update.mock.calls.map(([{ input }]) => input)).toEqual([
    { absence: { from: '2026-12-04', until: '2026-12-13' } },
    { absence: null },
  ]);
});

it('without a limit one is suggested and set', async () => {
  const update = open();
  await enter('2026-12-04', '2026-12-13');
  await userEvent.click(await screen.findByRole('button', { name: /^Limit to \d+ cards a day/ }));
  await screen.findByText('Your limit is saved.');
  const [[{ input }]] = update.mock.calls as [[{ input: { dailyLimit: number } }]];
  expect(input.dailyLimit).toBeGreaterThanOrEqual(20);
});

it('a last day before the first one is not sent', async () => {
  const update = open();
  await enter('2026-12-04', '2026-12-03');
  await userEvent.click(screen.getByRole('button', { name: 'Save the absence' }));
  expect(screen.getByText('The last day is before the first one.')).toBeTruthy();
  expect(update).not.toHaveBeenCalled();
});

it('a refused absence is reported, and stays in its fields', async () => {
  open({ UpdateAbsence: () => refusal('RATE_LIMITED', 'Too many changes. Try again in a minute.') });
  await enter('2026-12-04', '2026-12-13');
  await userEvent.click(screen.getByRole('button', { name: 'Save the absence' }));
  expect(await screen.findByText('Too many changes. Try again in a minute.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('First day away').value).toBe('2026-12-04');
});

it('an absence that is already over is refused with a sentence', async () => {
  const update = open();
  fireEvent.change(await screen.findByLabelText('First day away'), { target: { value: '2026-11-01' } });
  fireEvent.change(screen.getByLabelText('Last day away'), { target: { value: '2026-11-10' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save the absence' }));
  expect(await screen.findByText('These days are over.')).toBeTruthy();
  expect(update).not.toHaveBeenCalled();
});
