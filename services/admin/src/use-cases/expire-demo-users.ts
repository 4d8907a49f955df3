import type { DeletionItem } from '../domain/deletion/deletion.ts';
import type { Ports } from './ports.ts';
import { startDeletion } from './request-deletion.ts';

const atOnce = 500;
const manner = { dryRun: false, strategy: 'turbo', commitPer: 'user', sleepMs: 0 } as const;

/** Demo users whose time is over go by the saga that operators use. */
export const expireDemoUsers = (ports: Ports) => async (): Promise<number> => {
  const ids = await ports.users.findExpired(ports.now(), atOnce);
  if (ids.length === 0) return 0;
  const items = ids.map((userId, position): DeletionItem => ({
    position,
    userId,
    name: '',
    state: 'waiting',
  }));
  const call = { by: 'system', action: 'expireDemoUsers', ip: '', requestId: '' } as const;
  const deletion = await startDeletion(ports, items, { ...manner, requestedBy: 'expiry', call });
  await ports.awaitDeletion(deletion.id);
  return ids.length;
};
