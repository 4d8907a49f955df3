/** One index entry: an encoded key and the record it leads to. */
export interface Entry<R> {
  key: string;
  record: R;
}

interface Chunk<R> {
  keys: string[];
  records: R[];
}

interface Place {
  chunk: number;
  offset: number;
}

const CHUNK_LIMIT = 512;

/**
 * Entries ordered by key and, for equal keys, by the record's number; kept in chunks, so that adding one moves
 * a few hundred entries at most. Ranges are half open: from `start` (included) to `end` (excluded). Entries may
 * come and go while a range is walked: the walk goes on behind the last entry that it gave.
 */
export function createSortedEntries<R extends { rid: number }>() {
  let chunks: Chunk<R>[] = [];
  let size = 0;
  let changes = 0;

  function compare(chunk: Chunk<R>, offset: number, key: string, rid: number): number {
    const own = chunk.keys[offset]!;
    if (own !== key) return own < key ? -1 : 1;
    return chunk.records[offset]!.rid - rid;
  }

  function chunkFor(key: string, rid: number): number {
    let low = 0;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = chunks[middle]!;
      if (compare(chunk, chunk.keys.length - 1, key, rid) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first place whose entry is not below the given one. */
  function seek(key: string, rid = -1): Place {
    if (chunks.length === 0) return { chunk: 0, offset: 0 };
    const at = chunkFor(key, rid);
    const chunk = chunks[at]!;
    let low = 0;
    let high = chunk.keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(chunk, middle, key, rid) < 0) low = middle + 1;
      else high = middle;
    }
    return low === chunk.keys.length ? { chunk: at + 1, offset: 0 } : { chunk: at, offset: low };
  }

  function isAt({ chunk, offset }: Place, key: string, rid: number): boolean {
    const found = chunks[chunk];
    return found !== undefined && offset < found.keys.length && compare(found, offset, key, rid) === 0;
  }

  function add(key: string, record: R): void {
    const place = seek(key, record.rid);
    if (isAt(place, key, record.rid)) return;
    size++;
    changes++;
    if (chunks.length === 0) {
      chunks.push({ keys: [key], records: [record] });
      return;
    }
    if (place.offset === 0 && place.chunk > 0) {
      place.chunk--;
      place.offset = chunks[place.chunk]!.keys.length;
    }
    const chunk = chunks[place.chunk]!;
    chunk.keys.splice(place.offset, 0, key);
    chunk.records.splice(place.offset, 0, record);
    if (chunk.keys.length > CHUNK_LIMIT) split(place.chunk);
  }

  /** Keys that only ever grow leave full chunks behind instead of half empty ones. */
  function split(at: number): void {
    const chunk = chunks[at]!;
    const keep = at === chunks.length - 1 ? CHUNK_LIMIT - 64 : CHUNK_LIMIT >> 1;
    chunks.splice(at + 1, 0, { keys: chunk.keys.splice(keep), records: chunk.records.splice(keep) });
  }

  function remove(key: string, record: R): void {
    const place = seek(key, record.rid);
    if (!isAt(place, key, record.rid)) return;
    const chunk = chunks[place.chunk]!;
    chunk.keys.splice(place.offset, 1);
    chunk.records.splice(place.offset, 1);
    if (chunk.keys.length === 0) chunks.splice(place.chunk, 1);
    size--;
    changes++;
  }

  /** Replaces everything; much faster than adding one by one. */
  function replaceAll(entries: Entry<R>[]): void {
    entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.record.rid - b.record.rid));
    chunks = [];
    for (let from = 0; from < entries.length; from += CHUNK_LIMIT - 64) {
      const part = entries.slice(from, from + CHUNK_LIMIT - 64);
      chunks.push({ keys: part.map(({ key }) => key), records: part.map(({ record }) => record) });
    }
    size = entries.length;
    changes++;
  }

  function* range(start: string, end: string, reverse = false): Generator<Entry<R>> {
    yield* reverse ? backward(start, end) : forward(start, end);
  }

  function* forward(start: string, end: string): Generator<Entry<R>> {
    let { chunk: at, offset } = seek(start);
    for (; at < chunks.length; at++, offset = 0) {
      for (; offset < chunks[at]!.keys.length; offset++) {
        const { keys, records } = chunks[at]!;
        const key = keys[offset]!;
        if (key >= end) return;
        const record = records[offset]!;
        const seen = changes;
        yield { key, record };
        if (changes === seen) continue;
        ({ chunk: at, offset } = seek(key, record.rid + 1));
        if (at >= chunks.length) return;
        offset--;
      }
    }
  }

  function* backward(start: string, end: string): Generator<Entry<R>> {
    let { chunk: at, offset } = seek(end);
    for (; at >= 0; at--, offset = chunks[at]?.keys.length ?? 0) {
      while (offset > 0 && chunks[at]) {
        offset--;
        const { keys, records } = chunks[at]!;
        const key = keys[offset]!;
        if (key < start) return;
        const record = records[offset]!;
        const seen = changes;
        yield { key, record };
        if (changes !== seen) ({ chunk: at, offset } = seek(key, record.rid));
      }
    }
  }

  /** How many entries lie in the range, without visiting them. */
  function count(start: string, end: string): number {
    if (start >= end) return 0;
    const from = seek(start);
    const to = seek(end);
    if (from.chunk === to.chunk) return to.offset - from.offset;
    let total = to.offset - from.offset;
    for (let at = from.chunk; at < to.chunk; at++) total += chunks[at]!.keys.length;
    return total;
  }

  return { add, remove, replaceAll, range, count, size: () => size };
}

export type SortedEntries<R extends { rid: number }> = ReturnType<typeof createSortedEntries<R>>;
