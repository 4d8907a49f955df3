import type { Day } from '@kumbuka/contracts/study-day';
import { activeAnswers, dayOfAnswer, wasCorrect, type AnswerEntry } from '@kumbuka/schedule';
import { todayOf, type LearnerNow } from '../../domain/learner/dashboard.ts';
import { weightsOf } from '../../domain/learner/parameters.ts';
import type { LatestAnswers, Ports, StudiedMemories } from '../ports.ts';
import { readPastStudy } from './read-past-study.ts';

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

/** Memory states of cards on a day, and the answers before it. */
export interface MemoriesOn extends StudiedMemories {
  today: Day;
  latest: LatestAnswers;
  /** New cards of then beyond those of now. */
  newSince: number;
  weights: readonly number[];
}

/** Memory states as they were when an earlier day began; `null` when that is too long ago. */
async function readEarlier(
  ports: Pick<Ports, 'cards' | 'reviews'>,
  from: LearnerNow,
  day: Day,
): Promise<MemoriesOn | null> {
  const past = await readPastStudy(ports, from, day);
  if (!past) return null;
  const { since, ...study } = past;
  const entries = await ports.reviews.newestAnswers(from.learner.ownerId, answersRead, since[0]?.seq);
  return { ...study, today: day, latest: summed(activeAnswers(entries), day) };
}

/** Memory states of the learner's studied cards, today or some days ago, and the answers before. */
export const readMemoryTable =
  ({ cards, reviews }: Pick<Ports, 'cards' | 'reviews'>) =>
  async (from: LearnerNow, daysAgo = 0): Promise<MemoriesOn | null> => {
    const { ownerId } = from.learner;
    const today = todayOf(from);
    if (daysAgo > 0) return readEarlier({ cards, reviews }, from, today - daysAgo);
    const [memories, entries] = await Promise.all([
      cards.findMemories(ownerId, memoriesShown),
      reviews.newestAnswers(ownerId, answersRead),
    ]);
    return {
      ...memories,
      today,
      latest: summed(activeAnswers(entries), today),
      newSince: 0,
      weights: weightsOf(from.learner),
    };
  };
