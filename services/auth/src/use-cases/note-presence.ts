import { noteSeen } from '../domain/account.ts';
import type { Now, Transact } from './unit.ts';

interface Deps {
  transact: Transact;
  now: Now;
}

export interface Seen {
  userId: number;
  at: Date;
}

const batchSize = 100;

/** The latest instant of each user. */
function latest(seen: readonly Seen[]): Map<number, Date> {
  const instants = new Map<number, Date>();
  for (const { userId, at } of seen) {
    const known = instants.get(userId);
    if (!known || known < at) instants.set(userId, at);
  }
  return instants;
}

/** Keeps when users were last seen, and tells it at most once a minute a user; unknown users are passed over. */
export const notePresence =
  (deps: Deps) =>
  async (seen: readonly Seen[]): Promise<void> => {
    const instants = latest(seen);
    const ids = [...instants.keys()];
    for (let start = 0; start < ids.length; start += batchSize) {
      const batch = ids.slice(start, start + batchSize);
      await deps.transact(async (unit) => {
        const accounts = await unit.accounts.findMany(batch);
        const changes = accounts.flatMap(
          (account) => noteSeen(account, instants.get(account.id) ?? deps.now(), deps.now()) ?? [],
        );
        if (changes.length === 0) return;
        await unit.accounts.save(changes.map(({ account }) => account));
        await unit.tell(changes.flatMap(({ facts }) => facts));
      });
    }
  };
