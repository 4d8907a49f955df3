import { add, count, remove, replaceAll, type Chunks, type Entry, type Numbered } from './chunks.ts';
import { backward, forward } from './walks.ts';

/**
 * Entries ordered by key and, for equal keys, by the record's number. Ranges are half open: from `start` (included) to
 * `end` (excluded). Entries may be added and removed during an iteration, which continues after the last yielded entry.
 */
export function createSortedEntries<R extends Numbered>() {
  const chunks: Chunks<R> = { list: [], size: 0, changes: 0 };
  return {
    add: (key: string, record: R): void => add(chunks, key, record),
    remove: (key: string, record: R): void => remove(chunks, key, record),
    replaceAll: (entries: Entry<R>[]): void => replaceAll(chunks, entries),
    range: (start: string, end: string, reverse = false): Generator<Entry<R>> =>
      reverse ? backward(chunks, start, end) : forward(chunks, start, end),
    count: (start: string, end: string): number => count(chunks, start, end),
    size: () => chunks.size,
  };
}

export type SortedEntries<R extends Numbered> = ReturnType<typeof createSortedEntries<R>>;
