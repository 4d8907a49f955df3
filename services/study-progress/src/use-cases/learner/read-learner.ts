import type { AnswerCounts } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { dateOf } from '@kumbuka/contracts/study-day';
import {
  dashboardOf,
  dueDecksOf,
  statsOf,
  todayOf,
  type DashboardNumbers,
  type DayCount,
  type LearnerStats,
  type LearnerNow,
} from '../../domain/learner/dashboard.ts';
import type { Learner } from '../../domain/learner/learner.ts';
import { firstIdleAt } from '../../domain/session/session.ts';
import { finishIdleSessions } from '../session/finish-sessions.ts';
import type { Ports } from '../ports.ts';

type LearnerPorts = Pick<Ports, 'learners' | 'transact' | 'now' | 'newId'>;

/** Returns the learner after ending expired sessions. */
export const findLearner =
  (ports: LearnerPorts) =>
  async ({ userId }: Pick<Principal, 'userId'>): Promise<Learner> => {
    const learner = await ports.learners.find(userId);
    const idleAt = firstIdleAt(learner.sessions);
    if (!idleAt || idleAt > ports.now()) return learner;
    await finishIdleSessions(ports)(userId);
    return ports.learners.find(userId);
  };

export const readStats =
  (ports: LearnerPorts) =>
  async (principal: Pick<Principal, 'userId'>): Promise<LearnerStats> =>
    statsOf({ learner: await findLearner(ports)(principal), now: ports.now() });

/** Reads the dashboard's numbers, which are the same before and after an expired session ends. */
export const readDashboard =
  ({ learners, now }: Pick<Ports, 'learners' | 'now'>) =>
  async ({ userId }: Pick<Principal, 'userId'>): Promise<DashboardNumbers> =>
    dashboardOf({ learner: await learners.findCounters(userId), now: now() });

/** Decks with due cards, most due first. */
export const readDueDecks =
  ({ decks }: Pick<Ports, 'decks'>) =>
  async (from: LearnerNow): Promise<{ deckId: number; dueCount: number }[]> => {
    const today = todayOf(from);
    return dueDecksOf(await decks.findDue(from.learner.ownerId, today), today);
  };

/** Answers on each of the last days, oldest first; days without answers are omitted. */
export const readReviewDays =
  ({ days }: Pick<Ports, 'days'>) =>
  async (length: number, from: LearnerNow): Promise<DayCount[]> => {
    const today = todayOf(from);
    const found = await days.findBetween(from.learner.ownerId, today - length + 1, today);
    return found.map(({ day, answers }) => ({ date: dateOf(day), count: answers }));
  };

/** For internal callers: total answers per user; users without answers may be omitted. */
export const countAnswers =
  ({ learners }: Pick<Ports, 'learners'>) =>
  async (userIds: readonly number[]): Promise<AnswerCounts[]> => {
    const found = await learners.countAnswers(userIds);
    return found.map(({ ownerId, answers }) => ({ userId: ownerId, answers }));
  };
