import {
  writeApkg,
  writeArchive,
  writeCsv,
  writeMarkdown,
  type WritableCollection,
} from '@kumbuka/card-files';
import type { ExportFormat } from '@kumbuka/contracts';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ExportedCollection, ExportWriter } from '../use-cases/export/ports.ts';

/** A reader that is slower, or that holds its download open, is cut off. */
const takenWithinMs = 10 * 60_000;
/** Folders of exports that a process left behind when it was killed. */
const leftBehindMs = 2 * takenWithinMs;

async function removeLeftBehind(root: string, now: number) {
  for (const name of await readdir(root).catch((): string[] => [])) {
    const made = await stat(join(root, name)).catch(() => null);
    if (made && now - made.mtimeMs > leftBehindMs)
      await rm(join(root, name), { recursive: true, force: true });
  }
}

async function* resumed(first: string, rest: AsyncIterable<string>) {
  yield first;
  yield* rest;
}

/** Text as a stream, once its first piece exists: what fails at the beginning is no response yet. */
async function textStream(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next();
  return Readable.from(resumed(first.value ?? '', pieces), { objectMode: false });
}

/** Ends a stream that nobody reads, and says when it is over. */
function guarded(stream: Readable, onEnd: () => void): Readable {
  const timer = setTimeout(
    () => stream.destroy(new Error('The export was not read in time.')),
    takenWithinMs,
  );
  timer.unref();
  stream.once('close', () => {
    clearTimeout(timer);
    onEnd();
  });
  return stream;
}

async function* streamedMedia({
  media,
}: ExportedCollection): AsyncGenerator<{ name: string; open(): Promise<Readable | null> }> {
  for await (const { name, read } of media)
    yield {
      name,
      open: async () => {
        const bytes = await read();
        return bytes && Readable.from([bytes]);
      },
    };
}

/** Writes files of cards; packages are built in folders below `root`. */
export function createExportWriter(root: string): ExportWriter {
  async function packageOf(collection: WritableCollection) {
    await removeLeftBehind(root, Date.now());
    await mkdir(root, { recursive: true, mode: 0o700 });
    return writeApkg(collection, join(root, randomUUID()));
  }
  const writers: Record<ExportFormat, (collection: WritableCollection) => Promise<Readable>> = {
    apkg: packageOf,
    json: writeArchive,
    markdown: (collection) => textStream(writeMarkdown(collection)),
    csv: (collection) => textStream(writeCsv(collection, { forSpreadsheets: false })),
    'csv-spreadsheets': (collection) => textStream(writeCsv(collection, { forSpreadsheets: true })),
  };
  return {
    async write(format, collection, onEnd) {
      return guarded(await writers[format]({ ...collection, media: streamedMedia(collection) }), onEnd);
    },
  };
}
