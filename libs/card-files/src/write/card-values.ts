import type { Day } from '@kumbuka/contracts/study-day';
import type { CardSchedule, CollectionCard } from '../collection.ts';

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Column `data`: what Anki knows beyond the schedule of SM-2. */
function dataOf({ stability, difficulty, isDerived, lastAt, anki = {} }: CardSchedule): string {
  return JSON.stringify({
    ...(isDerived ? {} : { s: round(stability, 4), d: round(difficulty, 3) }),
    ...(anki.desiredRetention === undefined ? {} : { dr: anki.desiredRetention }),
    ...(anki.decay === undefined ? {} : { decay: anki.decay }),
    ...(lastAt === undefined ? {} : { lrt: Math.floor(lastAt / 1000) }),
    ...(anki.custom === undefined ? {} : { cd: anki.custom }),
  });
}

const types = { learning: 1, review: 2, relearning: 3 } as const;
const usualEase = 2.5;
const firstStep = 1_001;

/** Columns of a card that hold its schedule. */
export interface ScheduleColumns {
  type: number;
  queue: number;
  due: number;
  interval: number;
  factor: number;
  reps: number;
  lapses: number;
  left: number;
  data: string;
}

function studied(schedule: CardSchedule, dayZero: Day): ScheduleColumns {
  const { state, dueDay, dueAt, interval, ease, reviews, lapses, anki } = schedule;
  const isReview = state === 'review';
  const isMoment = !isReview && dueAt !== undefined;
  return {
    type: types[state],
    queue: isReview ? 2 : isMoment ? 1 : 3,
    due: isMoment ? Math.floor(dueAt / 1000) : dueDay - dayZero,
    interval: Math.round(interval),
    // A card of FSRS needs an ease only when its owner goes back to SM-2.
    factor: Math.round((ease === 0 && isReview ? usualEase : ease) * 1000),
    reps: reviews,
    lapses,
    left: isReview ? 0 : (anki?.left ?? firstStep),
    data: dataOf(schedule),
  };
}

const unstudied = (due: number): ScheduleColumns => ({
  type: 0,
  queue: 0,
  due,
  interval: 0,
  factor: 0,
  reps: 0,
  lapses: 0,
  left: 0,
  data: '{}',
});

/** Columns of a card. Day numbers count from `dayZero`; a new card without a position gets the next one. */
export function scheduleColumns(
  { schedule, position, suspended }: CollectionCard,
  dayZero: Day,
  next: number,
): ScheduleColumns {
  const columns = schedule ? studied(schedule, dayZero) : unstudied(position ?? next);
  return suspended ? { ...columns, queue: -1 } : columns;
}
