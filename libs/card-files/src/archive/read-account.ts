import {
  knownParameters,
  latestFit,
  studyLogEntry,
  studySettings,
  type StudyLogEntry,
  type StudyParameters,
} from '@kumbuka/contracts';
import { isTimezone } from '@kumbuka/contracts/study-day';
import { join } from 'node:path';
import { z } from 'zod';
import type { Archive } from '../anki/archive.ts';
import { CardFileRejected, type ArchivedAccount } from '../collection.ts';
import { archiveLimits, fileLimits } from '../limits.ts';
import { logLines, logName } from './study-log.ts';

const text = z.string().max(fileLimits.deckName);
const language = z
  .string()
  .max(100)
  .nullish()
  .transform((tag) => tag ?? null);
const deck = z.object({
  id: z.int().positive(),
  path: text.min(1),
  title: text,
  description: text,
  subject: text,
  category: text,
  difficulty: z.int(),
  frontLanguage: language,
  backLanguage: language,
});
const described = z.object({ account: z.object({ decks: z.array(deck).max(fileLimits.decks) }) });
const head = z.strictObject({
  kumbukaStudy: z.literal(1),
  settings: studySettings.refine(({ timezone }) => isTimezone(timezone)),
  fit: latestFit,
});

/** Clocks of two servers may differ by as much. */
const toleratedMs = 10 * 60_000;

const damaged = (detail: string) => new CardFileRejected('damaged', detail);

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw damaged('JSON of the log');
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const found = schema.safeParse(value);
  if (!found.success) throw damaged(found.error.issues[0]?.message ?? 'log');
  return found.data;
}

const timesOf = (entry: StudyLogEntry): string[] => [
  entry.recordedAt,
  ...('answeredAt' in entry ? [entry.answeredAt] : []),
  ...('finishedAt' in entry ? [entry.finishedAt] : []),
];

/** Counts the answers that a fold of the log reads, because one card answered in reverse order may hold it up for hours. */
function createReplayCount() {
  const cards = new Map<number, { answers: number; latest: number }>();
  let replays = 0;
  return {
    cards: () => cards.size,
    count(entry: StudyLogEntry) {
      if (!('cardId' in entry)) return;
      const card = cards.get(entry.cardId) ?? { answers: 0, latest: -Infinity };
      cards.set(entry.cardId, card);
      const at = entry.kind === 'reviewed' ? new Date(entry.answeredAt).getTime() : null;
      const isReplayed = entry.kind === 'undone' || entry.kind === 'schedule-imported';
      if (isReplayed || (at !== null && at < card.latest)) replays += card.answers;
      if (at !== null) {
        card.latest = Math.max(card.latest, at);
        card.answers += 1;
      }
      if (card.answers > archiveLimits.logAnswersOfCard || replays > archiveLimits.logReplays)
        throw new CardFileRejected('too-large');
    },
  };
}

/** Reads what the archive of an account has besides notes and media; `undefined` for an archive of cards. */
export async function readAccount(
  archive: Archive,
  cards: unknown,
  folder: string,
): Promise<ArchivedAccount | undefined> {
  if (!archive.has(logName)) return undefined;
  const { account } = parsed(described, cards);
  await archive.extract(logName, join(folder, logName), {
    limit: archiveLimits.logBytes,
    isZstd: false,
    watch: () => {},
  });
  const latest = new Date(Date.now() + toleratedMs).toISOString();
  const replays = createReplayCount();
  let parameters: StudyParameters[] = [];
  let [start, entries, answers, reviews] = [null as z.output<typeof head> | null, 0, 0, 0];
  for await (const line of logLines(folder)) {
    if (start === null) {
      start = parsed(head, jsonOf(line));
      continue;
    }
    const entry = parsed(studyLogEntry, jsonOf(line));
    if (timesOf(entry).some((time) => new Date(time).toISOString() > latest))
      throw new CardFileRejected('history-from-future');
    replays.count(entry);
    if (entry.kind === 'reviewed') answers += 1;
    if (entry.kind === 'parameters-changed')
      parameters = [entry.parameters, ...parameters].slice(0, knownParameters);
    entries += 1;
    if (entry.kind === 'history-imported') reviews += entry.times.length;
    if (entries > archiveLimits.logEntries || reviews > archiveLimits.logReviews)
      throw new CardFileRejected('too-large');
  }
  if (start === null) throw damaged('log');
  const { settings, fit } = start;
  return { decks: account.decks, settings, fit, parameters, entries, answers, cards: replays.cards() };
}
