import {
  createForesight,
  standardParameters,
  type CardReview,
  type FitWeights,
  fitOwnWeights,
} from '@kumbuka/schedule';
import { seededRandom } from '@kumbuka/testing/servers';
import type { InventedLearner } from './invented-learner.ts';

/** Review whose true probability of a correct answer is known; `null` in a log of a real learner. */
export interface KnownReview extends CardReview {
  truth: number | null;
}

/** Chooses the days until a card comes back. */
export interface Policy {
  next(card: number, day: number, wasCorrect: boolean): number;
  /** Runs after each study day. */
  afterDay?(day: number, log: ReadonlyMap<number, KnownReview[]>): Promise<void>;
}

export interface Life {
  log: Map<number, KnownReview[]>;
  /** Reviews a day, first answers not counted. */
  reviewsADay: number;
  /** True recall of all cards in the last third, and of the weakest tenth of them. */
  recall: number;
  weakest: number;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);

function probe(learner: InventedLearner, log: ReadonlyMap<number, unknown>, day: number) {
  const recalls = [...log.keys()].map((card) => learner.recall(card, day)).sort((a, b) => a - b);
  return { recall: mean(recalls), weakest: mean(recalls.slice(0, Math.ceil(recalls.length / 10))) };
}

/** Simulates some days of study. */
export async function live(
  learner: InventedLearner,
  policy: Policy,
  { days, newPerDay }: { days: number; newPerDay: number },
): Promise<Life> {
  const due = new Map<number, number>();
  const log = new Map<number, KnownReview[]>();
  const probes: ReturnType<typeof probe>[] = [];
  let reviews = 0;
  for (let day = 0; day < days; day++) {
    if (learner.studiesOn(day)) {
      const old = [...due].filter(([, on]) => on <= day).map(([card]) => card);
      const fresh = Array.from({ length: newPerDay }, (_, at) => due.size + at + 1);
      reviews += old.length;
      for (const card of [...old, ...fresh]) {
        const { wasCorrect, truth } = learner.answer(card, day);
        log.set(card, [...(log.get(card) ?? []), { day, rating: wasCorrect ? 3 : 1, truth }]);
        due.set(card, day + Math.max(1, policy.next(card, day, wasCorrect)));
      }
      await policy.afterDay?.(day, log);
    }
    if (day >= (2 * days) / 3 && day % 5 === 0) probes.push(probe(learner, log, day + 1));
  }
  return {
    log,
    reviewsADay: reviews / days,
    recall: mean(probes.map(({ recall }) => recall)),
    weakest: mean(probes.map(({ weakest }) => weakest)),
  };
}

const ladder = [1, 3, 7, 14, 30, 60];

/** Fixed intervals; a mistake returns to the first. `scale` stretches them. */
export function ladderPolicy(scale = 1): Policy {
  const rungs = new Map<number, number>();
  return {
    next(card, _day, wasCorrect) {
      const rung = wasCorrect ? Math.min((rungs.get(card) ?? -1) + 1, ladder.length - 1) : 0;
      rungs.set(card, rung);
      return Math.round((ladder[rung] ?? 1) * scale);
    },
  };
}

const fitEveryDays = 30;

/** FSRS-6 as in the product: default weights, or own ones that are fitted monthly and apply from the next answer. */
export function fsrsPolicy(retention: number, seed: number, fit: FitWeights | null = null): Policy {
  const random = seededRandom(seed);
  const states = new Map<number, { stability: number; difficulty: number; day: number }>();
  const foresightFor = (weights: readonly number[]) =>
    createForesight({ ...standardParameters, weights, desiredRetention: retention });
  let { weights } = standardParameters;
  let foresight = foresightFor(weights);
  return {
    next(card, day, wasCorrect) {
      const before = states.get(card) ?? null;
      const elapsed = before ? day - before.day : 0;
      const after = foresight.next(before, elapsed, wasCorrect ? 3 : 1);
      states.set(card, { ...after, day });
      const { first, last } = foresight.range(after.stability, elapsed);
      return first + random.below(last - first + 1);
    },
    async afterDay(day, log) {
      if (!fit || day % fitEveryDays !== fitEveryDays - 1) return;
      const found = await fitOwnWeights([...log.values()], weights, fit);
      if (!found.weights) return;
      weights = found.weights;
      foresight = foresightFor(weights);
    },
  };
}
