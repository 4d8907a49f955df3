import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

const ROTATE_BYTES = 5 * 1024 * 1024;
const TAIL_BYTES = 8 * 1024;

/** Opens a log for appending, readable by its owner only. First renames a large one to `.1`. */
export function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (existsSync(file) && statSync(file).size > ROTATE_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** Returns the last lines of a log, or '' without one. */
export function lastLines(file: string, lines = 15): string {
  if (!existsSync(file)) return '';
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
    const tail = bytes.toString().trimEnd().split('\n');
    // The first line may be incomplete.
    const whole = size > bytes.length && tail.length > 1 ? tail.slice(1) : tail;
    return whole.slice(-lines).join('\n');
  } finally {
    closeSync(descriptor);
  }
}
