import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { WritableCollection } from '../collection.ts';
import { buildInProcess } from '../process/build-in-process.ts';
import { createSpool } from '../process/spool.ts';
import { logName, writeStudyLog } from '../archive/study-log.ts';
import { writeJson } from './text.ts';

/** Pictures and sounds are packed already. */
const stored = { compress: false };

async function* bytesOf(open: () => Promise<NodeJS.ReadableStream | null>): AsyncGenerator<string | Buffer> {
  const stream = await open();
  if (stream) yield* stream;
}

/** Adds the media of a collection, and the list of their names, to a zip file. */
async function addMedia(zip: ZipFile, media: WritableCollection['media'], at: Date) {
  const names: Record<string, string> = {};
  let count = 0;
  for await (const { name, open } of media) {
    const entry = String(count);
    names[entry] = name;
    count += 1;
    zip.addReadStreamLazy(entry, { ...stored, mtime: at }, (done) =>
      done(null, Readable.from(bytesOf(open))),
    );
  }
  zip.addBuffer(Buffer.from(JSON.stringify(names)), 'media', { mtime: at });
  zip.end();
}

/** The zip as a stream that fails when one of its sources does, and that runs `after` when it ends. */
function streamOf(zip: ZipFile, after: () => Promise<unknown>): Readable {
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => void after());
  return output;
}

/**
 * Writes an Anki package of the first generation, which every Anki since 2.0 reads: schema 11 in `collection.anki2`.
 * The database is built in a process of its own, with files in an empty folder, which is removed at the end.
 */
export async function writeApkg(collection: WritableCollection, folder: string): Promise<Readable> {
  const { noteTypes, zone, dayStartHour, at } = collection;
  await mkdir(folder, { recursive: true });
  try {
    const spool = createSpool(folder);
    for await (const batch of collection.notes) for (const note of batch) spool.note(note);
    spool.close();
    const database = join(folder, 'collection.anki2');
    await buildInProcess({
      folder,
      target: database,
      options: { noteTypes, zone, dayStartHour, at: at.getTime() },
    });
    const zip = new ZipFile();
    zip.addFile(database, 'collection.anki2', { mtime: at });
    await addMedia(zip, collection.media, at);
    return streamOf(zip, () => rm(folder, { recursive: true, force: true }));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Payments are written for the learner; no import reads them. */
async function* writePayments(payments: AsyncIterable<readonly object[]>) {
  let separator = '[\n';
  for await (const page of payments) {
    if (page.length === 0) continue;
    yield separator + page.map((payment) => JSON.stringify(payment)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Writes everything into one archive: our JSON, the media, and the study of a whole account. It can be read back. */
export async function writeArchive(collection: WritableCollection): Promise<Readable> {
  const zip = new ZipFile();
  zip.addReadStream(Readable.from(writeJson(collection)), 'kumbuka.json', { mtime: collection.at });
  const { archive, at } = collection;
  if (archive) {
    zip.addReadStream(Readable.from(writeStudyLog(archive.study)), logName, { mtime: at });
    zip.addReadStream(Readable.from(writePayments(archive.payments)), 'payments.json', { mtime: at });
  }
  await addMedia(zip, collection.media, at);
  return streamOf(zip, async () => {});
}
