import { dashboardOf, dueDecksOf, statsOf, todayOf } from '../domain/dashboard.ts';
import type { DashboardNumbers, LearnerStats } from '../domain/dashboard.ts';
import { dateOf, type Day } from '../domain/calendar.ts';
import { forecastOf } from '../domain/due-days.ts';
import type { DayRow, DeckRow, LearnerRow, OpenSession } from '../domain/rows.ts';
import { resumable } from '../domain/sessions.ts';

interface Needs {
  readLearner: (userId: number) => Promise<LearnerRow>;
  finishIdleSessions: (userId: number) => Promise<void>;
  now: () => Date;
}

/** The learner's row, after sessions whose 30 minutes are over have been ended. */
export const findLearner =
  ({ readLearner, finishIdleSessions, now }: Needs) =>
  async (userId: number): Promise<LearnerRow> => {
    const learner = await readLearner(userId);
    if (!learner.idleAt || learner.idleAt > now()) return learner;
    await finishIdleSessions(userId);
    return readLearner(userId);
  };

interface WithLearner {
  findLearner: (userId: number) => Promise<LearnerRow>;
  now: () => Date;
}

export const readStats =
  ({ findLearner, now }: WithLearner) =>
  async (userId: number): Promise<LearnerStats> =>
    statsOf(await findLearner(userId), now());

export const readDashboard =
  ({ findLearner, now }: WithLearner) =>
  async (userId: number): Promise<DashboardNumbers> =>
    dashboardOf(await findLearner(userId), now());

/** Decks with due cards, most first. */
export const readDueDecks =
  ({
    findLearner,
    decksDue,
    now,
  }: WithLearner & { decksDue: (userId: number, today: Day) => Promise<DeckRow[]> }) =>
  async (userId: number): Promise<{ deckId: number; dueCount: number }[]> => {
    const today = todayOf(await findLearner(userId), now());
    return dueDecksOf(await decksDue(userId, today), today);
  };

/** The session that can be resumed. */
export const readOpenSession =
  ({ findLearner, now }: WithLearner) =>
  async (userId: number): Promise<OpenSession | null> =>
    resumable((await findLearner(userId)).sessions, now());

export interface DayCount {
  /** YYYY-MM-DD. */
  date: string;
  count: number;
}

/** Answers on each of the last days, oldest first; days without one are left out. */
export const readReviewDays =
  ({
    findLearner,
    readDays,
    now,
  }: WithLearner & { readDays: (userId: number, from: Day, to: Day) => Promise<DayRow[]> }) =>
  async (userId: number, length: number): Promise<DayCount[]> => {
    const today = todayOf(await findLearner(userId), now());
    const days = await readDays(userId, today - length + 1, today);
    return days
      .sort((a, b) => a.day - b.day)
      .map(({ day, answers }) => ({ date: dateOf(day), count: answers }));
  };

/** Cards falling due on each of the next days, today first. */
export const readForecast =
  ({ findLearner, now }: WithLearner) =>
  async (userId: number, length: number): Promise<DayCount[]> => {
    const learner = await findLearner(userId);
    const days = forecastOf(learner.due, todayOf(learner, now()), length);
    return days.map(({ day, count }) => ({ date: dateOf(day), count }));
  };
