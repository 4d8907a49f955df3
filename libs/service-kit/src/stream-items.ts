import { Readable } from 'node:stream';

async function* written<Item>(
  batches: AsyncIterable<readonly Item[]>,
  view: (item: Item) => unknown,
): AsyncGenerator<string, void> {
  let before = '{"items":[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before + batch.map((item) => JSON.stringify(view(item))).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}

async function* resumed(first: string, rest: AsyncIterable<string>) {
  yield first;
  yield* rest;
}

/** Whoever takes longer is cut off: meanwhile a cursor of the store stays open. */
const takenWithinMs = 60_000;

/**
 * The body `{ items }` of a list without pages, written batch by batch as fast as its reader takes it. A store that is
 * away throws here, while the answer can still be another one.
 */
export async function streamItems<Item>(
  batches: AsyncIterable<readonly Item[]>,
  view: (item: Item) => unknown,
): Promise<Readable> {
  const pieces = written(batches, view);
  const first = await pieces.next();
  return Readable.from(resumed(first.value ?? '', pieces), {
    objectMode: false,
    signal: AbortSignal.timeout(takenWithinMs),
  });
}
