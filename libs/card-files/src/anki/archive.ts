import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createZstdDecompress } from 'node:zlib';
import { open as openZip, type Entry, type ZipFile } from 'yauzl';
import { CardFileRejected } from '../collection.ts';
import { fileLimits } from '../limits.ts';
import { splitLines } from '../lines.ts';

/** Entries of a package by name. Names other than the known ones are ignored, so no path of the file is ever used. */
export interface Archive {
  has(name: string): boolean;
  /** Bytes that an entry claims to have. */
  sizeOf(name: string): number;
  /** Reads an entry of at most `limit` bytes after expansion. */
  read(name: string, options: { limit: number; isZstd: boolean }): Promise<Buffer>;
  /** Lines of an entry of at most `limit` bytes after expansion. */
  lines(name: string, limit: number): AsyncGenerator<string>;
  /** Writes an entry to a file and returns how many bytes it has; `watch` sees them on the way. */
  extract(
    name: string,
    target: string,
    options: { limit: number; isZstd: boolean; watch(chunk: Buffer): void },
  ): Promise<number>;
  close(): void;
}

const known = /^(?:meta|media|kumbuka\.json|study\.ndjson|collection\.anki(?:2|21|21b)|\d{1,6})$/;

/** Faults of a damaged archive, by the messages of yauzl and zlib. */
const damaged = (error: unknown) =>
  new CardFileRejected('damaged', error instanceof Error ? error.message : '');

const openFile = (path: string) =>
  new Promise<ZipFile>((resolve, reject) =>
    openZip(
      path,
      { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true },
      (error, file) => (error ? reject(damaged(error)) : resolve(file)),
    ),
  );

function readEntries(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (file.entryCount > fileLimits.entries) throw new CardFileRejected('too-many-entries');
  return new Promise((resolve, reject) => {
    file.on('entry', (entry: Entry) => {
      const name = entry.fileNameRaw.toString('latin1');
      if (known.test(name)) {
        if (entry.isEncrypted()) {
          reject(new CardFileRejected('encrypted'));
          return;
        }
        entries.set(name, entry);
      }
      file.readEntry();
    });
    file.on('end', () => resolve(entries));
    file.on('error', (error: unknown) => reject(damaged(error)));
    file.readEntry();
  });
}

/** Stops a stream that produces more than a limit, and compares the checksum of what passes. */
function counted(limit: number, crc: number | null, watch: (chunk: Buffer) => void) {
  let [size, sum] = [0, 0];
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) {
        done(new CardFileRejected('expands-too-far'));
        return;
      }
      if (crc !== null) sum = crc32(chunk, sum);
      watch(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(crc !== null && sum !== crc ? new CardFileRejected('damaged', 'checksum') : null);
    },
  });
}

const streamOf = (file: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) =>
    file.openReadStream(entry, (error, stream) => (error ? reject(damaged(error)) : resolve(stream))),
  );

const rejection = (error: unknown) => (error instanceof CardFileRejected ? error : damaged(error));

/** Opens a zip file by its central directory. Throws `CardFileRejected`. */
export async function openArchive(path: string): Promise<Archive> {
  const file = await openFile(path);
  const entries = await readEntries(file).catch((error: unknown) => {
    file.close();
    throw rejection(error);
  });
  function entryOf(name: string, limit: number): Entry {
    const entry = entries.get(name);
    if (!entry) throw new CardFileRejected('damaged', name);
    if (entry.uncompressedSize > limit) throw new CardFileRejected('expands-too-far');
    return entry;
  }
  async function run(
    name: string,
    isZstd: boolean,
    limit: number,
    watch: (chunk: Buffer) => void,
    sink?: NodeJS.WritableStream,
  ) {
    const entry = entryOf(name, isZstd ? Infinity : limit);
    const source = await streamOf(file, entry);
    const stored = counted(isZstd ? fileLimits.diskBytes : limit, entry.crc32, isZstd ? () => {} : watch);
    const steps = isZstd ? [stored, createZstdDecompress(), counted(limit, null, watch)] : [stored];
    try {
      await pipeline([source, ...steps, ...(sink ? [sink] : [discard()])]);
    } catch (error) {
      throw rejection(error);
    }
  }
  return {
    has: (name) => entries.has(name),
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    async read(name, { limit, isZstd }) {
      const chunks: Buffer[] = [];
      await run(name, isZstd, limit, (chunk) => chunks.push(chunk));
      return Buffer.concat(chunks);
    },
    async *lines(name, limit) {
      const entry = entryOf(name, limit);
      const output = counted(limit, entry.crc32, () => {});
      // The reader of the output gets the error.
      const passing = pipeline(await streamOf(file, entry), output).catch(() => undefined);
      try {
        yield* splitLines(output);
      } catch (error) {
        throw rejection(error);
      } finally {
        output.destroy();
        await passing;
      }
    },
    async extract(name, target, { limit, isZstd, watch }) {
      let size = 0;
      const seen = (chunk: Buffer) => {
        size += chunk.length;
        watch(chunk);
      };
      await run(name, isZstd, limit, seen, createWriteStream(target, { flags: 'wx' }));
      return size;
    },
    close: () => file.close(),
  };
}

const discard = () =>
  new Transform({
    transform(_chunk, _encoding, done) {
      done();
    },
  }).resume();
