import { turboMode, type DeletionItem } from '../domain/deletion/deletion.ts';
import type { Ports } from './ports.ts';
import { insertDeletion, type StartPorts } from './request-deletion.ts';

const atOnce = 500;
/** Pause after an expiry in which a service failed for some users, before they are tried again. */
const failureRestMs = 3_600_000;

type ExpiryPorts = StartPorts & Pick<Ports, 'users' | 'confirmedNow'>;

/**
 * Starts the deletion of expired demo users by the saga, one deletion at a time. Returns their number without waiting,
 * because a deletion waits for unavailable services as long as it takes.
 */
export const expireDemoUsers = (ports: ExpiryPorts) => async (): Promise<number> => {
  const at = ports.confirmedNow();
  if (!at) return 0;
  const ids = await ports.users.findExpired(at, atOnce);
  if (ids.length === 0) return 0;
  const items = ids.map((userId, position): DeletionItem => ({
    position,
    userId,
    name: '',
    state: 'waiting',
  }));
  const call = { by: 'system', action: 'expireDemoUsers', ip: '', requestId: '' } as const;
  const failedSince = new Date(ports.now().getTime() - failureRestMs);
  const deletion = await ports.transact(async (unit) =>
    (await unit.deletions.findExpiry(failedSince))
      ? null
      : insertDeletion(ports, unit, items, { ...turboMode, requestedBy: 'expiry', call }),
  );
  if (!deletion) return 0;
  ports.runs.wakeDeletion(deletion);
  return ids.length;
};
