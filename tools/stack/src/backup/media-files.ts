import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { BackupDamaged, type MediaSummary } from './manifest.ts';

const listName = 'media.ndjson';
const folderName = 'media';

/** A file of the folder `media`, by account and name. */
const entry = z.object({
  path: z.string().regex(/^\d+\/[\w-]+\.\w+$/),
  bytes: z.int(),
  sha256: z.string(),
});
type Entry = z.infer<typeof entry>;

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function hashOf(file: string): Promise<Pick<Entry, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** Paths of all complete files. A name that begins with a dot is a write in progress. */
async function* pathsIn(store: string): AsyncGenerator<string> {
  for (const owner of await namesIn(store))
    for (const name of await namesIn(join(store, owner))) if (!name.startsWith('.')) yield `${owner}/${name}`;
}

async function copyTo(target: string, source: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await copyFile(source, target);
}

/**
 * Copies the files of a folder of pictures and sounds. They are copied after the databases: a file exists before its row
 * does, so that every row of the snapshot has its file, except one that was removed meanwhile because no card shows it.
 */
export async function copyMedia(store: string, directory: string): Promise<MediaSummary> {
  const list = createWriteStream(join(directory, listName), { mode: 0o600, flush: true });
  const hash = createHash('sha256');
  const found = { files: 0, bytes: 0 };
  try {
    for await (const path of pathsIn(store)) {
      const copy = join(directory, folderName, path);
      try {
        await copyTo(copy, join(store, path));
      } catch (error) {
        if (isMissing(error)) continue;
        throw error;
      }
      const seen = await hashOf(copy);
      const line = `${JSON.stringify({ path, ...seen })}\n`;
      hash.update(line);
      if (!list.write(line)) await once(list, 'drain');
      found.files += 1;
      found.bytes += seen.bytes;
    }
  } finally {
    await new Promise<void>((resolve) => list.end(resolve));
  }
  return { ...found, sha256: hash.digest('hex') };
}

async function* entriesOf(directory: string): AsyncGenerator<Entry> {
  for await (const line of createInterface({ input: createReadStream(join(directory, listName)) }))
    yield entry.parse(JSON.parse(line));
}

/** Verifies the copied files. Throws `BackupDamaged`. */
export async function checkMedia(directory: string, { sha256 }: MediaSummary): Promise<void> {
  const listed = await hashOf(join(directory, listName)).catch((cause: unknown) => {
    throw new BackupDamaged(`${listName} cannot be read.`, { cause });
  });
  if (listed.sha256 !== sha256) throw new BackupDamaged(`${listName} is not as it was written.`);
  for await (const { path, ...expected } of entriesOf(directory)) {
    const seen = await hashOf(join(directory, folderName, path)).catch((cause: unknown) => {
      throw new BackupDamaged(`${path} cannot be read.`, { cause });
    });
    if (seen.sha256 !== expected.sha256) throw new BackupDamaged(`${path} is not as it was written.`);
  }
}

/** Copies the files of a verified backup into a folder. A name always has the same bytes, so a repeat is harmless. */
export async function restoreMedia(directory: string, store: string): Promise<void> {
  for await (const { path } of entriesOf(directory)) {
    const target = join(store, path);
    await copyTo(target, join(directory, folderName, path));
    await using file = await open(target, 'r');
    await file.sync();
  }
}
