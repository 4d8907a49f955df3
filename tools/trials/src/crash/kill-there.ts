import { check, pause } from '../checks.ts';
import { isStopped } from '../measure.ts';
import type { Product } from '../product.ts';

type Victim = 'application' | 'infrastructure';
const rounds: Victim[][] = [['application'], ['infrastructure'], ['application', 'infrastructure']];

/** The process id of the application once it stands at its crash point; null when it does not come there in time. */
async function untilThere(product: Product, until: number): Promise<number | null> {
  while (Date.now() < until) {
    const pid = product.pids()['application'];
    if (pid !== undefined && isStopped(pid)) return pid;
    await pause(20);
  }
  return null;
}

async function killThere(product: Product, victims: readonly Victim[], until: number): Promise<boolean> {
  const there = await untilThere(product, until);
  if (there === null) return false;
  const pids = product.pids();
  for (const victim of victims) process.kill(pids[victim] ?? there, 'SIGKILL');
  if (!victims.includes('application')) process.kill(there, 'SIGCONT');
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
export async function killAllThere(product: Product, point: string, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs;
  for (const victims of rounds)
    check(await killThere(product, victims, until), `${point}: ${victims.join(' and ')} killed`);
  keepGoing(product);
}
