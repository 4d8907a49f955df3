import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openAt, press, stats, taken } from '../../../test/open-session.tsx';
import { anAuthApi, asha, someStats } from '../../../test/render-screen.tsx';

const preferring = (preferences: { fourAnswers?: boolean; showsNextDay?: boolean }) =>
  anAuthApi({ viewer: async () => ({ ...asha, stats: { ...someStats, ...stats, ...preferences } }) });

const forecast = Array.from({ length: 60 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 2, 4 + index)).toISOString().slice(0, 10),
  count: 0,
}));
/** A card that was answered ten days ago and is due today. */
const NextDays = ({ id }: { id: string }) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    stats: {
      rememberPercent: 90,
      longestInterval: 36_500,
      weights: null,
      easyDays: Array.from({ length: 7 }, () => 'FULL'),
    },
    forecast,
  },
  flashcards: [
    {
      __typename: 'Flashcard',
      id,
      deck: { __typename: 'Deck', id: '12', progress: { rememberPercent: null } },
      schedule: {
        stabilityDays: 10,
        difficulty: 5,
        lapses: 0,
        studyCount: 3,
        lastStudyDay: '2026-02-22',
        dueOn: '2026-03-04',
      },
    },
  ],
});
const sentBy = (record: ReturnType<typeof vi.fn<typeof taken>>) =>
  record.mock.calls.flatMap(([{ input }]) => input.answers);

it.each([
  ['1', { wasCorrect: false }],
  ['2', { wasCorrect: true, rating: 2 }],
  ['3', { wasCorrect: true }],
  ['4', { wasCorrect: true, rating: 4 }],
])('with four buttons the key %s gives its answer, and hard counts as known', async (key, expected) => {
  const record = vi.fn(taken);
  await openAt('1 of 2 cards', { RecordAnswers: record }, preferring({ fourAnswers: true }));
  press(' ');
  const buttons = within(screen.getByRole('group', { name: 'How well did you know it?' }));
  expect(buttons.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Again1',
    'Hard2',
    'Good3',
    'Easy4',
  ]);
  press(key);
  await waitFor(() => expect(sentBy(record)).toMatchObject([expected]));
  expect(sentBy(record)[0]).not.toHaveProperty('dueOn');
});

it('with two buttons the keys 2 to 4 do nothing', async () => {
  const record = vi.fn(taken);
  await openAt('1 of 2 cards', { RecordAnswers: record }, preferring({ fourAnswers: false }));
  press(' ');
  for (const key of ['2', '3', '4']) press(key);
  expect(screen.queryByRole('group', { name: 'How well did you know it?' })).toBeNull();
  press('0');
  await waitFor(() => expect(sentBy(record)).toHaveLength(1));
  expect(sentBy(record)[0]).toMatchObject({ wasCorrect: false });
});

it('the day on a button is sent with the answer, so that it is the day that comes', async () => {
  const record = vi.fn(taken);
  const api = preferring({ fourAnswers: true, showsNextDay: true });
  await openAt('1 of 2 cards', { RecordAnswers: record, NextDays }, api);
  press(' ');
  const good = await screen.findByRole('button', { name: /Good.*in \d+ days/ });
  const days = Number(/in (\d+) days/.exec(good.textContent)?.[1]);
  expect(days).toBeGreaterThan(10);
  expect(screen.getByRole('button', { name: /Again.*(tomorrow|in \d days)/ })).toBeTruthy();
  fireEvent.click(good);
  await waitFor(() => expect(sentBy(record)).toHaveLength(1));
  expect(sentBy(record)[0]).toMatchObject({ dueOn: forecast[days]?.date, wasCorrect: true });
});

it('without the numbers no day is shown, and none is sent', async () => {
  const record = vi.fn(taken);
  const failing = () => Promise.reject(new Error('not reached'));
  const api = preferring({ showsNextDay: true });
  await openAt('1 of 2 cards', { RecordAnswers: record, NextDays: failing }, api);
  press(' ');
  expect(screen.getByRole('button', { name: /^Correct/ }).textContent).toBe('Correct1');
  press('1');
  await waitFor(() => expect(sentBy(record)).toHaveLength(1));
  expect(sentBy(record)[0]).not.toHaveProperty('dueOn');
});
