import { check, pause } from '../product/checks.ts';
import { isStopped } from '../product/measure.ts';
import type { Product } from '../product/product.ts';
import type { Stores } from '../product/stores.ts';

type Victim = 'application' | 'stores';
const rounds: Victim[][] = [['application'], ['stores'], ['application', 'stores']];

interface Place {
  product: Product;
  stores: Stores;
}

/** Resolves with the process id of the application when it pauses at its crash point, or `null` after the deadline. */
async function untilPaused(product: Product, until: number): Promise<number | null> {
  while (Date.now() < until) {
    const pid = product.pids()['application'];
    if (pid !== undefined && isStopped(pid)) return pid;
    await pause(20);
  }
  return null;
}

async function killWhilePaused(
  { product, stores }: Place,
  victims: readonly Victim[],
  until: number,
): Promise<boolean> {
  const pid = await untilPaused(product, until);
  if (pid === null) return false;
  if (victims.includes('stores')) stores.kill(product);
  process.kill(pid, victims.includes('application') ? 'SIGKILL' : 'SIGCONT');
  return true;
}

/** Resumes the application at its crash point from now on, until it is stopped. */
function resumeFromNowOn(product: Product) {
  const timer = setInterval(() => {
    const pid = product.pids()['application'];
    if (pid !== undefined && isStopped(pid)) process.kill(pid, 'SIGCONT');
  }, 50);
  timer.unref();
}

/** Kills the application at its crash point (`CRASH_AT=...:stand-still`), then the stores, then both. */
export async function killAllAtPoint(place: Place, point: string, timeoutMs: number): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (const victims of rounds)
    check(await killWhilePaused(place, victims, until), `${point}: ${victims.join(' and ')} killed`);
  resumeFromNowOn(place.product);
}
