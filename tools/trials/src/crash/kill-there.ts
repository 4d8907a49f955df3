import { check, pause } from '../checks.ts';
import { isStopped } from '../measure.ts';
import type { Product } from '../product.ts';
import type { Stores } from '../stores.ts';

type Victim = 'application' | 'stores';
const rounds: Victim[][] = [['application'], ['stores'], ['application', 'stores']];

interface Place {
  product: Product;
  stores: Stores;
}

/** The process id of the application once it stands at its crash point; null when it does not come there in time. */
async function untilThere(product: Product, until: number): Promise<number | null> {
  while (Date.now() < until) {
    const pid = product.pids()['application'];
    if (pid !== undefined && isStopped(pid)) return pid;
    await pause(20);
  }
  return null;
}

async function killThere(
  { product, stores }: Place,
  victims: readonly Victim[],
  until: number,
): Promise<boolean> {
  const there = await untilThere(product, until);
  if (there === null) return false;
  if (victims.includes('stores')) stores.kill(product);
  process.kill(there, victims.includes('application') ? 'SIGKILL' : 'SIGCONT');
  return true;
}

/** Nobody is killed any more: the application passes its point without a rest until it is stopped. */
function keepGoing(product: Product) {
  const timer = setInterval(() => {
    const pid = product.pids()['application'];
    if (pid !== undefined && isStopped(pid)) process.kill(pid, 'SIGCONT');
  }, 50);
  timer.unref();
}

/** While the application stands at its crash point (`CRASH_AT=...:stand-still`): kills it, then the stores, then both. */
export async function killAllThere(place: Place, point: string, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs;
  for (const victims of rounds)
    check(await killThere(place, victims, until), `${point}: ${victims.join(' and ')} killed`);
  keepGoing(place.product);
}
