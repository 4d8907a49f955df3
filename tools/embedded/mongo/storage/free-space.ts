import { statfsSync } from 'node:fs';

/** Minimum free space for writes, in bytes: more than one turn of the event loop writes. */
export const KEEP_FREE_BYTES = 16 * 1024 * 1024;
const MIB = 1024 * 1024;

/**
 * Checks whether the disk of a directory has more free bytes than the minimum, and logs when that changes. A write that
 * this check rejects has changed nothing, whereas a write that fails on the disk ends the server.
 */
export function createSpaceCheck(directory: string, keepFreeBytes: number, log: (line: string) => void) {
  let hadSpace = true;
  return (): boolean => {
    const { bavail, bsize } = statfsSync(directory);
    const hasSpace = bavail * bsize > keepFreeBytes;
    if (hasSpace !== hadSpace) log(hasSpace ? WRITES_AGAIN : noWrites(keepFreeBytes));
    hadSpace = hasSpace;
    return hasSpace;
  };
}

const WRITES_AGAIN = 'the disk has space again: writes are accepted';
const noWrites = (bytes: number): string =>
  `the disk has less than ${Math.ceil(bytes / MIB)} MiB left: writes are rejected until it has more, reads continue`;
