import { study } from '@kumbuka/contracts/constants';
import {
  checkParameters,
  computeDecayFactor,
  createEmptyCard,
  default_w,
  forgetting_curve,
  fsrs,
  FSRS,
  Rating,
  State,
  StrategyMode,
  type Card,
} from 'ts-fsrs';
import { dayMs, type Day } from '@kumbuka/contracts/study-day';

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

/** Parameter version that schedules new answers; each log entry stores the version that applied to it. */
export const parameterVersion = 1;

class ParametersInvalid extends Error {
  override readonly name = 'ParametersInvalid';
}

/**
 * Checks an FSRS-6 parameter array: 21 finite numbers. ts-fsrs silently pads or replaces arrays of other
 * lengths.
 */
export function checkedParameters(w: readonly number[]): readonly number[] {
  if (w.length !== 21) throw new ParametersInvalid(`FSRS-6 takes 21 parameters, these are ${w.length}.`);
  if (!w.every(Number.isFinite)) throw new ParametersInvalid('Every parameter must be a finite number.');
  return checkParameters([...w]);
}

/**
 * Creates a scheduler without learning steps (one answer per session); card and repetition seed the interval
 * fuzz.
 */
export function createScheduler(w: readonly number[] = default_w): FSRS {
  const scheduler = fsrs({
    w: [...checkedParameters(w)],
    request_retention: study.desiredRetention,
    enable_fuzz: true,
    enable_short_term: true,
    learning_steps: [],
    relearning_steps: [],
  });
  return scheduler.useStrategy(StrategyMode.SEED, function seed(this: object) {
    // ts-fsrs declares the card as protected and without the id that `nextMemory` passes along. Its own strategy by card
    // id makes another seed.
    const card = Reflect.get(this, 'current') as Card & { cardId: number };
    return `${card.cardId}:${card.reps}`;
  });
}

const scheduler = createScheduler();

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
  wasCorrect: boolean;
}

/** Memory after an answer: Correct is Good, Incorrect is Again. */
export function nextMemory(memory: Memory | null, { cardId, day, wasCorrect }: GradedAnswer): Memory {
  const on = midnightOf(memory ? Math.max(day, memory.lastDay) : day);
  const before = { ...(memory ? cardOf(memory) : createEmptyCard(on)), cardId };
  const { card } = scheduler.next(before, on, wasCorrect ? Rating.Good : Rating.Again);
  return {
    stability: card.stability,
    difficulty: card.difficulty,
    lapses: card.lapses,
    reps: card.reps,
    lastDay: dayAt(on),
    dueDay: dayAt(card.due),
  };
}

const decay = computeDecayFactor(scheduler.parameters.w);

/**
 * Predicted recall on a day, 0 to 1, by the FSRS-6 forgetting curve R = (1 + factor * t / S) ^ decay, with t
 * in whole study days since the last answer.
 */
export function predictedRecallOn(memory: Pick<Memory, 'stability' | 'lastDay'>, today: Day): number {
  const elapsed = Math.max(0, today - memory.lastDay);
  return forgetting_curve(-decay.decay, elapsed, memory.stability);
}

/** Predicted recall of any card; `null` for a new one. */
export const predictedRecallOf = (
  { stability, lastDay }: { stability: number | null; lastDay: Day | null },
  today: Day,
): number | null =>
  stability === null || lastDay === null ? null : predictedRecallOn({ stability, lastDay }, today);
