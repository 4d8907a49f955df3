import type { CardHistory, CardSchedule, CollectionCard } from '@kumbuka/card-files/collection';
import { maxImportedReviews } from '@kumbuka/contracts';
import type { StudiedCard } from './ports.ts';

const scheduleOf = ({
  dueAt,
  lastAt,
  anki,
  ...schedule
}: CardSchedule): NonNullable<StudiedCard['schedule']> => ({
  ...schedule,
  dueAt: dueAt ?? null,
  lastAt: lastAt ?? null,
  anki: anki
    ? {
        left: anki.left ?? null,
        desiredRetention: anki.desiredRetention ?? null,
        decay: anki.decay ?? null,
        custom: anki.custom ?? null,
      }
    : null,
});

/** The newest reviews within the limit. */
function historyOf(history: CardHistory): NonNullable<StudiedCard['history']> {
  const newest = (numbers: readonly number[]) => numbers.slice(-maxImportedReviews);
  return {
    times: newest(history.times),
    ratings: newest(history.ratings),
    intervals: newest(history.intervals),
    lastIntervals: newest(history.lastIntervals),
    durations: newest(history.durations),
    factors: newest(history.factors),
    kinds: newest(history.kinds),
  };
}

/** What study-progress has to know of a card; `null` for a card without a schedule or history. */
export function studiedCardOf(
  { schedule, history, suspended }: CollectionCard,
  cardId: number,
  createdAt: Date,
): StudiedCard | null {
  const hasHistory = history !== undefined && history.times.length > 0;
  if (!schedule && !hasHistory) return null;
  return {
    cardId,
    createdAt: createdAt.toISOString(),
    cardVersion: suspended ? 2 : 1,
    suspended,
    ...(schedule ? { schedule: scheduleOf(schedule) } : {}),
    ...(hasHistory ? { history: historyOf(history) } : {}),
  };
}
