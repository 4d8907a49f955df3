import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { storedEntry, type CardStudy, type ReviewEntry, type StoredEntry } from '../index.ts';

/** Log of one learner as it was stored, and the schedule that its fold gave at the time of writing. */
export interface StoredHistory {
  log: ReviewEntry[];
  cards: (CardStudy & { cardId: number; deckId: number; buriedUntil: number | null })[];
}

const reviveDates = (key: string, value: unknown) =>
  key.endsWith('At') && value ? new Date(String(value)) : value;

/** Forty random histories of rule version 1, with undos, late answers, buried cards and changes of zone and day start. */
export function storedHistories(): StoredHistory[] {
  const file = new URL('logs-of-version-1.json.gz', import.meta.url);
  const histories: { log: Record<string, unknown>[]; cards: [] }[] = JSON.parse(
    gunzipSync(readFileSync(file)).toString(),
    reviveDates,
  );
  return histories.map(({ log, cards }) => ({
    log: log.map(({ _id, ...entry }) => storedEntry({ id: _id, ...entry } as StoredEntry)),
    cards,
  }));
}
