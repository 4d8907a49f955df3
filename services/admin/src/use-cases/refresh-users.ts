import { applySnapshot, type DirectoryUser } from '../domain/directory/user.ts';
import type { Ports } from './ports.ts';

type RefreshPorts = Pick<Ports, 'users' | 'owners' | 'transact'>;

const atOnce = 500;

/** Fetches stale parts of users from their owners, until `isOver()`. Returns the number of users. */
export const refreshUsers =
  (ports: RefreshPorts) =>
  async (isOver: () => boolean): Promise<number> => {
    let refreshed = 0;
    for (;;) {
      const stale = await ports.users.findStale(atOnce);
      if (stale.length > 0) await refreshSome(ports, stale);
      refreshed += stale.length;
      if (stale.length < atOnce || isOver()) return refreshed;
    }
  };

async function refreshSome({ owners, transact }: RefreshPorts, stale: readonly DirectoryUser[]) {
  const revisions = new Map(stale.map(({ id, asks }) => [id, asks]));
  const snapshots = await owners.readSnapshot(new Map(stale.map((user) => [user.id, user.stale])));
  await transact(async ({ users }) => {
    const current = await users.findMany([...revisions.keys()]);
    await users.save(
      current.map((before) => ({
        before,
        after: applySnapshot(before, snapshots.get(before.id) ?? {}, revisions.get(before.id) ?? -1),
      })),
    );
  });
}
