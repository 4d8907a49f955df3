import type { Deck } from '../../domain/deck/deck.ts';
import { todayOf, type LearnerNow } from '../../domain/learner/dashboard.ts';
import {
  answersByHour,
  retentionByInterval,
  statisticsDays,
  streaksOf,
  type IntervalRetention,
  type StatisticsDay,
  type Streak,
} from '../../domain/learner/statistics.ts';
import type { Ports } from '../ports.ts';

/** Decks in the statistics. */
const decksShown = 20;

export interface Statistics {
  days: StatisticsDay[];
  hours: { hour: number; answers: number }[];
  intervals: IntervalRetention[];
  streaks: Streak[];
}

/** Statistics from one row per day and the learner's row; no answer is read. */
export const readStatistics =
  ({ days }: Pick<Ports, 'days'>) =>
  async (length: number, from: LearnerNow): Promise<Statistics> => {
    const today = todayOf(from);
    const counts = await days.countsBetween(from.learner.ownerId, today - length + 1, today);
    return {
      days: statisticsDays(from, counts, length),
      hours: answersByHour(counts),
      intervals: retentionByInterval(from),
      streaks: streaksOf(from),
    };
  };

const latest = (a: Pick<Deck, 'lastStudiedAt'>, b: Pick<Deck, 'lastStudiedAt'>) =>
  Number(b.lastStudiedAt) - Number(a.lastStudiedAt);

/** The decks studied last, latest first. */
export const readStudiedDecks =
  ({ decks }: Pick<Ports, 'decks'>) =>
  async (ownerId: number) =>
    (await decks.findStudied(ownerId)).sort(latest).slice(0, decksShown);
