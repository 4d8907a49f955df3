import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CardFileHead, CollectionCard, CollectionNote, MediaFile, ReadOptions } from '../collection.ts';
import { read } from '../read.ts';

const root = fileURLToPath(new URL('../../fixtures/', import.meta.url));
export const fixture = (path: string): string => join(root, path);

interface Expected {
  notes: number;
  cards: number;
  media: number;
  media_referenced: number;
  answers: number;
  reviews_without_card: number;
  suspended: number;
  buried: number;
  with_memory_state: number;
  note_types: number;
  decks: string[];
  media_missing: string[];
  flags: number;
  filtered: number;
  tags: string[];
  named_cards: {
    card: string;
    guid: string;
    question: string;
    due: string;
    interval: number;
    stability: number | null;
    difficulty: number | null;
    ease: number;
    lapses: number;
    answers: number;
  }[];
}
/** What the real Anki sees in each package. */
export const expected = JSON.parse(readFileSync(fixture('expected.json'), 'utf8')) as Record<
  string,
  Expected
>;

export interface ReadFile {
  head: CardFileHead;
  media: MediaFile[];
  notes: CollectionNote[];
  cards: CollectionCard[];
}

export const nairobi = { zone: 'Africa/Nairobi', dayStartHour: 4 };

/** Reads a file in this process. */
export async function readFile(path: string, options: Partial<ReadOptions> = {}): Promise<ReadFile> {
  const notes: CollectionNote[] = [];
  const { head, media } = await read(
    path,
    { fileName: basename(path), ...nairobi, ...options },
    { note: (note) => notes.push(note) },
    mkdtempSync(join(tmpdir(), 'card-file-')),
  );
  return { head, media, notes, cards: notes.flatMap(({ cards }) => cards) };
}

export const readFixture = (path: string, options: Partial<ReadOptions> = {}): Promise<ReadFile> =>
  readFile(fixture(path), options);

/** Number of things reported under each code. */
export function reportsOf({ head }: Pick<ReadFile, 'head'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code, count } of head.reports) counts[code] = (counts[code] ?? 0) + count;
  return counts;
}
