import { turboMode, type Deletion, type DeletionItem } from '../domain/deletion/deletion.ts';
import type { Ports, SignedIn } from './ports.ts';
import { insertDeletion } from './request-deletion.ts';

/** Maximum time for which the request waits for the end of the erasure. */
const timeoutMs = 5_000;

type ErasurePorts = Pick<
  Ports,
  'owners' | 'deletions' | 'transact' | 'runs' | 'isUnavailable' | 'pause' | 'newId' | 'now'
>;

/**
 * Erases a learner's own account with all its data in all services, after checking the password. Ends every session at
 * once and deletes the rest by the saga, even if the client disconnects. A repeated request gets the same deletion.
 */
export const eraseAccount =
  (ports: ErasurePorts) =>
  async (principal: SignedIn, password: string, requestId: string): Promise<Deletion> => {
    await ports.owners.provePassword(principal, password);
    const deletion = await beginErasure(ports, principal.userId, requestId);
    await closeNow(ports, principal.userId);
    ports.runs.wakeDeletion(deletion);
    await Promise.race([ports.runs.awaitDeletion(deletion.id), ports.pause(timeoutMs)]);
    return (await ports.deletions.find(deletion.id)) ?? deletion;
  };

/** Starts the deletion without recording the network address, because the audit log outlives the account. */
const beginErasure = (ports: ErasurePorts, userId: number, requestId: string) =>
  ports.transact(async (unit) => {
    const running = await unit.deletions.findErasure(userId);
    if (running) return running;
    const items: DeletionItem[] = [{ position: 0, userId, name: '', state: 'waiting' }];
    const call = { by: userId, action: 'eraseMyAccount', ip: '', requestId };
    return insertDeletion(ports, unit, items, { ...turboMode, requestedBy: 'learner', call });
  });

/** Closes the account. Ignores an unavailable auth, because the saga closes the account too. */
async function closeNow({ owners, isUnavailable }: Pick<Ports, 'owners' | 'isUnavailable'>, userId: number) {
  await owners.closeAccount(userId).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
}
