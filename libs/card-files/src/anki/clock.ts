import { studyDayAt, type Day, type LocalClock } from '@kumbuka/contracts/study-day';
import type { AnkiSettings } from './schema.ts';

const [hour, day] = [3_600, 86_400];

/**
 * Offset in seconds, east of UTC, of a collection that names none: its day 0 began at 4 a.m. where its owner lived. Always
 * within 12 hours.
 */
function guessedOffset(createdAt: number): number {
  const offset = 4 * hour - (((createdAt % day) + day) % day);
  // Of the two zones that are half a day away, people live in the eastern one.
  return offset <= -12 * hour ? offset + day : offset > 12 * hour ? offset - day : offset;
}

/** Days of a collection: day numbers of Anki as calendar days, whatever the zone of the account. */
export interface AnkiClock {
  /** Calendar day of day 0. */
  dayZero: Day;
  /** Study day of a moment in the account. */
  dayOfMoment(ms: number): Day;
}

export function ankiClock({ createdAt, creationOffset }: AnkiSettings, account: LocalClock): AnkiClock {
  const east = creationOffset === null ? guessedOffset(createdAt) : -creationOffset * 60;
  return {
    dayZero: Math.floor((createdAt + east) / day),
    dayOfMoment: (ms) => studyDayAt(account, new Date(ms)),
  };
}
