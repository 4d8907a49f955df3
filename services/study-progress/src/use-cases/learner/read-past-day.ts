import type { Day } from '@kumbuka/contracts/study-day';
import { predictedRecallOf, type AnswerEntry } from '@kumbuka/schedule';
import { todayOf, type LearnerNow } from '../../domain/learner/dashboard.ts';
import { answersOn } from '../../domain/past/past-study.ts';
import { readPastStudy } from '../card/read-past-study.ts';
import type { Ports } from '../ports.ts';

/** A study day as it was. */
export interface PastDay {
  day: Day;
  /** Studied cards when it began, those that were due, and how many of them the learner would have remembered. */
  studied: number;
  due: number;
  known: number;
  /** Its answers, in the order of answering. */
  answers: AnswerEntry[];
}

/** Reads a study day as it was; `null` for one that is too long ago, or not over. */
export const readPastDay =
  (ports: Pick<Ports, 'cards' | 'reviews'>) =>
  async (day: Day, from: LearnerNow): Promise<PastDay | null> => {
    if (day >= todayOf(from)) return null;
    const past = await readPastStudy(ports, from, day);
    if (!past) return null;
    const { cards, total, weights, since } = past;
    const scale = cards.length === 0 ? 1 : total / cards.length;
    const recalls = cards.map((card) => predictedRecallOf(card, day, weights) ?? 0);
    return {
      day,
      studied: total,
      due: Math.round(scale * cards.filter(({ dueDay }) => dueDay <= day).length),
      known: Math.round(scale * recalls.reduce((sum, recall) => sum + recall, 0)),
      answers: answersOn(since, day),
    };
  };
