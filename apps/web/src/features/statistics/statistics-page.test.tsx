import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fairFill } from '../../shared/theme/tokens.ts';
import { refusal, renderScreen, type Responses } from '../../test/render-screen.tsx';
import { StatisticsPage } from './statistics-page.tsx';

const dateOf = (index: number) => new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10);
const typed = (__typename: string) => (row: object) => ({ __typename, ...row });
const daysOf = (length: number) =>
  Array.from({ length }, (_, index) => ({
    date: dateOf(index),
    answers: index === 2 ? 40 : 0,
    minutes: index === 2 ? 12.4 : 0,
  }));

interface Parts {
  length?: number;
  days?: object[];
  streaks?: object[];
  stats?: object | null;
}

function aResponse({
  length = 30,
  days = daysOf(length),
  streaks = [{ from: dateOf(2), to: dateOf(4), days: 3 }],
  stats = { __typename: 'LearnerStats', streak: 0 },
}: Parts) {
  const statistics = {
    __typename: 'Statistics',
    days: days.map(typed('StatisticsDay')),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, answers: hour === 18 ? 40 : 0 })).map(
      typed('StatisticsHour'),
    ),
    intervals: [
      { fromDays: 1, toDays: 1, reviews: 10, recalled: 9 },
      { fromDays: 2, toDays: 3, reviews: 0, recalled: 0 },
    ].map(typed('IntervalRetention')),
    decks: [
      {
        deck: { __typename: 'Deck', id: '1', title: 'Rivers' },
        cards: 12,
        learned: 3,
        mastery: 67,
      },
      { deck: null, cards: 1, learned: 0, mastery: 0 },
    ].map(typed('DeckMastery')),
    streaks: streaks.map(typed('Streak')),
  };
  const forecast = [{ date: dateOf(0), count: 4 }].map(typed('ForecastDay'));
  return {
    viewer: {
      __typename: 'User',
      id: '7',
      stats,
      forecast,
      statistics,
    },
  };
}

const noSlipping = { viewer: { __typename: 'User', id: '7', slippingCards: [] } };
const noCalibration = { viewer: { __typename: 'User', id: '7', calibration: null } };

function open(statisticsScreen: Responses[string], saidAndWas: Responses[string] = () => noCalibration) {
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: <StatisticsPage />,
    at: '/stats',
    responses: {
      StatisticsScreen: statisticsScreen,
      SaidAndWas: saidAndWas,
      SlippingCards: () => noSlipping,
    },
  });
}
const tableOf = (caption: string) => within(screen.getByRole('table', { name: caption }));

it('every chart says in words what it shows, and has its numbers as a table', async () => {
  open(() => aResponse({}));
  const charts = await screen.findAllByRole('img');
  expect(charts.map((chart) => chart.getAttribute('aria-label'))).toEqual([
    'Reviews per day. 40 reviews on 1 of the last 30 days. Most on 3 Mar: 40.',
    'Minutes per day. 12 minutes, 12 on a study day.',
    'Reviews by hour of the day. Most between 18:00 and 19:00: 40 of 40 reviews.',
    'Cards falling due per day. 4 cards in the next 1 days, 4 of them today.',
    'Retention by interval: 1 day 90%.',
    'Right answers by deck: Rivers 67%.',
    'Streaks, latest first. No streak right now. The longest was 3 days.',
  ]);
  expect(screen.getAllByText('Show as a table')).toHaveLength(charts.length);
  expect(tableOf('Reviews per day').getAllByRole('row')).toHaveLength(31);
  expect(tableOf('Right answers by deck').getByRole('row', { name: 'Rivers 67% 3 12' })).toBeTruthy();
  expect(tableOf('Retention by interval').getByRole('row', { name: '2–3 days – 0' })).toBeTruthy();
});

it('a streak that could not be loaded is not called ended', async () => {
  open(() => aResponse({ stats: null }));
  expect(await screen.findByText('The longest was 3 days.')).toBeTruthy();
  expect(screen.queryByText(/No streak right now/)).toBeNull();
});

it('a day from before minutes were counted has a dash, not 0 minutes', async () => {
  open(() => aResponse({ days: [{ date: dateOf(0), answers: 7, minutes: null }, ...daysOf(1)] }));
  expect(await screen.findByText(/Older days have no minutes/)).toBeTruthy();
  expect(tableOf('Minutes per day').getAllByRole('row', { name: '1 Mar –' })).toHaveLength(1);
});

it('the longer period requests its days and keeps the charts meanwhile', async () => {
  const respond = vi.fn(({ days }: { days: number }) =>
    days === 30 ? aResponse({}) : new Promise(() => {}),
  );
  open(respond);
  await userEvent.click(await screen.findByRole('button', { name: '90 days' }));
  expect(respond).toHaveBeenLastCalledWith({ days: 90 }, expect.anything());
  expect(screen.getByRole('button', { name: '90 days' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getAllByRole('img')).toHaveLength(7);
});

it('a learner without any review is led to the first one, not to empty charts', async () => {
  open(() => aResponse({ days: daysOf(1), streaks: [] }));
  expect(await screen.findByText('No reviews yet')).toBeTruthy();
  expect(screen.queryAllByRole('img')).toEqual([]);
});

it('after a month without study no day is named as the one with most reviews', async () => {
  open(() => aResponse({ days: daysOf(30).map((day) => ({ ...day, answers: 0 })) }));
  expect(await screen.findByText('0 reviews on 0 of the last 30 days.')).toBeTruthy();
});

it('the statistics page reports a failure, and a retry loads the charts', async () => {
  let fails = true;
  open(() => (fails ? refusal('UNAVAILABLE', 'Down') : aResponse({})));
  expect(await screen.findByText('Your statistics could not be loaded')).toBeTruthy();
  expect(document.body.textContent).not.toContain('No reviews yet');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Hours of the day')).toBeTruthy();
});

const aCalibration = (reviews: number) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    calibration: {
      __typename: 'Calibration',
      reviews,
      said: 0.9,
      was: 0.88,
      months: [{ __typename: 'CalibrationMonth', month: '2026-03', reviews, said: 0.9, was: 0.88 }],
      decks: [
        {
          __typename: 'CalibrationDeck',
          deckId: '1',
          deck: { __typename: 'Deck', id: '1', title: 'Rivers' },
          reviews,
          said: 0.9,
          was: 0.88,
        },
      ],
      logLoss: 0.3456,
      rmseBins: 0.0412,
      constantLogLoss: 0.3669,
      movingAverageLogLoss: 0.3701,
    },
  },
});

it('the statistics say what was predicted and what came, by month and by deck', async () => {
  open(
    () => aResponse({}),
    () => aCalibration(412),
  );
  await screen.findByText('We said 90%, you remembered 88% of 412 reviews.');
  const table = tableOf('Said and was by month and deck');
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'Month or deckSaidRememberedReviews',
    'March 202690%88%412',
    'Rivers90%88%412',
  ]);
  expect(screen.getByText('0.346').previousSibling?.textContent).toBe('Log loss of the predictions');
});

it('fewer than 100 reviews are not judged', async () => {
  open(
    () => aResponse({}),
    () => aCalibration(99),
  );
  await screen.findByText('Shown from 100 reviews on. You have 99 so far.');
  expect(screen.queryByText(/^We said/)).toBeNull();
});

it('the page says to a learner without reviews when predictions are judged, and reports no failure', async () => {
  open(() => aResponse({}));
  await screen.findByText('Shown from 100 reviews on. You have 0 so far.');
  expect(screen.queryByText('Could not be loaded')).toBeNull();
});

it('the bar of a deck between 60 and 79 % has its own colour, not the brown of texts (D21)', async () => {
  open(() => aResponse({}));
  const chart = await screen.findByRole('img', { name: /^Right answers by deck/ });
  expect(chart.querySelectorAll('rect')[1]?.getAttribute('fill')).toBe(fairFill);
});
