import type { Revocations } from '@kumbuka/contracts';
import type { Principal } from './principal.ts';

type Item = Revocations['items'][number];

interface RevocationList {
  add(items: readonly Item[]): void;
  isRevoked(principal: Principal): boolean;
  /** Removes revocations whose tokens have all expired by this time. */
  forgetBefore(now: Date): void;
}

/** Revoked sessions and raised epochs, in memory until their tokens have expired. */
export function createRevocationList(): RevocationList {
  const sessions = new Map<string, number>();
  const epochs = new Map<number, { epoch: number; until: number }>();

  const addOne = (item: Item) => {
    const until = Date.parse(item.until);
    if (item.kind === 'session') sessions.set(item.sessionId, until);
    else if ((epochs.get(item.userId)?.epoch ?? -1) < item.epoch)
      epochs.set(item.userId, { epoch: item.epoch, until });
  };

  return {
    add: (items) => items.forEach(addOne),
    isRevoked: ({ sessionId, userId, epoch }) =>
      sessions.has(sessionId) || epoch < (epochs.get(userId)?.epoch ?? 0),
    forgetBefore(now) {
      const limit = now.getTime();
      for (const [id, until] of sessions) if (until < limit) sessions.delete(id);
      for (const [id, { until }] of epochs) if (until < limit) epochs.delete(id);
    },
  };
}
