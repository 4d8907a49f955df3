import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readStudyLog } from '../archive/study-log.ts';
import {
  CardFileRejected,
  type CardFileContents,
  type CardFileHead,
  type CollectionNote,
  type MediaFile,
} from '../collection.ts';

const headName = 'head.json';
const notesName = 'notes.ndjson';
const bufferedText = 1 << 20;

/** Writes notes to a file in the folder of a read, one in each line. Throws `CardFileRejected` beyond `maxText` UTF-16 units. */
export function createSpool(folder: string, maxText = Infinity) {
  const file = openSync(join(folder, notesName), 'wx');
  let pending: string[] = [];
  let [length, total] = [0, 0];
  const flush = () => {
    writeSync(file, pending.join(''));
    [pending, length] = [[], 0];
  };
  function close() {
    flush();
    closeSync(file);
  }
  return {
    note(note: CollectionNote) {
      const line = `${JSON.stringify(note)}\n`;
      pending.push(line);
      length += line.length;
      total += line.length;
      if (total > maxText) throw new CardFileRejected('too-much-disk');
      if (length > bufferedText) flush();
    },
    close,
    /** Completes the folder; before, `openContents` rejects it. */
    async finish(head: CardFileHead, media: readonly MediaFile[]) {
      close();
      const names = media.map(({ path, ...rest }) => ({ ...rest, file: path.slice(folder.length + 1) }));
      await writeFile(join(folder, headName), JSON.stringify({ head, media: names }));
    },
  };
}

const usualBatch = 500;

/** Notes of a spool, in batches. */
export async function* readNotes(folder: string, batchSize = usualBatch): AsyncGenerator<CollectionNote[]> {
  const lines = createInterface({ input: createReadStream(join(folder, notesName)), crlfDelay: Infinity });
  let batch: CollectionNote[] = [];
  for await (const line of lines) {
    batch.push(JSON.parse(line) as CollectionNote);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Opens what `readCardFile` wrote, also after a restart. Fails when the read did not end. */
export async function openContents(folder: string): Promise<CardFileContents> {
  const { head, media } = JSON.parse(await readFile(join(folder, headName), 'utf8')) as {
    head: CardFileHead;
    media: (Omit<MediaFile, 'path'> & { file: string })[];
  };
  return {
    ...head,
    media: media.map(({ file, ...rest }) => ({ ...rest, path: join(folder, file) })),
    notes: (batchSize) => readNotes(folder, batchSize),
    log: () => readStudyLog(folder),
  };
}
