import type { Day } from '@kumbuka/contracts/study-day';
import { activeAnswers, dayOfAnswer, wasCorrect, type AnswerEntry } from '@kumbuka/schedule';
import { todayOf, type LearnerNow } from '../../domain/learner/dashboard.ts';
import type { LatestAnswers, Ports, StudiedMemories } from '../ports.ts';

/** Cards in one response. */
const memoriesShown = 8_000;
/** Newest answers and undos from which the learner's habits follow. */
const answersRead = 1_000;

/** Reviews are answers at least a day after the one before: until then the predicted recall is 1. */
const isReview = ({ predictedRecall }: AnswerEntry) => predictedRecall !== null && predictedRecall < 1;

/** A learner's first days have more new cards than those that follow. */
const leastDays = 7;

function summed(answers: readonly AnswerEntry[], today: Day): LatestAnswers {
  const days = today - Math.min(today, ...answers.map(dayOfAnswer)) + 1;
  const first = answers.filter(({ predictedRecall }) => predictedRecall === null);
  const reviews = answers.filter(isReview);
  return {
    newPerDay: first.length / Math.max(leastDays, days),
    firstAnswers: first.length,
    firstCorrect: first.filter(wasCorrect).length,
    reviews: reviews.length,
    recalled: reviews.filter(wasCorrect).length,
    recallSaid: reviews.reduce((sum, { predictedRecall }) => sum + (predictedRecall ?? 0), 0),
  };
}

/** Memory states of the learner's studied cards, and the latest answers. */
export const readMemoryTable =
  ({ cards, reviews }: Pick<Ports, 'cards' | 'reviews'>) =>
  async (from: LearnerNow): Promise<StudiedMemories & { latest: LatestAnswers }> => {
    const { ownerId } = from.learner;
    const [memories, entries] = await Promise.all([
      cards.findMemories(ownerId, memoriesShown),
      reviews.newestAnswers(ownerId, answersRead),
    ]);
    return { ...memories, latest: summed(activeAnswers(entries), todayOf(from)) };
  };
