import type { HoldingService } from '@kumbuka/contracts';
import { auditEntry, type Actor } from '../domain/audit/audit.ts';
import {
  addCounts,
  complete,
  deletionOrder,
  noteFailed,
  paceOf,
  addProcessed,
  type Counts,
  type DeletedUser,
  type Deletion,
} from '../domain/deletion/deletion.ts';
import { eraseUser } from '../domain/directory/user.ts';
import type { Ports } from './ports.ts';

type RunPorts = Pick<
  Ports,
  | 'owners'
  | 'deletions'
  | 'deletionItems'
  | 'transact'
  | 'transactNotes'
  | 'isUnavailable'
  | 'pause'
  | 'newId'
  | 'now'
  | 'elapsedMs'
>;

/** Ports of one run, with the signal that ends it. */
type StepPorts = RunPorts & { signal: AbortSignal };

const maxAttempts = 5;

/** Ends a step before its service is called again. The repeated step gets the same counts. */
class RunEnded extends Error {
  constructor() {
    super('The run ends early.');
    this.name = 'RunEnded';
  }
}

/**
 * Runs a deletion from its current state; a repeated step returns the same counts. Ends
 * when the deletion is complete or soon after the signal aborts; another run resumes it.
 */
export const runDeletion =
  (allPorts: RunPorts) =>
  async (id: string, signal: AbortSignal): Promise<void> => {
    const ports = { ...allPorts, signal };
    for (let attempts = 0; !signal.aborted;) {
      const deletion = await ports.deletions.find(id);
      if (!deletion || deletion.state !== 'running') return;
      const { usersPerStep, parallelSteps } = paceOf(deletion);
      const waiting = await ports.deletionItems.waiting(id, usersPerStep * parallelSteps);
      if (waiting.length === 0) return finish(ports, id);
      const isLastAttempt = mayFail(deletion) && attempts >= maxAttempts;
      const isDone = await processGroups(ports, deletion, chunks(waiting, usersPerStep), isLastAttempt);
      attempts = isDone ? 0 : attempts + 1;
      if (attempts > 0) await ports.pause(Math.min(2 ** attempts * 100, 5_000), signal);
    }
  };

/** Whether a deletion may fail. That of a learner is retried for ever, because learners cannot request it again. */
const mayFail = ({ requestedBy }: Deletion) => requestedBy !== 'learner';

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

/**
 * Processes groups in parallel and records them together, because separate transactions would conflict on the row of the
 * deletion. Returns false when a group must be retried. After the last attempt, a broken group counts as failed.
 */
async function processGroups(
  ports: StepPorts,
  deletion: Deletion,
  groups: readonly number[][],
  isLastAttempt: boolean,
): Promise<boolean> {
  const began = ports.elapsedMs();
  const outcomes = await Promise.all(groups.map((group) => tryGroup(ports, deletion, group)));
  const ms = ports.elapsedMs() - began;
  const isNoted = await tryToRecord(
    ports,
    deletion.id,
    outcomes.flatMap(({ users }) => users),
    ms,
  );
  const failed = groups.filter((_group, index) => outcomes[index]?.failure === 'broken').flat();
  if (isLastAttempt && failed.length > 0) await giveUp(ports, deletion.id, failed);
  const isSettled = ({ failure }: Outcome) => failure === null || (failure === 'broken' && isLastAttempt);
  return isNoted && outcomes.every(isSettled);
}

/** Records deleted users. Returns false on failure; the repeated step then gets the same counts from the services. */
async function tryToRecord(ports: RunPorts, id: string, users: readonly DeletedUser[], ms: number) {
  if (users.length === 0) return true;
  try {
    await note(ports, id, users, ms);
    return true;
  } catch {
    return false;
  }
}

interface Outcome {
  users: DeletedUser[];
  failure: 'unavailable' | 'broken' | null;
}

async function tryGroup(ports: StepPorts, deletion: Deletion, userIds: readonly number[]): Promise<Outcome> {
  try {
    return { users: await runSteps(ports, deletion, userIds), failure: null };
  } catch (error) {
    const mayRetry = error instanceof RunEnded || ports.isUnavailable(error);
    return { users: [], failure: mayRetry ? 'unavailable' : 'broken' };
  }
}

const giveUp = ({ transact }: Pick<Ports, 'transact'>, id: string, userIds: readonly number[]) =>
  transact(async (unit) => {
    const deletion = await unit.deletions.lock(id);
    const failed = await unit.deletionItems.settle(id, userIds, { state: 'failed', keepNames: true });
    await unit.deletions.save(noteFailed(deletion, failed.length));
  });

async function runSteps(
  ports: StepPorts,
  deletion: Deletion,
  userIds: readonly number[],
): Promise<DeletedUser[]> {
  const counts = new Map<number, Counts>(userIds.map((userId) => [userId, {}]));
  if (deletion.requestedBy === 'learner')
    for (const userId of userIds) await ports.owners.closeAccount(userId);
  for (const service of deletionOrder) {
    if (service === 'auth') await sendReceipts(ports, deletion, counts);
    const users = await runStepUntilDone(ports, deletion, service, userIds);
    for (const { userId, counts: rows } of users)
      counts.set(userId, addCounts(counts.get(userId) ?? {}, { [service]: rows }));
  }
  if (isPaced(deletion) && deletion.commitPer === 'user') await ports.pause(deletion.sleepMs, ports.signal);
  return [...counts].map(([userId, each]) => ({ userId, counts: each }));
}

/** Sends receipts after all other data is deleted, while auth still has the address. A repeated step sends nothing twice. */
async function sendReceipts({ owners }: RunPorts, deletion: Deletion, counts: ReadonlyMap<number, Counts>) {
  if (deletion.requestedBy !== 'learner') return;
  const { id: deletionId, requestedAt } = deletion;
  for (const [userId, each] of counts)
    await owners.sendErasureReceipt(userId, { deletionId, requestedAt, counts: each });
}

const isPaced = ({ strategy, dryRun }: Deletion) => strategy === 'slow' && !dryRun;

async function runStepUntilDone(
  ports: StepPorts,
  deletion: Deletion,
  service: HoldingService,
  userIds: readonly number[],
) {
  const byRow = isPaced(deletion) && deletion.commitPer === 'row';
  for (;;) {
    if (ports.signal.aborted) throw new RunEnded();
    const step = { deletionId: deletion.id, userIds: [...userIds], dryRun: deletion.dryRun };
    const users = await ports.owners.deleteStep(service, byRow ? { ...step, rows: 1 } : step);
    if (users.every(({ done }) => done)) return users;
    await ports.deletions.beat(deletion.id, ports.now());
    if (byRow) await ports.pause(deletion.sleepMs, ports.signal);
  }
}

/** Records deleted users: marks them as done and adds their counts, in one transaction. */
const note = ({ transactNotes, now }: RunPorts, id: string, users: readonly DeletedUser[], ms: number) =>
  transactNotes(async (unit) => {
    const deletion = await unit.deletions.lock(id);
    const settled = new Set(
      await unit.deletionItems.settle(
        id,
        users.map(({ userId }) => userId),
        { state: 'done', keepNames: deletion.dryRun },
      ),
    );
    const fresh = users.filter(({ userId }) => settled.has(userId));
    await unit.deletions.save(addProcessed(deletion, fresh, ms));
    await unit.deletions.beat(id, now());
    if (deletion.dryRun) return;
    await unit.batches.forgetUsers([...settled]);
    const current = await unit.users.findMany([...settled]);
    await unit.users.save(current.map((before) => ({ before, after: eraseUser(before) })));
  });

const system: Actor = 'system';

const finish = ({ transact, newId, now }: Pick<Ports, 'transact' | 'newId' | 'now'>, id: string) =>
  transact(async (unit) => {
    const deletion = await unit.deletions.lock(id);
    if (deletion.state !== 'running') return;
    const ended = complete(deletion, now());
    await unit.deletions.save(ended);
    await unit.deletionItems.forgetLater(id, now());
    await unit.deletionKeys.forgetLater(id, now());
    const call = { by: system, action: 'completeDeletion', ip: '', requestId: id };
    const about = { target: `deletion ${id}`, count: ended.done };
    await unit.audit.append(auditEntry(call, { result: 'ok', about }, { id: newId(), at: now() }));
    if (!ended.dryRun) unit.record([{ type: 'deletion-completed', deletion: ended }]);
  });

/** Resumes abandoned deletions. */
export const resumeDeletions =
  ({ deletions, runs, now }: Pick<Ports, 'deletions' | 'runs' | 'now'>) =>
  async (): Promise<void> => {
    for (const deletion of await deletions.claimIdle(now())) runs.wakeDeletion(deletion);
  };
