import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Small separate file system that a trial can fill. */
export interface SmallDisk {
  path: string;
  /** Takes all free bytes, and every byte that becomes free, until `empty`. */
  fill(): void;
  empty(): void;
  freeMiB(): number;
  unmount(): void;
}

const MIB = 1024 * 1024;
const refillMs = 100;

/** Mounts a small disk; `undefined` without the privilege. */
export function mountSmallDisk(mebibytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'kumbuka-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'tmpfs', path]);
  if (status === 0) return diskAt(path);
  rmdirSync(path);
  return undefined;
}

function diskAt(path: string): SmallDisk {
  const filler = join(path, 'filler');
  let filling: NodeJS.Timeout | undefined;
  const empty = () => {
    clearInterval(filling);
    rmSync(filler, { force: true });
  };
  return {
    path,
    fill() {
      takeAll(filler);
      filling = setInterval(takeAll, refillMs, filler);
    },
    empty,
    freeMiB() {
      const { bavail, bsize } = statfsSync(path);
      return (bavail * bsize) / MIB;
    },
    unmount() {
      empty();
      const { status, stderr } = spawnSync('umount', [path]);
      if (status !== 0) throw new Error(`${path} is still mounted: ${stderr.toString()}`);
      rmdirSync(path);
    },
  };
}

/** Writes until the disk is full. */
function takeAll(file: string) {
  const bytes = Buffer.alloc(MIB);
  const filler = openSync(file, 'a');
  try {
    for (;;) writeSync(filler, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(filler);
  }
}
