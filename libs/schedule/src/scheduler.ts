import {
  checkParameters,
  clipParameters,
  computeDecayFactor,
  createEmptyCard,
  forgetting_curve,
  fsrs,
  FSRS,
  get_fuzz_range,
  State,
  StrategyMode,
  type Card,
} from 'ts-fsrs';
import { dayMs, type Day } from '@kumbuka/contracts/study-day';
import type { Parameters } from './parameters.ts';
import type { Rating } from './review-log.ts';

/** FSRS-6 memory state of a card between two answers. */
export interface Memory {
  /** Days until predicted recall falls to 90 percent. */
  stability: number;
  /** 1 to 10. */
  difficulty: number;
  lapses: number;
  /** Number of answers. */
  reps: number;
  /** Study day of the last answer. */
  lastDay: Day;
  dueDay: Day;
}

class ParametersInvalid extends Error {
  override readonly name = 'ParametersInvalid';
}

/**
 * Checks an FSRS-6 parameter array: 21 finite numbers. ts-fsrs silently pads or replaces arrays of other
 * lengths.
 */
export function checkedWeights(w: readonly number[]): readonly number[] {
  if (w.length !== 21) throw new ParametersInvalid(`FSRS-6 takes 21 parameters, these are ${w.length}.`);
  if (!w.every(Number.isFinite)) throw new ParametersInvalid('Every parameter must be a finite number.');
  return checkParameters([...w]);
}

/** Weights within the ranges of FSRS-6, rounded so that every engine reads the same numbers. */
export const storableWeights = (w: readonly number[]): number[] =>
  clipParameters([...checkedWeights(w)], 0, true).map((weight) => Number(weight.toFixed(6)));

/**
 * Creates a scheduler without learning steps (one answer per session); card and repetition seed the interval
 * fuzz.
 */
function createScheduler({ weights, desiredRetention, longestInterval }: Parameters): FSRS {
  const scheduler = fsrs({
    w: [...checkedWeights(weights)],
    request_retention: desiredRetention,
    maximum_interval: longestInterval,
    enable_fuzz: true,
    enable_short_term: true,
    learning_steps: [],
    relearning_steps: [],
  });
  return scheduler.useStrategy(StrategyMode.SEED, function seed(this: object) {
    // ts-fsrs declares the card as protected and without the id that `byLibrary` passes along. Its own strategy by card
    // id makes another seed.
    const card = Reflect.get(this, 'current') as Card & { cardId: number };
    return seedOf(card.cardId, card.reps);
  });
}

/** Seed of the interval fuzz; `reps` counts the answer. */
const seedOf = (cardId: number, reps: number) => `${cardId}:${reps}`;

const rememberedSchedulers = 200;
const schedulers = new Map<string, FSRS>();

/** Schedulers are expensive to create; the cache is bounded because learners may have weights of their own. */
function schedulerOf(parameters: Parameters): FSRS {
  const key = `${parameters.desiredRetention} ${parameters.longestInterval} ${parameters.weights.join()}`;
  const cached = schedulers.get(key);
  if (cached) return cached;
  if (schedulers.size >= rememberedSchedulers) schedulers.clear();
  const scheduler = createScheduler(parameters);
  schedulers.set(key, scheduler);
  return scheduler;
}

/** FSRS counts elapsed days on UTC dates, so study days are passed as UTC midnights. */
const midnightOf = (day: Day) => new Date(day * dayMs);
const dayAt = (midnight: Date): Day => Math.round(midnight.getTime() / dayMs);

const cardOf = (memory: Memory): Card => ({
  due: midnightOf(memory.dueDay),
  last_review: midnightOf(memory.lastDay),
  stability: memory.stability,
  difficulty: memory.difficulty,
  lapses: memory.lapses,
  reps: memory.reps,
  scheduled_days: memory.dueDay - memory.lastDay,
  elapsed_days: 0,
  learning_steps: 0,
  state: State.Review,
});

export interface GradedAnswer {
  cardId: number;
  /** Study day. One before the last answer's (after a change of zone) counts as the same day. */
  day: Day;
  rating: Rating;
}

/** Rule 1: state and interval of `next`, which keeps the intervals of the four answers apart. */
function byLibrary(
  memory: Memory | null,
  { cardId, rating }: GradedAnswer,
  day: Day,
  parameters: Parameters,
) {
  const on = midnightOf(day);
  const before = { ...(memory ? cardOf(memory) : createEmptyCard(on)), cardId };
  const { card } = schedulerOf(parameters).next(before, on, rating);
  const { stability, difficulty, lapses, reps } = card;
  return { stability, difficulty, lapses, reps, lastDay: day, dueDay: dayAt(card.due) };
}

/** Rule 2: the same state, and the interval of its stability. */
function byStability(
  memory: Memory | null,
  { cardId, rating }: GradedAnswer,
  day: Day,
  parameters: Parameters,
): Memory {
  const scheduler = schedulerOf(parameters);
  const elapsed = memory ? day - memory.lastDay : 0;
  const { stability, difficulty } = scheduler.next_state(memory, elapsed, rating);
  const reps = (memory?.reps ?? 0) + 1;
  scheduler.seed = seedOf(cardId, reps);
  return {
    stability,
    difficulty,
    lapses: (memory?.lapses ?? 0) + (memory && rating === 1 ? 1 : 0),
    reps,
    lastDay: day,
    dueDay: day + scheduler.next_interval(stability, elapsed),
  };
}

const countedDay = (memory: Memory | null, day: Day): Day => (memory ? Math.max(day, memory.lastDay) : day);

/** Memory after an answer under some parameters. */
export function nextMemory(memory: Memory | null, answer: GradedAnswer, parameters: Parameters): Memory {
  const day = countedDay(memory, answer.day);
  return (parameters.rule === 1 ? byLibrary : byStability)(memory, answer, day, parameters);
}

/** Days without fuzz until predicted recall falls to the desired retention; at least 1. */
const intervalOf = (stability: number, parameters: Parameters): number =>
  Math.min(
    Math.max(1, Math.round(stability * schedulerOf(parameters).interval_modifier)),
    parameters.longestInterval,
  );

/** First and last due day that the fuzz may choose for a memory state. Short intervals have no fuzz. */
export function dueDaysOf(
  { stability, lastDay }: Pick<Memory, 'stability' | 'lastDay'>,
  elapsed: number,
  parameters: Parameters,
): { first: Day; last: Day } {
  const interval = intervalOf(stability, parameters);
  if (interval < 2.5) return { first: lastDay + interval, last: lastDay + interval };
  const { min_ivl, max_ivl } = get_fuzz_range(interval, elapsed, parameters.longestInterval);
  return { first: lastDay + min_ivl, last: lastDay + max_ivl };
}

/**
 * Due day after an answer. A correct answer ahead of the due day moves it by as much as the interval grew and by the days
 * that passed, without a new draw of the fuzz: a card that was repeated at once keeps its day.
 */
export function dueDayAfter(
  before: Memory | null,
  after: Memory,
  rating: Rating,
  parameters: Parameters,
): Day {
  if (parameters.rule === 1 || !before || rating === 1 || after.lastDay >= before.dueDay) return after.dueDay;
  const { first, last } = dueDaysOf(after, after.lastDay - before.lastDay, parameters);
  const moved =
    after.lastDay +
    intervalOf(after.stability, parameters) -
    before.lastDay -
    intervalOf(before.stability, parameters);
  return Math.min(Math.max(before.dueDay + moved, before.dueDay, first), last);
}

/** Memory without a card, for simulations of many cards. */
export interface Foresight {
  /** Stability and difficulty after an answer. */
  next(
    memory: Pick<Memory, 'stability' | 'difficulty'> | null,
    elapsed: number,
    rating: Rating,
  ): Pick<Memory, 'stability' | 'difficulty'>;
  recall(elapsed: number, stability: number): number;
  /** First and last interval that the fuzz allows. */
  range(stability: number, elapsed: number): { first: number; last: number };
}

export function createForesight(parameters: Parameters): Foresight {
  const scheduler = schedulerOf(parameters);
  const { decay: power, factor } = computeDecayFactor([...parameters.weights]);
  return {
    next: (memory, elapsed, rating) => scheduler.next_state(memory, elapsed, rating),
    recall: (elapsed, stability) => (1 + (factor * Math.max(0, elapsed)) / stability) ** power,
    range: (stability, elapsed) => dueDaysOf({ stability, lastDay: 0 }, elapsed, parameters),
  };
}

/**
 * Predicted recall on a day, 0 to 1, by the FSRS-6 forgetting curve R = (1 + factor * t / S) ^ decay, with t
 * in whole study days since the last answer. The last of the weights is the decay.
 */
export function predictedRecallOn(
  memory: Pick<Memory, 'stability' | 'lastDay'>,
  today: Day,
  weights: readonly number[],
): number {
  const elapsed = Math.max(0, today - memory.lastDay);
  return forgetting_curve([...weights], elapsed, memory.stability);
}

/** Predicted recall of any card; `null` for a new one. */
export const predictedRecallOf = (
  { stability, lastDay }: { stability: number | null; lastDay: Day | null },
  today: Day,
  weights: readonly number[],
): number | null =>
  stability === null || lastDay === null ? null : predictedRecallOn({ stability, lastDay }, today, weights);
