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
/** Reviews from which the length of all intervals is corrected. */
const reviewsForScale = 2_000;
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

/** Returns a function of weights: the predicted recall of each target when its card is replayed under them. */
function replayOf(targets: readonly Target[]) {
  const cards = placesByCard(targets);
  return (weights: readonly number[]): number[] => {
    const foresight = createForesight({ ...standardParameters, weights });
    const recalls = targets.map(() => 0);
    for (const [card, places] of cards) {
      let state: State | null = null;
      for (const [index, { rating }] of card.slice(0, reviewsOfCard).entries()) {
        const elapsed = elapsedBefore(card, index);
        const at = places.get(index);
        if (state && at !== undefined) recalls[at] = foresight.recall(elapsed, state.stability);
        state = foresight.next(state, elapsed, rating);
      }
    }
    return recalls;
  };
}

const wasRecalled = ({ card, index }: Target): boolean => (card[index]?.rating ?? 1) > 1;

/** Returns the mean log loss under some weights. */
function meanLossOf(targets: readonly Target[]) {
  const replay = replayOf(targets);
  return (weights: readonly number[]): number => {
    const recalls = replay(weights);
    return meanOf(
      targets.map((target, at) => {
        const recall = recalls[at] ?? 0;
        return -Math.log(Math.max(surest, wasRecalled(target) ? recall : 1 - recall));
      }),
    );
  };
}

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);

/** Weights between the defaults and fitted ones: the more reviews, the closer to the fit. */
const shrunkWeights = (fitted: readonly number[], reviews: number): number[] =>
  storableWeights(
    checkedWeights(fitted).map((weight, index) => {
      const usual = standardParameters.weights[index] ?? weight;
      return usual + ((weight - usual) * reviews) / (reviews + reviewsOfDefault);
    }),
  );

/** Weights that multiply the stability after a first answer or a mistake, and with it all that follow. */
const scaledWeights: readonly number[] = [0, 1, 2, 3, 11];

const scaledBy = (weights: readonly number[], factor: number): number[] =>
  storableWeights(weights.map((weight, at) => (scaledWeights.includes(at) ? weight * factor : weight)));

const scaleSteps = 12;
const mostScale = Math.log(4);

/** Logarithm of the factor under which the mean prediction is the share of right answers, by bisection. */
function scaleOf(weights: readonly number[], targets: readonly Target[]): number {
  const replay = replayOf(targets);
  const was = meanOf(targets.map((target) => Number(wasRecalled(target))));
  let [low, high] = [-mostScale, mostScale];
  for (let step = 0; step < scaleSteps; step++) {
    const middle = (low + high) / 2;
    const said = meanOf(replay(scaledBy(weights, Math.exp(middle))));
    if (said > was) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

/**
 * Corrects the length of all intervals, because shrunk weights may promise too much on average. Fewer reviews say too
 * little about it.
 */
const corrected = (weights: readonly number[], targets: readonly Target[]): number[] =>
  targets.length < reviewsForScale
    ? [...weights]
    : scaledBy(
        weights,
        Math.exp((scaleOf(weights, targets) * targets.length) / (targets.length + reviewsOfDefault)),
      );

async function fitTo(targets: readonly Target[], fit: FitWeights): Promise<number[]> {
  return corrected(shrunkWeights(await fit(itemsOf(targets)), targets.length), targets);
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
  const tried = await fitTo(earlier, fit);
  const lossUnder = meanLossOf(later);
  const loss = lossUnder(tried);
  const isBetterThan = (others: readonly number[]) => loss < lossUnder(others);
  if (!isBetterThan(present) || !isBetterThan(standardParameters.weights)) return { reviews, weights: null };
  return { reviews, weights: await fitTo(targets, fit) };
}
