import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  CardFileRejected,
  type CardFileHead,
  type PreviewCardFile,
  type ReadCardFile,
  type Rejection,
} from '../collection.ts';
import { processLimits } from '../limits.ts';
import type { ReaderTask } from './reader-process.ts';
import { openContents } from './spool.ts';

const entry = fileURLToPath(new URL('./reader-process.ts', import.meta.url));
/** Exit of V8 when its heap is full. */
const outOfHeap = 134;
const maxOutput = 32 * 1024 * 1024;

interface Outcome {
  head?: CardFileHead | null;
  rejected?: Rejection;
  /** The disk of the folder has no room. */
  isFull?: boolean;
}

/** The disk has no room for what is read; a later attempt may succeed. */
class DiskFull extends Error {
  readonly code = 'ENOSPC';
  override readonly name = 'DiskFull';
}

/** Runs a task in a process of its own and kills it at its limit. A signal ends it, whatever it does. */
function runTask(task: ReaderTask, signal?: AbortSignal): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${processLimits.heapMegabytes}`,
      entry,
      JSON.stringify(task),
    ],
    // A foreign file gets no secrets of the service.
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '' },
      ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
    },
  );
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, processLimits.timeMs);
  const output: Buffer[] = [];
  let [size, faults] = [0, ''];
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxOutput) child.kill('SIGKILL');
    else output.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (faults.length < 4_000) faults += chunk.toString('utf8');
  });
  return new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      if (code === 0) resolve(JSON.parse(Buffer.concat(output).toString('utf8')) as Outcome);
      else if (isLate) reject(new CardFileRejected('too-slow'));
      else if (killedBy !== null || code === outOfHeap) reject(new CardFileRejected('too-much-memory'));
      else reject(new CardFileRejected('reader-failed', faults));
    });
  }).finally(() => clearTimeout(timer));
}

async function outcomeOf(task: ReaderTask, signal?: AbortSignal) {
  const { head, rejected, isFull } = await runTask(task, signal);
  if (isFull) throw new DiskFull('The disk is full.');
  if (rejected) throw new CardFileRejected(rejected);
  return head;
}

/** Reads a file for its preview. See `PreviewCardFile`. */
export const previewCardFile: PreviewCardFile = async (path, options, signal) => {
  const head = await outcomeOf({ path, options, folder: null }, signal);
  if (!head) throw new Error('The reader of card files gave no preview.');
  return head;
};

/** Reads a whole file into a folder. See `ReadCardFile`. */
export const readCardFile: ReadCardFile = async (path, options, folder, signal) => {
  await outcomeOf({ path, options, folder }, signal);
  return openContents(folder);
};
