import { turboMode, type DeletionItem } from '../domain/deletion/deletion.ts';
import type { Ports } from './ports.ts';
import { startDeletion, type StartPorts } from './request-deletion.ts';

const atOnce = 500;

type ExpiryPorts = StartPorts & Pick<Ports, 'users' | 'confirmedNow'>;

/** Starts the deletion of expired demo users by the saga. Returns their number. */
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
  const deletion = await startDeletion(ports, items, { ...turboMode, requestedBy: 'expiry', call });
  await ports.runs.awaitDeletion(deletion.id);
  return ids.length;
};
