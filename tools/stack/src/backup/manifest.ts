import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const namespace = z.object({ database: z.string(), collection: z.string() });
/** Database and collection of a file. */
export type Namespace = z.infer<typeof namespace>;

const written = namespace.extend({ documents: z.int(), bytes: z.int(), sha256: z.string() });
export type Written = z.infer<typeof written>;

const mediaSummary = z.object({
  files: z.int(),
  bytes: z.int(),
  /** Of the list of all files, which contains theirs. */
  sha256: z.string(),
});
export type MediaSummary = z.infer<typeof mediaSummary>;

const manifest = z.object({
  format: z.literal(1),
  /** Everything acknowledged before this instant is in the backup. */
  takenAt: z.iso.datetime(),
  files: z.array(written),
  /** Pictures and sounds; absent when they are in a bucket. */
  media: mediaSummary.optional(),
});
export type Manifest = z.infer<typeof manifest>;

const fileName = 'manifest.json';

/** File with consecutive documents, in the format of `mongodump`, `mongorestore` and `bsondump`. */
export const fileOf = (directory: string, { database, collection }: Namespace): string =>
  join(directory, database, `${collection}.bson`);

/** The directory contains no backup or a changed one. */
export class BackupDamaged extends Error {
  readonly code = 'BACKUP_DAMAGED';

  constructor(what: string, options?: ErrorOptions) {
    super(`This backup cannot be restored: ${what}`, options);
    this.name = 'BackupDamaged';
  }
}

/** Writes the manifest atomically after all other files: a directory without it is no backup. */
export async function writeManifest(directory: string, content: Omit<Manifest, 'format'>): Promise<void> {
  const path = join(directory, fileName);
  await writeFile(`${path}.part`, `${JSON.stringify({ format: 1, ...content }, null, 2)}\n`, { flush: true });
  await rename(`${path}.part`, path);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, fileName), 'utf8').catch((cause: unknown) => {
    throw new BackupDamaged(`${join(directory, fileName)} is not there; it is written last.`, { cause });
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupDamaged(`${fileName} is not as it was written.`, { cause });
  }
}

/** Reads a backup and verifies its checksums. Throws `BackupDamaged`. */
export async function checkBackup(directory: string): Promise<Manifest> {
  const found = await readManifest(directory);
  for (const file of found.files) {
    const path = fileOf(directory, file);
    const sha256 = await sha256Of(path).catch((cause: unknown) => {
      throw new BackupDamaged(`${path} cannot be read.`, { cause });
    });
    if (sha256 !== file.sha256) throw new BackupDamaged(`${path} is not as it was written.`);
  }
  return found;
}
