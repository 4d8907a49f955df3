import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { CardFileRejected, type ReadOptions } from '../collection.ts';
import { fileLimits, processLimits } from '../limits.ts';
import { read } from '../read.ts';
import { createSpool } from './spool.ts';

/** What the service passes as the only argument, in JSON. */
export interface ReaderTask {
  path: string;
  options: ReadOptions;
  /** `null` for a preview. */
  folder: string | null;
}

const watchEveryMs = 50;

/** Runs in a thread of its own, because a query of SQLite blocks the main one. */
function watchMemory(limit: number) {
  setInterval(() => {
    if (process.memoryUsage.rss() > limit) process.kill(process.pid, 'SIGKILL');
  }, watchEveryMs);
}

const print = (result: unknown) => {
  let rest = Buffer.from(JSON.stringify(result));
  while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
};

const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

async function run({ path, options, folder }: ReaderTask) {
  const spool = folder === null ? null : createSpool(folder, fileLimits.notesBytes);
  try {
    const { head, media } = await read(path, options, spool ?? { note: () => {} }, folder);
    await spool?.finish(head, media);
    print({ head: spool ? null : head });
  } catch (error) {
    if (error instanceof CardFileRejected) print({ rejected: error.code });
    else if (isFull(error)) print({ isFull: true });
    else throw error;
  }
  process.exit();
}

if (isMainThread) {
  const watcher = new Worker(new URL(import.meta.url), { workerData: processLimits.memoryBytes });
  watcher.unref();
  await run(JSON.parse(process.argv[2] ?? '') as ReaderTask);
} else watchMemory(workerData as number);
