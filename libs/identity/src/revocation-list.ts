import type { Revocations } from '@kumbuka/contracts';
import type { Principal } from './principal.ts';

type Item = Revocations['items'][number];

export interface RevocationList {
  add(items: readonly Item[]): void;
  refuses(principal: Principal): boolean;
  /** Forgets what was revoked before this instant: no token of that age is still valid. */
  forgetBefore(instant: Date): void;
  size(): number;
}

/** Revoked sessions, raised epochs and deleted users, held in memory by every process. */
export function createRevocationList(): RevocationList {
  const sessions = new Map<string, number>();
  const epochs = new Map<number, { epoch: number; at: number }>();
  const gone = new Map<number, number>();

  const addOne = (item: Item) => {
    const at = Date.parse(item.at);
    if (item.kind === 'session') sessions.set(item.sessionId, at);
    else if (item.kind === 'gone') gone.set(item.userId, at);
    else if ((epochs.get(item.userId)?.epoch ?? -1) < item.epoch)
      epochs.set(item.userId, { epoch: item.epoch, at });
  };

  return {
    add: (items) => items.forEach(addOne),
    refuses: ({ sessionId, userId, epoch }) =>
      sessions.has(sessionId) || gone.has(userId) || epoch < (epochs.get(userId)?.epoch ?? 0),
    forgetBefore(instant) {
      const limit = instant.getTime();
      for (const [id, at] of sessions) if (at < limit) sessions.delete(id);
      for (const [id, at] of gone) if (at < limit) gone.delete(id);
      for (const [id, { at }] of epochs) if (at < limit) epochs.delete(id);
    },
    size: () => sessions.size + epochs.size + gone.size,
  };
}
