import { z } from 'zod';
import { CardFileRejected, type CardFileHead, type NoteType } from '../collection.ts';
import type { Collector } from '../collector.ts';
import { fileLimits } from '../limits.ts';
import { isTooLong } from '../sides.ts';

/** Begins every file of this format, so that no other JSON is taken for one. */
export const fileMark = '{"kumbuka":1';

const kinds = z.enum(['basic', 'basic-reversed', 'cloze', 'typed', 'image-occlusion', 'custom']);
const text = z.string().max(fileLimits.field);
const name = z.string().max(fileLimits.deckName);
const whole = z.number().int();
const day = whole.min(-100_000).max(200_000);

const schedule = z.object({
  state: z.enum(['learning', 'review', 'relearning']),
  dueDay: day,
  dueAt: z.number().optional(),
  lastDay: day,
  lastAt: z.number().optional(),
  interval: whole.min(0).max(73_000),
  stability: z.number().min(0.001).max(36_500),
  difficulty: z.number().min(1).max(10),
  isDerived: z.boolean(),
  ease: z.number().min(0).max(100),
  lapses: whole.min(0),
  reviews: whole.min(0),
  anki: z
    .object({ left: whole, desiredRetention: z.number(), decay: z.number(), custom: z.string().max(1_000) })
    .partial()
    .optional(),
});
const numbers = z.array(whole).max(100_000);
const columns = ['times', 'ratings', 'intervals', 'lastIntervals', 'factors', 'durations', 'kinds'] as const;
const history = z
  .object({
    times: numbers,
    ratings: z.array(whole.min(0).max(4)).max(100_000),
    intervals: numbers,
    lastIntervals: numbers,
    factors: numbers,
    durations: numbers,
    kinds: numbers,
  })
  .refine((arrays) => columns.every((each) => arrays[each].length === arrays.times.length));
const card = z.object({
  id: whole.positive().optional(),
  number: whole.min(1).max(10_000),
  deck: name.min(1),
  front: text,
  back: text,
  suspended: z.boolean(),
  flag: whole.min(0).max(7),
  position: whole.optional(),
  schedule: schedule.optional(),
  history: history.optional(),
});
const note = z.object({
  guid: z.string().max(200).nullable(),
  type: name,
  kind: kinds,
  format: z.enum(['plain', 'rich']),
  fields: z.array(text).max(fileLimits.fieldsPerNote),
  sourceFields: z.array(text).max(fileLimits.fieldsPerNote).optional(),
  tags: z.array(z.string().max(fileLimits.tag)).max(fileLimits.tags),
  changedAt: z.number().optional(),
  cards: z.array(card).max(fileLimits.templates * 5),
});
const noteType = z.object({
  id: name,
  name,
  kind: kinds,
  fields: z.array(name).max(fileLimits.fieldsPerNote),
  templates: z.array(z.object({ name, front: text, back: text })).max(fileLimits.templates),
  isCloze: z.boolean(),
  css: text,
});
const head = z.object({ kumbuka: z.literal(1), noteTypes: z.array(noteType).max(fileLimits.noteTypes) });

export const isKumbukaFile = (text: string): boolean => text.startsWith(fileMark);

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    throw new CardFileRejected('damaged', 'JSON');
  }
};
const damaged = (error: z.ZodError) => new CardFileRejected('damaged', error.issues[0]?.message ?? '');

function noteTypesOf(value: unknown) {
  const top = head.safeParse(value);
  if (!top.success) throw damaged(top.error);
  return top.data.noteTypes;
}

function createNoteReader(collector: Collector) {
  let count = 0;
  return (value: unknown) => {
    if ((count += 1) > fileLimits.notes) throw new CardFileRejected('too-large');
    const found = note.safeParse(value);
    if (!found.success) throw damaged(found.error);
    const made = found.data as Parameters<Collector['note']>[0];
    const place = made.guid === null ? {} : { note: made.guid };
    const long = made.cards.filter(isTooLong);
    if (long.length > 0) collector.reporter.add('side-too-long', place, long.length);
    made.cards = made.cards.filter((each) => !isTooLong(each));
    if (made.cards.length > 0) collector.note(made);
  };
}

/** Reads a file that `writeJson` wrote. Throws `CardFileRejected`. */
export function readKumbukaFile(text: string, collector: Collector): CardFileHead {
  const parsed = parseJson(text) as Record<string, unknown>;
  const noteTypes = noteTypesOf(parsed);
  const readNote = createNoteReader(collector);
  for (const each of Array.isArray(parsed['notes']) ? (parsed['notes'] as unknown[]) : []) readNote(each);
  return collector.head('kumbuka', noteTypes, []);
}

/** Ends the first line of a file whose notes follow, one in each line. */
export const notesMark = ',"notes":[';

/**
 * Reads the lines that `writeJson` wrote, which are never held together. `watchHead` gets everything before the notes.
 * Throws `CardFileRejected`.
 */
export async function readKumbukaLines(
  lines: AsyncIterable<string>,
  collector: Collector,
  watchHead: (head: unknown) => void,
): Promise<CardFileHead> {
  let noteTypes: NoteType[] | null = null;
  const readNote = createNoteReader(collector);
  for await (const line of lines)
    if (noteTypes === null) {
      if (!line.endsWith(notesMark)) throw new CardFileRejected('damaged', 'first line');
      const top = parseJson(`${line.slice(0, -notesMark.length)}}`);
      noteTypes = noteTypesOf(top);
      watchHead(top);
    } else if (line !== ']}') readNote(parseJson(line.replace(/,$/, '')));
  if (noteTypes === null) throw new CardFileRejected('damaged', 'no lines');
  return collector.head('kumbuka', noteTypes, []);
}
