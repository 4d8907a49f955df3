import type { SeenSession } from '../../domain/access/session.ts';
import { noteSeen } from '../../domain/account/account.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

export interface Seen {
  userId: number;
  /** Missing from processes that do not report it. */
  sessionId?: string | undefined;
  at: Date;
}

const batchSize = 100;

/**
 * Stores when users and sessions were last seen, and publishes it at most once a minute per user; unknown
 * users are skipped.
 */
export const notePresence =
  ({ transact, sessions, now }: Pick<Ports, 'transact' | 'sessions' | 'now'>) =>
  async (seen: readonly Seen[]): Promise<void> => {
    const served = sessionsOf(seen, now());
    if (served.length > 0) await sessions.noteSeen(served);
    const latest = [...latestOf(seen)];
    for (let start = 0; start < latest.length; start += batchSize) {
      const batch = new Map(latest.slice(start, start + batchSize));
      await transact((unit) => noteBatch(unit, batch, now()));
    }
  };

/** A time in the future comes from a fast clock. */
const sessionsOf = (seen: readonly Seen[], now: Date): SeenSession[] =>
  seen.flatMap(({ userId, sessionId, at }) =>
    sessionId === undefined ? [] : { userId, sessionId, at: at < now ? at : now },
  );

/** Latest time per user. */
function latestOf(seen: readonly Seen[]): Map<number, Date> {
  const instants = new Map<number, Date>();
  for (const { userId, at } of seen) {
    const noted = instants.get(userId);
    if (!noted || noted < at) instants.set(userId, at);
  }
  return instants;
}

async function noteBatch({ accounts, record }: UnitOfWork, instants: ReadonlyMap<number, Date>, now: Date) {
  const existing = await accounts.findMany([...instants.keys()]);
  const changes = existing.flatMap(
    (account) => noteSeen(account, instants.get(account.id) ?? now, now) ?? [],
  );
  if (changes.length === 0) return;
  await accounts.save(changes.map(({ account }) => account));
  record(changes.flatMap(({ events }) => events));
}
