import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const MARKER = 'kumbuka.json';

/** Files that a reset removes; keys and remembered ports stay. */
const DATA = ['mongo', 'mongo-filling', 'kafka', 'mail', 'media', 'imports', 'payments', 'logs'];

/** The directory contains foreign files, so nothing is written to it or deleted. */
class ForeignDirectory extends Error {
  readonly code = 'FOREIGN_DIRECTORY';
  constructor(path: string) {
    super(`${path} is not empty and is not a data directory of Kumbuka. Choose another by KUMBUKA_DATA_DIR.`);
    this.name = 'ForeignDirectory';
  }
}

/** Another start uses the directory. */
class DirectoryInUse extends Error {
  readonly code = 'DIRECTORY_IN_USE';
  constructor(path: string, holder: string) {
    super(
      `Kumbuka is already running on ${path}${holder}. Stop it first, or choose another data directory by KUMBUKA_DATA_DIR.`,
    );
    this.name = 'DirectoryInUse';
  }
}

/** Creates or recognises the directory and closes it to other users. Throws `ForeignDirectory`. */
export function prepareDataDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  rejectForeign(path);
  chmodSync(path, 0o700);
  if (!existsSync(join(path, MARKER)))
    writeFileSync(join(path, MARKER), '{"product":"kumbuka","version":1}\n');
}

function rejectForeign(path: string): void {
  const marked = existsSync(join(path, MARKER));
  if (!marked && readdirSync(path).length > 0) throw new ForeignDirectory(path);
  if (marked && !isOurs(readFileSync(join(path, MARKER), 'utf8'))) throw new ForeignDirectory(path);
}

function isOurs(marker: string): boolean {
  try {
    return z.object({ product: z.literal('kumbuka') }).safeParse(JSON.parse(marker)).success;
  } catch {
    return false;
  }
}

/** Deletes all data of a directory that `prepareDataDirectory` accepted. */
export function clearData(path: string): void {
  rejectForeign(path);
  for (const name of DATA) rmSync(join(path, name), { recursive: true, force: true });
}

export const hasData = (path: string): boolean => DATA.some((name) => existsSync(join(path, name)));

/**
 * Locks the directory until `release` or the end of the process. The operating system holds the file lock, so that a
 * crash leaves nothing to clean up. Throws `DirectoryInUse`.
 */
export function lockDataDirectory(path: string): { release(): void } {
  const database = new DatabaseSync(join(path, 'lock'));
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new DirectoryInUse(path, holderOf(path));
  }
  return { release: () => database.close() };
}

function holderOf(path: string): string {
  const run = readRun(path);
  return run === undefined
    ? ''
    : ` (process ${run.pids['start'] ?? '?'}, http://localhost:${run.ports['web'] ?? '?'})`;
}

/** Process that uses a directory, with its addresses; for tools and the message above. */
const run = z.object({
  pids: z.record(z.string(), z.number()),
  ports: z.record(z.string(), z.number()),
});
export type Run = z.infer<typeof run>;

/** Writes run.json atomically, because other processes read it. */
function writeRun(path: string, running: Run): void {
  const file = join(path, 'run.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function readRun(path: string): Run | undefined {
  try {
    return run.parse(JSON.parse(readFileSync(join(path, 'run.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

const AGAIN_MS = 1_000;

/** Keeps run.json up to date; retries while the disk is full. */
export function keepRun(path: string, running: Run) {
  let again: NodeJS.Timeout | undefined;
  function write(): void {
    clearTimeout(again);
    try {
      writeRun(path, running);
    } catch {
      again = setTimeout(write, AGAIN_MS).unref();
    }
  }
  write();
  return {
    note(name: string, pid: number): void {
      running.pids[name] = pid;
      write();
    },
    forget(): void {
      clearTimeout(again);
      rmSync(join(path, 'run.json'), { force: true });
    },
  };
}
