import type { CardHistory, CardSchedule } from '../collection.ts';
import type { AnkiClock } from './clock.ts';
import { clamp, difficultyRange, memoryOfEase, memoryOfLearning, stabilityRange } from './memory.ts';

/** Row of the table `cards`. */
export interface CardRow {
  id: number;
  noteId: number;
  deckId: string;
  ordinal: number;
  type: number;
  queue: number;
  due: number;
  interval: number;
  factor: number;
  reps: number;
  lapses: number;
  left: number;
  originalDue: number;
  originalDeckId: string | null;
  flags: number;
  data: string;
}

interface CardData {
  s?: number;
  d?: number;
  dr?: number;
  decay?: number;
  lrt?: number;
  pos?: number;
  cd?: string;
}

/** `data` may be empty or no JSON. */
export function readCardData(json: string): CardData {
  if (!json.startsWith('{')) return {};
  try {
    const parsed = JSON.parse(json) as Record<string, unknown>;
    const numbers = ['s', 'd', 'dr', 'decay', 'lrt', 'pos'].flatMap((key) => {
      const value = parsed[key];
      return typeof value === 'number' && Number.isFinite(value) ? [[key, value] as const] : [];
    });
    const custom = parsed['cd'];
    return {
      ...Object.fromEntries(numbers),
      ...(typeof custom === 'string' && custom.length <= 1_000 ? { cd: custom } : {}),
    };
  } catch {
    return {};
  }
}

const states = { 1: 'learning', 2: 'review', 3: 'relearning' } as const;
/** Larger values of `due` are seconds since 1970. */
const firstMoment = 1_000_000_000;
const latestDay = 100_000;
const inRange = (value: number, limit: number) => Math.abs(value) <= limit;

export const dueOf = ({ due, originalDue, originalDeckId }: CardRow): number =>
  originalDeckId !== null && originalDue !== 0 ? originalDue : due;

function memoryOf(row: CardRow, { s, d }: CardData, history: CardHistory | undefined) {
  if (s !== undefined && d !== undefined && s > 0)
    return {
      stability: clamp(s, ...stabilityRange),
      difficulty: clamp(d, ...difficultyRange),
      isDerived: false,
    };
  const state =
    row.interval > 0
      ? memoryOfEase(row.interval, row.factor / 1000)
      : memoryOfLearning(history?.ratings.at(-1) ?? 1);
  return { ...state, isDerived: true };
}

function lastAnswerAt({ lrt }: CardData, history: CardHistory | undefined): number | undefined {
  if (lrt !== undefined && lrt > 0) return lrt * 1000;
  const at = history?.ratings.findLastIndex((rating) => rating >= 1 && rating <= 4) ?? -1;
  const time = history?.times[at];
  // In whole seconds, as Anki keeps it.
  return time === undefined ? undefined : Math.floor(time / 1000) * 1000;
}

/** Schedule of a studied card; `undefined` for a new one, `null` when its values make no sense. */
export function scheduleOf(
  row: CardRow,
  clock: AnkiClock,
  history: CardHistory | undefined,
): CardSchedule | null | undefined {
  if (row.type === 0) return undefined;
  const state = states[row.type as 1 | 2 | 3];
  const due = dueOf(row);
  if (state === undefined) return null;
  const isMoment = row.type !== 2 && due >= firstMoment;
  if (isMoment ? due > firstMoment * 8 : !inRange(due, latestDay)) return null;
  if (!inRange(row.interval, 36_500 * 2) || row.reps < 0 || row.lapses < 0) return null;
  const dueDay = isMoment ? clock.dayOfMoment(due * 1000) : clock.dayZero + due;
  const data = readCardData(row.data);
  const interval = Math.max(0, row.interval);
  const lastAt = lastAnswerAt(data, history);
  const anki = {
    ...(row.left === 0 ? {} : { left: row.left }),
    ...(data.dr === undefined ? {} : { desiredRetention: data.dr }),
    ...(data.decay === undefined ? {} : { decay: data.decay }),
    ...(data.cd === undefined ? {} : { custom: data.cd }),
  };
  return {
    state,
    dueDay,
    ...(isMoment ? { dueAt: due * 1000 } : {}),
    lastDay: lastAt === undefined ? dueDay - interval : clock.dayOfMoment(lastAt),
    ...(lastAt === undefined ? {} : { lastAt }),
    interval,
    ...memoryOf(row, data, history),
    ease: clamp(row.factor, 0, 100_000) / 1000,
    lapses: row.lapses,
    reviews: row.reps,
    ...(Object.keys(anki).length === 0 ? {} : { anki }),
  };
}
