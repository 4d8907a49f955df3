import { seek, type Chunks, type Entry, type Numbered } from './chunks.ts';

/** Iterates from `start` (included) to `end` (excluded). Entries may be added and removed meanwhile. */
export function* forward<R extends Numbered>(
  chunks: Chunks<R>,
  start: string,
  end: string,
): Generator<Entry<R>> {
  let { chunk: at, offset } = seek(chunks, start);
  for (; at < chunks.list.length; at++, offset = 0) {
    for (; offset < chunks.list[at]!.keys.length; offset++) {
      const { keys, records } = chunks.list[at]!;
      const key = keys[offset]!;
      if (key >= end) return;
      const record = records[offset]!;
      const seen = chunks.changes;
      yield { key, record };
      if (chunks.changes === seen) continue;
      ({ chunk: at, offset } = seek(chunks, key, record.rid + 1));
      if (at >= chunks.list.length) return;
      offset--;
    }
  }
}

/** Iterates over the same range in reverse order. */
export function* backward<R extends Numbered>(
  chunks: Chunks<R>,
  start: string,
  end: string,
): Generator<Entry<R>> {
  let { chunk: at, offset } = seek(chunks, end);
  for (; at >= 0; at--, offset = chunks.list[at]?.keys.length ?? 0) {
    while (offset > 0 && chunks.list[at]) {
      offset--;
      const { keys, records } = chunks.list[at]!;
      const key = keys[offset]!;
      if (key < start) return;
      const record = records[offset]!;
      const seen = chunks.changes;
      yield { key, record };
      if (chunks.changes !== seen) ({ chunk: at, offset } = seek(chunks, key, record.rid));
    }
  }
}
