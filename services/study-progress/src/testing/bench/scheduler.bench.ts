import { readFileSync } from 'node:fs';
import { fitOwnWeights, ownWeights, standardParameters, type FitWeights } from '@kumbuka/schedule';
import { loadEngine } from '../../adapters/weights/engines.ts';
import { examOutcome } from './exam.ts';
import { createInventedLearner } from './invented-learner.ts';
import {
  distance,
  logLoss,
  meanOutcome,
  movingAverageLoss,
  predictionsUnder,
  type Prediction,
} from './predictions.ts';
import { cardsInCsv } from './public-csv.ts';
import { fsrsPolicy, ladderPolicy, live, type KnownReview, type Life, type Policy } from './study.ts';

/**
 * Bench of the schedule on invented learners whose memory is not FSRS (`LEARNERS`, `SEED`), or on logs in the public CSV
 * format that are named as arguments. It prints figures and judges nothing.
 */
const learners = Number(process.env['LEARNERS'] ?? 12);
const firstSeed = Number(process.env['SEED'] ?? 1);
const seeds = Array.from({ length: learners }, (_, at) => firstSeed + at);
const sizes = [400, 1_000, 2_500, 5_000];
const usual = standardParameters.weights;

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
const rounded = (value: number, digits = 4) => Number(value.toFixed(digits));
const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

const before = (cards: readonly KnownReview[][], day: number) =>
  cards.map((card) => card.filter((review) => review.day < day)).filter(({ length }) => length > 0);
const fromDay = (predictions: readonly Prediction[], day: number) =>
  predictions.filter((prediction) => prediction.day >= day);

/** Day that follows a share of the reviews. */
const dayAfterShare = (predictions: readonly Prediction[], share: number) =>
  predictions[Math.floor(predictions.length * share)]?.day ?? 0;

/** Own weights of the reviews before a day; the defaults where there are no better ones. */
async function weightsBefore(cards: readonly KnownReview[][], day: number, fit: FitWeights) {
  const found = await fitOwnWeights(before(cards, day), usual, fit);
  return found.weights ?? usual;
}

/** How well the later half of a log is predicted from its first half. */
async function laterHalf(cards: readonly KnownReview[][], fit: FitWeights) {
  const all = predictionsUnder(cards, usual);
  const day = dayAfterShare(all, 0.5);
  const own = fromDay(predictionsUnder(cards, await weightsBefore(cards, day, fit)), day);
  const later = fromDay(all, day);
  const constant = meanOutcome(later);
  return {
    constant: logLoss(later, () => constant),
    'moving average': movingAverageLoss(later),
    'default weights': logLoss(later),
    'own weights': logLoss(own),
    truth: logLoss(later, ({ truth }) => truth),
    distance: { usual: distance(later), own: distance(own) },
  };
}

/** Log of a learner who studied by a ladder. */
const logOf = async (seed: number, days: number) => {
  const { log } = await live(createInventedLearner(seed), ladderPolicy(seed % 2 ? 1 : 1.6), {
    days,
    newPerDay: 8,
  });
  return [...log.values()];
};

async function honest(fit: FitWeights) {
  const halves: Awaited<ReturnType<typeof laterHalf>>[] = [];
  for (const seed of seeds) halves.push(await laterHalf(await logOf(seed, 240), fit));
  const gapOf = (name: 'default weights' | 'own weights') =>
    mean(halves.map((half) => (half.constant - half[name]) / (half.constant - half.truth)));
  console.log('\nPredictions of the later half from the first half (log loss by the truth)');
  console.table(
    Object.fromEntries(
      (['constant', 'moving average', 'default weights', 'own weights', 'truth'] as const).map((name) => [
        name,
        rounded(mean(halves.map((half) => half[name]))),
      ]),
    ),
  );
  console.log(
    `Mean distance of said and was: default ${rounded(mean(halves.map((half) => half.distance.usual)))}, own ${rounded(mean(halves.map((half) => half.distance.own)))}`,
  );
  console.log(
    `Closed share of the gap between constant and truth: default ${rounded(gapOf('default weights'), 3)}, own ${rounded(gapOf('own weights'), 3)}`,
  );
}

const predictedAfterwards = 3_000;

/** Gain of own weights over the defaults on the reviews that follow the first `size`; `null` in a shorter log. */
async function gainAt(cards: readonly KnownReview[][], size: number, fit: FitWeights) {
  const all = predictionsUnder(cards, usual);
  const day = 1 + (all[size - 1]?.day ?? Infinity);
  const end = all[Math.min(all.length - 1, size + predictedAfterwards)]?.day;
  if (end === undefined || end <= day) return null;
  const isLater = (prediction: Prediction) => prediction.day >= day && prediction.day <= end;
  const weights = await weightsBefore(cards, day, fit);
  const loss = logLoss(all.filter(isLater));
  return {
    isUsed: weights !== usual,
    gain: (loss - logLoss(predictionsUnder(cards, weights).filter(isLater))) / loss,
  };
}

async function harmless(fit: FitWeights) {
  const logs = [];
  for (const seed of seeds) logs.push(await logOf(seed, 300));
  const rows: Record<string, object> = {};
  for (const size of sizes) {
    const found = [];
    for (const cards of logs) found.push(await gainAt(cards, size, fit));
    const known = found.filter((each) => each !== null);
    const gains = known.map(({ gain }) => gain);
    rows[`${size} reviews`] = {
      learners: known.length,
      used: known.filter(({ isUsed }) => isUsed).length,
      'mean gain': percent(mean(gains)),
      worse: gains.filter((gain) => gain < 0).length,
      worst: percent(Math.min(...gains)),
    };
  }
  console.log('\nOwn weights against the defaults on the reviews that follow (by the truth)');
  console.table(rows);
}

const recallCompared = 0.9;
const retentions = [0.8, 0.86, 0.92, 0.97];
const scales = [0.5, 1, 1.6, 2.5];

/** Value at a recall, between the two lives around it; `null` outside them. */
function atRecall(lives: readonly Life[], value: (life: Life) => number): number | null {
  const sorted = lives.toSorted((a, b) => a.recall - b.recall);
  const above = sorted.findIndex(({ recall }) => recall >= recallCompared);
  const [low, high] = [sorted[above - 1], sorted[above]];
  if (!low || !high) return null;
  const share = (recallCompared - low.recall) / (high.recall - low.recall);
  return value(low) + share * (value(high) - value(low));
}

async function equalRecall(fit: FitWeights) {
  const policies: Record<string, (seed: number) => Policy[]> = {
    ladder: () => scales.map((scale) => ladderPolicy(scale)),
    'FSRS-6, default weights': (seed) => retentions.map((retention) => fsrsPolicy(retention, seed)),
    'FSRS-6, own weights': (seed) => retentions.map((retention) => fsrsPolicy(retention, seed, fit)),
  };
  const rows: Record<string, object> = {};
  for (const [name, policiesOf] of Object.entries(policies)) {
    const figures = [];
    for (const seed of seeds) {
      const lives = [];
      for (const policy of policiesOf(seed))
        lives.push(await live(createInventedLearner(seed), policy, { days: 180, newPerDay: 10 }));
      const reviews = atRecall(lives, ({ reviewsADay }) => reviewsADay);
      const weakest = atRecall(lives, (life) => life.weakest);
      if (reviews !== null && weakest !== null) figures.push({ reviews, weakest });
    }
    rows[name] = {
      learners: figures.length,
      'reviews a day': rounded(mean(figures.map(({ reviews }) => reviews)), 1),
      'weakest tenth': rounded(mean(figures.map(({ weakest }) => weakest)), 3),
    };
  }
  console.log(`\nAt a true recall of ${recallCompared} over 180 days with 10 new cards a day`);
  console.table(rows);
}

async function exams(fit: FitWeights) {
  const outcomes = [];
  for (const seed of seeds) outcomes.push(await examOutcome(seed, fit));
  const gaps = outcomes.map(({ promised, truth }) => promised - truth);
  console.log(
    `\nExam after 30 days: promised ${rounded(mean(outcomes.map(({ promised }) => promised)), 3)}, truth ${rounded(mean(outcomes.map(({ truth }) => truth)), 3)}; promise above the truth ${rounded(mean(gaps), 3)}, at most ${rounded(Math.max(...gaps), 3)}`,
  );
}

async function onFile(path: string, fit: FitWeights) {
  const cards = cardsInCsv(readFileSync(path, 'utf8'));
  const reviews = predictionsUnder(cards, usual).length;
  console.log(`\n${path}: ${cards.length} cards, ${reviews} reviews`);
  if (reviews < 2 * ownWeights.leastReviews) return console.log('Too few reviews to fit one half.');
  const { truth: _unknown, distance: said, ...losses } = await laterHalf(cards, fit);
  console.log('Predictions of the later half from the first half (log loss)');
  console.table(Object.fromEntries(Object.entries(losses).map(([name, loss]) => [name, rounded(loss)])));
  console.log(`Distance of said and was: default ${rounded(said.usual)}, own ${rounded(said.own)}`);
}

/** Words of `npm run trial -- bench scheduler [FILE...]`. */
const [, ...files] = process.argv.slice(2);
const fit = await loadEngine('fastest');
if (files.length > 0) for (const path of files) await onFile(path, fit);
else {
  console.log(
    `${learners} invented learners from seed ${firstSeed}; their memory has two traces and is not FSRS.`,
  );
  await honest(fit);
  await harmless(fit);
  await equalRecall(fit);
  await exams(fit);
}
