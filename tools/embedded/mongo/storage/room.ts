import { statfsSync } from 'node:fs';

/** Minimum free space for writes, in bytes: more than one turn of the event loop writes. */
export const KEEP_FREE_BYTES = 16 * 1024 * 1024;
const MIB = 1024 * 1024;

/**
 * Checks whether the disk of a directory has more free bytes than the minimum, and logs when that changes. A write that
 * this check rejects has changed nothing, whereas a write that fails on the disk ends the server.
 */
export function createRoom(directory: string, keepFreeBytes: number, log: (line: string) => void) {
  let hadRoom = true;
  return (): boolean => {
    const { bavail, bsize } = statfsSync(directory);
    const hasRoom = bavail * bsize > keepFreeBytes;
    if (hasRoom !== hadRoom) log(hasRoom ? WRITES_AGAIN : noWrites(keepFreeBytes));
    hadRoom = hasRoom;
    return hasRoom;
  };
}

const WRITES_AGAIN = 'the disk has room again: writes are taken';
const noWrites = (bytes: number): string =>
  `the disk has less than ${Math.ceil(bytes / MIB)} MiB left: reads go on, writes are refused until it has more`;
