import { applySnapshot, parts, unknownUser, type UserSnapshot } from '../domain/directory/user.ts';
import type { Ports } from './ports.ts';

type RebuildPorts = Pick<Ports, 'owners' | 'users' | 'listing' | 'totals' | 'transact'>;

/** Requests all parts of users. */
const requestOf = (ids: readonly number[]) => new Map(ids.map((id) => [id, parts]));

/** Prefetches the responses of the owners for a page of users, with one call per owner. */
export function createSnapshotsAhead({ owners }: RebuildPorts) {
  let ahead = new Map<number, UserSnapshot>();
  return {
    async load(ids: readonly number[]): Promise<void> {
      ahead = ids.length === 0 ? new Map() : await owners.readSnapshot(requestOf(ids));
    },
    snapshotOf: async (id: number): Promise<UserSnapshot> =>
      ahead.get(id) ?? (await owners.readSnapshot(requestOf([id]))).get(id) ?? {},
  };
}
type SnapshotsAhead = ReturnType<typeof createSnapshotsAhead>;

const inPages = 500;

/** Yields all users of auth in order of ids, then listed users without an account in auth. */
export async function* listAllUsers(
  { owners, users }: RebuildPorts,
  ahead: SnapshotsAhead,
): AsyncGenerator<number> {
  const listed = new Set<number>();
  for await (const ids of pagesOf(owners.listAccountIds)) {
    ids.forEach((id) => listed.add(id));
    await ahead.load(ids);
    yield* ids;
  }
  for await (const ids of pagesOf((after) => users.listIds(after, inPages))) {
    const orphans = ids.filter((id) => !listed.has(id));
    await ahead.load(orphans);
    yield* orphans;
  }
}

async function* pagesOf(read: (after: number) => Promise<number[]>): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const ids = await read(after);
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
  }
}

/** Returns the stored rows of a user and the expected ones according to the owners. Keeps data that only events contain. */
export const compareUser =
  ({ users, listing }: RebuildPorts, ahead: SnapshotsAhead) =>
  async (id: number) => {
    const [stored] = await users.findMany([id]);
    const before = stored ?? unknownUser(id);
    const after = applySnapshot(before, await ahead.snapshotOf(id), before.asks);
    return { live: await listing.storedRows(id), rebuilt: listing.rowsOf(after) };
  };

/** Rebuilds the rows of a user; again when a part became stale meanwhile. */
export const rebuildUser =
  ({ owners, users, transact }: RebuildPorts) =>
  async (id: number): Promise<void> => {
    for (let isRebuilt = false; !isRebuilt;) {
      const [seen] = await users.findMany([id]);
      const { asks } = seen ?? unknownUser(id);
      const snapshot = (await owners.readSnapshot(requestOf([id]))).get(id) ?? {};
      isRebuilt = await transact(async (unit) => {
        const [stored] = await unit.users.findMany([id]);
        const before = stored ?? unknownUser(id);
        const after = applySnapshot(before, snapshot, asks);
        await unit.users.save([{ before, after }]);
        await unit.listing.rewrite([after]);
        return before.asks === asks || after.state === 'erased';
      });
    }
  };

const totalsRow = (fields: object) => ({ id: 'totals', fields });

export const compareTotals =
  ({ totals }: RebuildPorts) =>
  async () => ({
    live: [totalsRow(await totals.find())],
    rebuilt: [totalsRow(await totals.count())],
  });

/** Counts and writes the totals in one transaction, which restarts when a user changes meanwhile. */
export const rebuildTotals =
  ({ transact }: RebuildPorts) =>
  (): Promise<void> =>
    transact(async ({ totals }) => totals.set(await totals.count()));
