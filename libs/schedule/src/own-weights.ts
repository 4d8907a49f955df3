import type { Day } from '@kumbuka/contracts/study-day';
import { standardParameters } from './parameters.ts';
import type { Rating } from './review-log.ts';
import { checkedWeights, createForesight, storableWeights, type Memory } from './scheduler.ts';

/** Review of a card, its first one included. */
export interface CardReview {
  day: Day;
  rating: Rating;
}

/** All reviews of a card from its first one, oldest first. */
export type CardReviews = readonly CardReview[];

/** Fits weights to some reviews: each item is a review with those before it. */
export type FitWeights = (items: TrainingItems) => Promise<readonly number[]>;

/** Ratings and days since the review before, of one item after another. */
export interface TrainingItems {
  ratings: number[];
  elapsed: number[];
  /** Number of reviews of each item. */
  lengths: number[];
}

/** Reviews from which weights are fitted for the first time, and the newest ones that a fit uses. */
export const ownWeights = { leastReviews: 400, mostReviews: 20_000 } as const;
/** Reviews of a card that count; a fit gains nothing from later ones and takes longer. */
const reviewsOfCard = 64;
/** Reviews that count as much as the default weights. */
const reviewsOfDefault = 1_000;
/** Share of the reviews, the latest ones, on which weights are tried. */
const trialShare = 0.25;

/** Place of a review that weights predict: not a card's first, and at least a day after the one before. */
interface Target {
  card: CardReviews;
  index: number;
  day: Day;
}

/** Reviews that weights predict, oldest first. */
function targetsIn(cards: readonly CardReviews[]): Target[] {
  const targets = cards.flatMap((card) =>
    card
      .slice(0, reviewsOfCard)
      .flatMap(({ day }, index) => (elapsedBefore(card, index) > 0 ? [{ card, index, day }] : [])),
  );
  return targets.sort((a, b) => a.day - b.day).slice(-ownWeights.mostReviews);
}

/** Days between a review and the one before; 0 for the first. */
const elapsedBefore = (card: CardReviews, index: number): number => {
  const [before, review] = [card[index - 1], card[index]];
  return before && review ? review.day - before.day : 0;
};

function itemsOf(targets: readonly Target[]): TrainingItems {
  const items: TrainingItems = { ratings: [], elapsed: [], lengths: [] };
  for (const { card, index } of targets) {
    for (const [at, { rating }] of card.slice(0, index + 1).entries()) {
      items.ratings.push(rating);
      items.elapsed.push(elapsedBefore(card, at));
    }
    items.lengths.push(index + 1);
  }
  return items;
}

type State = Pick<Memory, 'stability' | 'difficulty'>;

const surest = 1e-4;

/** Places of each card's targets in the list, by their index among the card's reviews. */
function placesByCard(targets: readonly Target[]): Map<CardReviews, Map<number, number>> {
  const places = new Map<CardReviews, Map<number, number>>();
  for (const [at, { card, index }] of targets.entries()) {
    const ofCard = places.get(card) ?? new Map<number, number>();
    places.set(card, ofCard.set(index, at));
  }
  return places;
}

/** Log loss of each target when its card is replayed under some weights. */
function lossesOf(targets: readonly Target[], weights: readonly number[]): number[] {
  const foresight = createForesight({ ...standardParameters, weights });
  const losses = targets.map(() => 0);
  for (const [card, places] of placesByCard(targets)) {
    let state: State | null = null;
    for (const [index, { rating }] of card.slice(0, reviewsOfCard).entries()) {
      const elapsed = elapsedBefore(card, index);
      const at = places.get(index);
      if (state && at !== undefined) {
        const recall = foresight.recall(elapsed, state.stability);
        losses[at] = -Math.log(Math.max(surest, rating > 1 ? recall : 1 - recall));
      }
      state = foresight.next(state, elapsed, rating);
    }
  }
  return losses;
}

/** Weights between the defaults and fitted ones: the more reviews, the closer to the fit. */
const shrunkWeights = (fitted: readonly number[], reviews: number): number[] =>
  storableWeights(
    checkedWeights(fitted).map((weight, index) => {
      const usual = standardParameters.weights[index] ?? weight;
      return usual + ((weight - usual) * reviews) / (reviews + reviewsOfDefault);
    }),
  );

const meanOf = (numbers: readonly number[]) =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);

/** Whether weights predict some reviews better than others do. */
function isBetter(targets: readonly Target[], weights: readonly number[], than: readonly number[]): boolean {
  const before = lossesOf(targets, than);
  const gains = lossesOf(targets, weights).map((loss, at) => (before[at] ?? 0) - loss);
  return meanOf(gains) > 0;
}

export interface FitOutcome {
  /** Reviews from which weights can be fitted. */
  reviews: number;
  /** `null` without better ones. */
  weights: readonly number[] | null;
}

/**
 * Fits the weights of a learner. Those of the earlier reviews must predict the later ones better than the present weights
 * and than the defaults; then all reviews are fitted.
 */
export async function fitOwnWeights(
  cards: readonly CardReviews[],
  present: readonly number[],
  fit: FitWeights,
): Promise<FitOutcome> {
  const targets = targetsIn(cards);
  const reviews = targets.length;
  if (reviews < ownWeights.leastReviews) return { reviews, weights: null };
  const borderDay = targets[Math.floor(targets.length * (1 - trialShare))]?.day ?? 0;
  const earlier = targets.filter(({ day }) => day < borderDay);
  const later = targets.filter(({ day }) => day >= borderDay);
  const tried = shrunkWeights(await fit(itemsOf(earlier)), earlier.length);
  const isBetterThan = (others: readonly number[]) => isBetter(later, tried, others);
  if (!isBetterThan(present) || !isBetterThan(standardParameters.weights)) return { reviews, weights: null };
  return { reviews, weights: shrunkWeights(await fit(itemsOf(targets)), reviews) };
}
