import { learn, parts, unknownUser, type UserSnapshot } from '../domain/directory/user.ts';
import type { Ports } from './ports.ts';

type RebuildPorts = Pick<Ports, 'owners' | 'users' | 'listing' | 'totals' | 'transact'>;

/** Everything is asked of one user. */
const requestOf = (ids: readonly number[]) => new Map(ids.map((id) => [id, parts]));

/** Responses of the owners for a page of users: one call per owner for many rows. */
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

/** Yields all users of auth by id, then listed users that auth does not have. */
export async function* listEverybody(
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

/** The rows of a user as they are, and as they should be by what the owners say. What only events tell is kept. */
export const compareUser =
  ({ users, listing }: RebuildPorts, ahead: SnapshotsAhead) =>
  async (id: number) => {
    const [stored] = await users.findMany([id]);
    const before = stored ?? unknownUser(id);
    const after = learn(before, await ahead.snapshotOf(id), before.asks);
    return { live: await listing.storedRows(id), rebuilt: listing.rowsOf(after) };
  };

/** Makes the rows of a user what they should be; what became out of date meanwhile is asked for again. */
export const rebuildUser =
  ({ owners, users, transact }: RebuildPorts) =>
  async (id: number): Promise<void> => {
    const [seen] = await users.findMany([id]);
    const asks = (seen ?? unknownUser(id)).asks;
    const snapshot = (await owners.readSnapshot(requestOf([id]))).get(id) ?? {};
    await transact(async (unit) => {
      const [stored] = await unit.users.findMany([id]);
      const before = stored ?? unknownUser(id);
      const after = learn(before, snapshot, asks);
      await unit.users.save([{ before, after }]);
      await unit.listing.rewrite([after]);
    });
  };

const totalsRow = (fields: object) => ({ id: 'totals', fields });

export const compareTotals =
  ({ totals }: RebuildPorts) =>
  async () => ({
    live: [totalsRow(await totals.find())],
    rebuilt: [totalsRow(await totals.count())],
  });

/** Counted and written in one transaction: a user who changes meanwhile makes it begin again. */
export const rebuildTotals =
  ({ transact }: RebuildPorts) =>
  (): Promise<void> =>
    transact(async ({ totals }) => totals.set(await totals.count()));
