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

/** Aborts slow readers, because an open response holds a database cursor. */
const takenWithinMs = 60_000;

/**
 * Streams the body `{ items }` of an unpaged list in batches, with backpressure. An unreachable store throws
 * before the response begins.
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
