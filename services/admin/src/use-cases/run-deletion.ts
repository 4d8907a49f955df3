import { auditEntry, type Actor } from '../domain/audit/audit.ts';
import {
  addCounts,
  complete,
  noteFailed,
  paceOf,
  workOff,
  type Counts,
  type DeletedUser,
  type Deletion,
} from '../domain/deletion/deletion.ts';
import { eraseUser } from '../domain/directory/user.ts';
import type { Ports } from './ports.ts';

/** In this order: the account goes last, so that a deletion that stands still can be asked for again. */
const services = ['study-progress', 'decks', 'ai', 'billing', 'auth'] as const;

const mostTries = 5;

/**
 * Works a deletion off, from wherever it stands: every step can be repeated and then tells what it told before. Ends
 * when it is done or when `isOver` says so; whoever takes it up again goes on.
 */
export const runDeletion =
  (ports: Ports) =>
  async (id: string, isOver: () => boolean): Promise<void> => {
    for (let tries = 0; !isOver();) {
      const deletion = await ports.deletions.find(id);
      if (!deletion || deletion.state !== 'running') return;
      const { together, sideBySide } = paceOf(deletion);
      const waiting = await ports.deletions.waiting(id, together * sideBySide);
      if (waiting.length === 0) return finish(ports, id);
      const groups = chunks(waiting, together);
      const outcomes = await Promise.all(
        groups.map((group) => workOffGroup(ports, deletion, group, tries >= mostTries)),
      );
      tries = outcomes.every((isDone) => isDone) ? 0 : tries + 1;
      if (tries > 0) await ports.pause(Math.min(2 ** tries * 100, 5_000));
    }
  };

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/** False when something failed and the group is to be tried again; after enough tries it counts as failed. */
async function workOffGroup(
  ports: Ports,
  deletion: Deletion,
  userIds: readonly number[],
  isLastTry: boolean,
) {
  const began = performance.now();
  try {
    const users = await askServices(ports, deletion, userIds);
    ports.crashAt('after-users-deleted-before-noted');
    await note(ports, deletion.id, users, performance.now() - began);
    ports.crashAt('after-users-noted');
    return true;
  } catch (error) {
    if (ports.isAway(error) || !isLastTry) return false;
    await ports.transact(async (unit) => {
      const known = await unit.deletions.lock(deletion.id);
      const failed = await unit.deletions.settle(deletion.id, userIds, {
        state: 'failed',
        keepNames: true,
      });
      await unit.deletions.save(noteFailed(known, failed.length, performance.now() - began));
    });
    return true;
  }
}

async function askServices(
  ports: Ports,
  deletion: Deletion,
  userIds: readonly number[],
): Promise<DeletedUser[]> {
  const counts = new Map<number, Counts>(userIds.map((userId) => [userId, {}]));
  for (const service of services) {
    const users = await askUntilDone(ports, deletion, service, userIds);
    for (const { userId, counts: rows } of users)
      counts.set(userId, addCounts(counts.get(userId) ?? {}, { [service]: rows }));
  }
  if (isPaced(deletion) && deletion.commitPer === 'user') await ports.pause(deletion.sleepMs);
  return [...counts].map(([userId, each]) => ({ userId, counts: each }));
}

const isPaced = ({ strategy, dryRun }: Deletion) => strategy === 'slow' && !dryRun;

async function askUntilDone(
  ports: Ports,
  deletion: Deletion,
  service: (typeof services)[number],
  userIds: readonly number[],
) {
  const byRow = isPaced(deletion) && deletion.commitPer === 'row';
  for (;;) {
    const step = { deletionId: deletion.id, userIds: [...userIds], dryRun: deletion.dryRun };
    const users = await ports.owners.deleteStep(service, byRow ? { ...step, rows: 1 } : step);
    if (users.every(({ done }) => done)) return users;
    await ports.deletions.beat(deletion.id, ports.now());
    if (byRow) await ports.pause(deletion.sleepMs);
  }
}

/** Counts of a user are added once, with the mark that it is done. */
const note = ({ transact, now }: Ports, id: string, users: readonly DeletedUser[], ms: number) =>
  transact(async (unit) => {
    const deletion = await unit.deletions.lock(id);
    const settled = new Set(
      await unit.deletions.settle(
        id,
        users.map(({ userId }) => userId),
        { state: 'done', keepNames: deletion.dryRun },
      ),
    );
    const fresh = users.filter(({ userId }) => settled.has(userId));
    await unit.deletions.save(workOff(deletion, fresh, ms));
    await unit.deletions.beat(id, now());
    if (deletion.dryRun) return;
    await unit.batches.forgetUsers([...settled]);
    const known = await unit.users.findMany([...settled]);
    await unit.users.save(known.map((before) => ({ before, after: eraseUser(before) })));
  });

const system: Actor = 'system';

const finish = ({ transact, newId, now }: Ports, id: string) =>
  transact(async (unit) => {
    const deletion = await unit.deletions.lock(id);
    if (deletion.state !== 'running') return;
    const ended = complete(deletion, now());
    await unit.deletions.save(ended);
    await unit.deletions.forgetItemsLater(id, now());
    const call = { by: system, action: 'completeDeletion', ip: '', requestId: id };
    const about = { target: `deletion ${id}`, count: ended.done };
    await unit.audit.append(auditEntry(call, { result: 'ok', about }, { id: newId(), at: now() }));
    if (!ended.dryRun) unit.record([{ type: 'deletion-completed', deletion: ended }]);
  });

/** Takes up deletions that nobody works on. */
export const resumeDeletions =
  ({ deletions, wakeDeletion, now }: Ports) =>
  async (): Promise<void> => {
    for (const id of await deletions.claimIdle(now())) wakeDeletion(id);
  };
