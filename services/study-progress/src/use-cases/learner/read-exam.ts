import { parameterSets, recallByDay } from '@kumbuka/schedule';
import { todayOf, type LearnerNow } from '../../domain/learner/dashboard.ts';
import { weightsOf } from '../../domain/learner/parameters.ts';
import { versionsIn } from '../../domain/past/past-study.ts';
import type { Ports } from '../ports.ts';

/** Cards whose logs are read; of more decks these are a sample. */
const cardsRead = 2_000;
const cardsAtOnce = 500;

/** Mean predicted recall of the cards of the exam on each day since its planning; `null` without an exam or cards. */
export const readExam =
  ({ cards, reviews }: Pick<Ports, 'cards' | 'reviews'>) =>
  async (from: LearnerNow): Promise<number[] | null> => {
    const { learner } = from;
    const { ownerId, exam } = learner;
    if (!exam) return null;
    const days = { first: exam.plannedOn, last: Math.min(exam.day, Math.max(exam.plannedOn, todayOf(from))) };
    const outlines = await cards.outlines(ownerId, exam.deckIds);
    const shown = outlines.filter(({ suspended }) => !suspended).slice(0, cardsRead);
    const sums = Array.from({ length: days.last - days.first + 1 }, () => 0);
    for (let at = 0; at < shown.length; at += cardsAtOnce) {
      const ids = shown.slice(at, at + cardsAtOnce).map(({ cardId }) => cardId);
      const entries = await reviews.ofCards(ownerId, ids);
      const sets = parameterSets(await reviews.parameters(ownerId, versionsIn(entries)));
      const logs = Map.groupBy(entries, (entry) => ('cardId' in entry ? entry.cardId : 0));
      for (const log of logs.values())
        recallByDay(log, sets, days, weightsOf(learner)).forEach((recall, day) => {
          sums[day] = (sums[day] ?? 0) + recall;
        });
    }
    return shown.length === 0 ? null : sums.map((sum) => sum / shown.length);
  };
