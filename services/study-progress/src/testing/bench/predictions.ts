import { createForesight, standardParameters } from '@kumbuka/schedule';
import type { KnownReview } from './study.ts';

/** Prediction of a review, made before it. */
export interface Prediction {
  day: number;
  said: number;
  was: 0 | 1;
  /** True probability, where it is known. */
  truth: number;
}

/** Predictions of all reviews when the log is replayed under some weights; a card's first review has none. */
export function predictionsUnder(
  cards: readonly (readonly KnownReview[])[],
  weights: readonly number[],
): Prediction[] {
  const foresight = createForesight({ ...standardParameters, weights });
  return cards
    .flatMap((card) => {
      let state: { stability: number; difficulty: number } | null = null;
      return card.flatMap(({ day, rating, truth }, index) => {
        const elapsed = index === 0 ? 0 : day - (card[index - 1]?.day ?? day);
        const was = rating > 1 ? 1 : 0;
        const said = state && elapsed > 0 ? foresight.recall(elapsed, state.stability) : null;
        state = foresight.next(state, elapsed, rating);
        return said === null ? [] : [{ day, said, was, truth: truth ?? was } as const];
      });
    })
    .sort((a, b) => a.day - b.day);
}

const surest = 1e-4;
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);

/** Mean log loss. Where the truth is known it replaces the outcome, so that chance does not count. */
export const logLoss = (
  predictions: readonly Prediction[],
  saidOf: (prediction: Prediction, index: number) => number = ({ said }) => said,
): number =>
  mean(
    predictions.map((prediction, index) => {
      const said = Math.min(Math.max(saidOf(prediction, index), surest), 1 - surest);
      return -prediction.truth * Math.log(said) - (1 - prediction.truth) * Math.log(1 - said);
    }),
  );

/** Distance of the mean prediction and the mean truth. */
export const distance = (predictions: readonly Prediction[]): number =>
  Math.abs(mean(predictions.map(({ said }) => said)) - mean(predictions.map(({ truth }) => truth)));

export const meanOutcome = (predictions: readonly Prediction[]): number =>
  mean(predictions.map(({ was }) => was));

const averaged = 100;

/** Log loss of the mean outcome of the reviews before each. */
export function movingAverageLoss(predictions: readonly Prediction[]): number {
  const means = predictions.map((_, index) => {
    const before = predictions.slice(Math.max(0, index - averaged), index);
    return (0.9 + before.reduce((sum, { was }) => sum + was, 0)) / (before.length + 1);
  });
  return logLoss(predictions, (_prediction, index) => means[index] ?? 0.9);
}
