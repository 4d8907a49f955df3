import type { Revocations } from '@kumbuka/contracts';
import type { Principal } from './principal.ts';

type Item = Revocations['items'][number];

export interface RevocationList {
  /** Adds what was learnt at that moment. */
  add(items: readonly Item[], at: number): void;
  refuses(principal: Principal): boolean;
  /** Forgets what was learnt before that moment, when every token that it refuses has expired since. */
  forgetBefore(moment: number): void;
  size(): number;
}

/** Revoked sessions, raised epochs and deleted users, held in memory by every process; moments are of one clock that only goes forward. */
export function createRevocationList(): RevocationList {
  const sessions = new Map<string, number>();
  const epochs = new Map<number, { epoch: number; at: number }>();
  const gone = new Map<number, number>();

  const addOne = (item: Item, at: number) => {
    if (item.kind === 'session') sessions.set(item.sessionId, at);
    else if (item.kind === 'gone') gone.set(item.userId, at);
    else if ((epochs.get(item.userId)?.epoch ?? -1) < item.epoch)
      epochs.set(item.userId, { epoch: item.epoch, at });
  };

  return {
    add: (items, at) => items.forEach((item) => addOne(item, at)),
    refuses: ({ sessionId, userId, epoch }) =>
      sessions.has(sessionId) || gone.has(userId) || epoch < (epochs.get(userId)?.epoch ?? 0),
    forgetBefore(limit) {
      for (const [id, at] of sessions) if (at < limit) sessions.delete(id);
      for (const [id, at] of gone) if (at < limit) gone.delete(id);
      for (const [id, { at }] of epochs) if (at < limit) epochs.delete(id);
    },
    size: () => sessions.size + epochs.size + gone.size,
  };
}
