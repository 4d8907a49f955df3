import { dateOf, type Day } from '../domain/calendar/calendar.ts';
import {
  dashboardOf,
  dueDecksOf,
  statsOf,
  todayOf,
  type DashboardNumbers,
  type DayCount,
  type LearnerStats,
  type Standpoint,
} from '../domain/learner/dashboard.ts';
import type { DayRow, DeckRow, LearnerRow } from '../domain/rows.ts';

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

interface LearnerNeeds {
  findLearner: (userId: number) => Promise<LearnerRow>;
  now: () => Date;
}

export const readStats =
  ({ findLearner, now }: LearnerNeeds) =>
  async (userId: number): Promise<LearnerStats> =>
    statsOf({ learner: await findLearner(userId), now: now() });

export const readDashboard =
  ({ findLearner, now }: LearnerNeeds) =>
  async (userId: number): Promise<DashboardNumbers> =>
    dashboardOf({ learner: await findLearner(userId), now: now() });

/** Decks with due cards, most first. */
export const readDueDecks =
  ({ decksDue }: { decksDue: (userId: number, today: Day) => Promise<DeckRow[]> }) =>
  async (from: Standpoint): Promise<{ deckId: number; dueCount: number }[]> => {
    const today = todayOf(from);
    return dueDecksOf(await decksDue(from.learner.ownerId, today), today);
  };

/** Answers on each of the last days, oldest first; days without one are left out. */
export const readReviewDays =
  ({ readDays }: { readDays: (userId: number, from: Day, to: Day) => Promise<DayRow[]> }) =>
  async (length: number, from: Standpoint): Promise<DayCount[]> => {
    const today = todayOf(from);
    const days = await readDays(from.learner.ownerId, today - length + 1, today);
    return days
      .sort((a, b) => a.day - b.day)
      .map(({ day, answers }) => ({ date: dateOf(day), count: answers }));
  };
