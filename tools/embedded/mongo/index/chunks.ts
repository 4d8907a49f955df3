/** Index entry: an encoded key and its record. */
export interface Entry<R> {
  key: string;
  record: R;
}

export interface Numbered {
  rid: number;
}

interface Chunk<R> {
  keys: string[];
  records: R[];
}

/** Entries by key and, for equal keys, by the record's number, in chunks of a few hundred. */
export interface Chunks<R> {
  list: Chunk<R>[];
  size: number;
  /** Incremented by every change, so that iterators detect it. */
  changes: number;
}

export interface Place {
  chunk: number;
  offset: number;
}

const chunkLimit = 512;
/** Size of the chunks that ascending keys leave behind. */
const fullChunk = chunkLimit - 64;

function compare<R extends Numbered>(chunk: Chunk<R>, offset: number, key: string, rid: number): number {
  const own = chunk.keys[offset]!;
  if (own !== key) return own < key ? -1 : 1;
  return chunk.records[offset]!.rid - rid;
}

function chunkFor<R extends Numbered>(list: readonly Chunk<R>[], key: string, rid: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const chunk = list[middle]!;
    if (compare(chunk, chunk.keys.length - 1, key, rid) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds the first place whose entry is not below the key and record number. */
export function seek<R extends Numbered>({ list }: Chunks<R>, key: string, rid = -1): Place {
  if (list.length === 0) return { chunk: 0, offset: 0 };
  const at = chunkFor(list, key, rid);
  const chunk = list[at]!;
  let low = 0;
  let high = chunk.keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(chunk, middle, key, rid) < 0) low = middle + 1;
    else high = middle;
  }
  return low === chunk.keys.length ? { chunk: at + 1, offset: 0 } : { chunk: at, offset: low };
}

function isAt<R extends Numbered>({ list }: Chunks<R>, place: Place, key: string, rid: number): boolean {
  const found = list[place.chunk];
  return (
    found !== undefined && place.offset < found.keys.length && compare(found, place.offset, key, rid) === 0
  );
}

/** An entry before the first of a chunk belongs to the end of the previous one. */
const placeToAdd = <R>({ list }: Chunks<R>, { chunk, offset }: Place): Place =>
  offset === 0 && chunk > 0 ? { chunk: chunk - 1, offset: list[chunk - 1]!.keys.length } : { chunk, offset };

function split<R>({ list }: Chunks<R>, at: number): void {
  const chunk = list[at]!;
  const keep = at === list.length - 1 ? fullChunk : chunkLimit >> 1;
  list.splice(at + 1, 0, { keys: chunk.keys.splice(keep), records: chunk.records.splice(keep) });
}

/** Adds an entry. Moves a few hundred entries at most. */
export function add<R extends Numbered>(chunks: Chunks<R>, key: string, record: R): void {
  const found = seek(chunks, key, record.rid);
  if (isAt(chunks, found, key, record.rid)) return;
  if (chunks.list.length === 0) chunks.list.push({ keys: [], records: [] });
  const { chunk: at, offset } = placeToAdd(chunks, found);
  const chunk = chunks.list[at]!;
  chunk.keys.splice(offset, 0, key);
  chunk.records.splice(offset, 0, record);
  chunks.size++;
  chunks.changes++;
  if (chunk.keys.length > chunkLimit) split(chunks, at);
}

export function remove<R extends Numbered>(chunks: Chunks<R>, key: string, record: R): void {
  const place = seek(chunks, key, record.rid);
  if (!isAt(chunks, place, key, record.rid)) return;
  const chunk = chunks.list[place.chunk]!;
  chunk.keys.splice(place.offset, 1);
  chunk.records.splice(place.offset, 1);
  if (chunk.keys.length === 0) chunks.list.splice(place.chunk, 1);
  chunks.size--;
  chunks.changes++;
}

/** Replaces all entries, much faster than adding them one by one. */
export function replaceAll<R extends Numbered>(chunks: Chunks<R>, entries: Entry<R>[]): void {
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.record.rid - b.record.rid));
  chunks.list = [];
  for (let from = 0; from < entries.length; from += fullChunk) {
    const part = entries.slice(from, from + fullChunk);
    chunks.list.push({ keys: part.map(({ key }) => key), records: part.map(({ record }) => record) });
  }
  chunks.size = entries.length;
  chunks.changes++;
}

/** Counts the entries of the range without visiting them. */
export function count<R extends Numbered>(chunks: Chunks<R>, start: string, end: string): number {
  if (start >= end) return 0;
  const from = seek(chunks, start);
  const to = seek(chunks, end);
  if (from.chunk === to.chunk) return to.offset - from.offset;
  let total = to.offset - from.offset;
  for (let at = from.chunk; at < to.chunk; at++) total += chunks.list[at]!.keys.length;
  return total;
}
