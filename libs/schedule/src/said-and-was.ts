import { dateOf } from '@kumbuka/contracts/study-day';
import { dayOfAnswer, wasCorrect, type AnswerEntry } from './review-log.ts';

/** Answer whose recall was predicted: the first one of a day to a card that was answered before. */
interface Review {
  /** Predicted recall, 0 to 1. */
  said: number;
  was: 0 | 1;
  /** YYYY-MM of the study day. */
  month: string;
  deckId: number;
  /** Days since the card's previous answer. */
  interval: number;
  /** Number of the answer, from 2. */
  number: number;
  /** How often the card was forgotten before. */
  lapses: number;
}

/** Reviews among active answers in the order of answering. Of an imported card the number starts here. */
function reviewsAmong(answers: readonly AnswerEntry[]): Review[] {
  const past = new Map<number, { day: number; answers: number; lapses: number }>();
  return answers.flatMap((answer) => {
    const { cardId, deckId, predictedRecall } = answer;
    const day = dayOfAnswer(answer);
    const before = past.get(cardId);
    const isReview = predictedRecall !== null && predictedRecall < 1;
    const was = wasCorrect(answer) ? 1 : 0;
    const { answers: number = 0, lapses = 0 } = before ?? {};
    past.set(cardId, { day, answers: number + 1, lapses: lapses + (isReview && was === 0 ? 1 : 0) });
    if (!isReview) return [];
    const interval = Math.max(1, day - (before?.day ?? day - 1));
    const month = dateOf(day).slice(0, 7);
    return [{ said: predictedRecall, was, month, deckId, interval, number: number + 1, lapses }];
  });
}

/** Mean prediction and outcome of some reviews, 0 to 1. */
export interface SaidAndWas {
  reviews: number;
  said: number;
  was: number;
}

const meanOf = (reviews: readonly Review[]): SaidAndWas => ({
  reviews: reviews.length,
  said: reviews.reduce((sum, { said }) => sum + said, 0) / reviews.length,
  was: reviews.reduce((sum, { was }) => sum + was, 0) / reviews.length,
});

const leastProbability = 1e-5;
const lossOf = (probability: number, was: 0 | 1): number =>
  -Math.log(Math.max(leastProbability, was === 1 ? probability : 1 - probability));
const meanLoss = (reviews: readonly Review[], predict: (review: Review, index: number) => number): number =>
  reviews.reduce((sum, review, index) => sum + lossOf(predict(review, index), review.was), 0) /
  reviews.length;

/** Reviews whose mean predicts the next one; before the first, all are expected to be right. */
const averagedReviews = 100;

function movingAverages(reviews: readonly Review[]): number[] {
  let [sum, count] = [0, 0];
  return reviews.map(({ was }, index) => {
    const average = (sum + 0.9) / (count + 1);
    sum += was - (count === averagedReviews ? (reviews[index - averagedReviews]?.was ?? 0) : 0);
    count = Math.min(averagedReviews, count + 1);
    return average;
  });
}

const step = (base: number, factor: number, value: number): number =>
  factor * base ** Math.floor(Math.log(value) / Math.log(base));

/** Bin of a review by interval, number and lapses, as srs-benchmark defines them. */
const binOf = ({ interval, number, lapses }: Review): string =>
  [
    step(3.62, 2.48, interval).toFixed(2),
    Math.round(step(1.89, 1.99, number)),
    lapses === 0 ? 0 : Math.round(step(1.73, 1.65, lapses)),
  ].join('/');

/** As `Map.groupBy`, which the oldest supported browsers lack. */
function groupBy<Key>(reviews: readonly Review[], key: (review: Review) => Key): Map<Key, Review[]> {
  const groups = new Map<Key, Review[]>();
  for (const review of reviews) {
    const group = groups.get(key(review));
    if (group) group.push(review);
    else groups.set(key(review), [review]);
  }
  return groups;
}

/** Root of the mean square distance of said and was over bins. */
function rmseBins(reviews: readonly Review[]): number {
  const bins = [...groupBy(reviews, binOf).values()].map(meanOf);
  return Math.sqrt(
    bins.reduce((sum, bin) => sum + bin.reviews * (bin.said - bin.was) ** 2, 0) / reviews.length,
  );
}

/** How well the predictions of a learner's recall were. */
export interface Calibration extends SaidAndWas {
  /** By month of the study day, oldest first. */
  months: (SaidAndWas & { month: string })[];
  /** Decks with the most reviews first. */
  decks: (SaidAndWas & { deckId: number })[];
  /** Reviews by predicted recall, in tenths that have any, lowest first. */
  tenths: SaidAndWas[];
  /** Mean log loss of the predictions; lower is better. */
  logLoss: number;
  rmseBins: number;
  /** Log loss of the share of right answers, known in advance. */
  constantLogLoss: number;
  /** Log loss of the mean of the 100 reviews before each. */
  movingAverageLogLoss: number;
}

const grouped = <Key>(reviews: readonly Review[], key: (review: Review) => Key) =>
  [...groupBy(reviews, key)].map(([name, ofGroup]) => ({ name, ...meanOf(ofGroup) }));

/** Compares what was predicted before each review with what came; `null` without reviews. `answers` are in order. */
export function calibrationOf(answers: readonly AnswerEntry[]): Calibration | null {
  const reviews = reviewsAmong(answers);
  if (reviews.length === 0) return null;
  const all = meanOf(reviews);
  const averages = movingAverages(reviews);
  return {
    ...all,
    months: grouped(reviews, ({ month }) => month)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name: month, ...mean }) => ({ month, ...mean })),
    decks: grouped(reviews, ({ deckId }) => deckId)
      .toSorted((a, b) => b.reviews - a.reviews || a.name - b.name)
      .map(({ name: deckId, ...mean }) => ({ deckId, ...mean })),
    tenths: grouped(reviews, ({ said }) => Math.min(9, Math.floor(said * 10)))
      .toSorted((a, b) => a.name - b.name)
      .map(({ name: _tenth, ...mean }) => mean),
    logLoss: meanLoss(reviews, ({ said }) => said),
    rmseBins: rmseBins(reviews),
    constantLogLoss: meanLoss(reviews, () => all.was),
    movingAverageLogLoss: meanLoss(reviews, (_review, index) => averages[index] ?? all.was),
  };
}
