import { ProductError } from '@kumbuka/contracts';
import { auditEntry, type Call } from '../domain/audit/audit.ts';
import {
  deckDateOf,
  demoUserOf,
  expiryOf,
  type DemoBatch,
  type DemoRequest,
  type DemoUser,
} from '../domain/demo/demo-batch.ts';
import { DemoBatchNotFound } from '../domain/errors.ts';
import { markStale, unknownUser } from '../domain/directory/user.ts';
import type { Ports, UnitOfWork } from './ports.ts';

type RequestPorts = Pick<
  Ports,
  'owners' | 'batches' | 'passwords' | 'transact' | 'runs' | 'bodyHash' | 'newNumbers' | 'newId' | 'now'
>;
type RunPorts = Pick<
  Ports,
  'owners' | 'batches' | 'passwords' | 'transact' | 'newNumbers' | 'isUnavailable' | 'pause' | 'now'
>;

export interface DemoReport {
  batch: DemoBatch;
  users: (DemoUser & { password: string | null })[];
}

/** Stores a batch, or returns the earlier one with the same key, and wakes the job that creates its users. */
export const requestDemoUsers =
  (ports: RequestPorts) =>
  async (request: DemoRequest, key: string | null, call: Call): Promise<DemoReport> => {
    const ownKey = key === null ? null : `${call.by}:${key}`;
    const existing = await findByKey(ports, ports.batches, ownKey, request);
    const batch = existing ?? (await insertBatch(ports, request, ownKey, call));
    ports.runs.wakeBatch(batch.id);
    // A read after the commit might fail, and a batch that has begun would look like a failed one.
    return existing ? reportOf(ports, batch, call.by) : { batch, users: [] };
  };

/** Finds the batch of an earlier request with this key. Throws `IDEMPOTENCY_KEY_REUSED` when its body differs. */
async function findByKey(
  { bodyHash }: Pick<Ports, 'bodyHash'>,
  batches: Ports['batches'],
  key: string | null,
  request: DemoRequest,
) {
  const existing = key === null ? null : await batches.findByKey(key);
  if (existing && !bodyHash.isHashOf(existing.bodyMac, request))
    throw new ProductError('IDEMPOTENCY_KEY_REUSED');
  return existing;
}

/** Inserts a batch with its users. Returns the batch of a parallel request with the same key instead. */
async function insertBatch(
  ports: RequestPorts,
  request: DemoRequest,
  key: string | null,
  call: Call,
): Promise<DemoBatch> {
  const { transact, passwords, newNumbers, newId, now } = ports;
  const { password, expiresInDays, ...wanted } = request;
  if (password) await ports.owners.checkPassword(password);
  const id = newId();
  const batch: DemoBatch = {
    ...wanted,
    key,
    bodyMac: ports.bodyHash.hash(request),
    id,
    by: call.by,
    state: 'running',
    createdAt: now(),
    completedAt: null,
    expiresAt: expiryOf(expiresInDays, now()),
    made: 0,
    furnished: 0,
    sealed: passwords.seal(id, password),
  };
  const numbers = await newNumbers(batch.prefix, batch.count);
  const users = numbers.map((number, index) => demoUserOf(batch, index, number));
  const about = { target: `demo batch ${id}`, count: batch.count };
  return transact(async (unit) => {
    const existing = await findByKey(ports, unit.batches, key, request);
    if (existing) return existing;
    await unit.batches.insert(batch, users);
    await unit.audit.append(auditEntry(call, { result: 'ok', about }, { id: newId(), at: now() }));
    return batch;
  });
}

/** Builds the report of a batch. Only the operator who requested the batch gets the passwords. */
async function reportOf(
  { batches, passwords }: Pick<Ports, 'batches' | 'passwords'>,
  batch: DemoBatch,
  caller: Call['by'],
): Promise<DemoReport> {
  const users = await batches.users(batch.id);
  const isReported = batch.state === 'completed' && batch.by === caller;
  return {
    batch,
    users: users
      .filter(({ userId }) => userId !== null)
      .map((user) => ({ ...user, password: isReported ? passwords.passwordOf(batch, user.index) : null })),
  };
}

export const readDemoBatch =
  (ports: Pick<Ports, 'batches' | 'passwords'>) =>
  async (id: string, caller: Call['by']): Promise<DemoReport> => {
    const batch = await ports.batches.find(id);
    if (!batch) throw new DemoBatchNotFound();
    return reportOf(ports, batch, caller);
  };

const usersPerCall = 20;
const parallelCalls = 2;
/** Typical milliseconds until study-progress has consumed the events of new decks. */
const eventDelayMs = 150;

/** Creates the users of a batch with decks and answers. Continues from its current state. */
export const runDemoBatch =
  (ports: RunPorts) =>
  async (id: string, signal: AbortSignal): Promise<void> => {
    for (let attempts = 0; !signal.aborted;) {
      const batch = await ports.batches.find(id);
      if (!batch || batch.state !== 'running') return;
      const users = await ports.batches.users(id);
      const open = users.filter(({ userId }) => userId === null);
      const bare = users.filter(({ isFurnished }) => !isFurnished);
      try {
        if (open.length > 0) await makeSome(ports, batch, open.slice(0, usersPerCall * parallelCalls));
        else if (bare.length > 0) await furnishSome(ports, batch, bare.slice(0, usersPerCall));
        else return await endBatch(ports, batch);
        attempts = 0;
      } catch (error) {
        if (!ports.isUnavailable(error) && ++attempts > 5)
          return ports.batches.save({ ...batch, state: 'failed', completedAt: ports.now() });
        await ports.pause(500, signal);
      }
    }
  };

async function makeSome(ports: RunPorts, batch: DemoBatch, open: readonly DemoUser[]) {
  const halves = [open.slice(0, usersPerCall), open.slice(usersPerCall)].filter(({ length }) => length > 0);
  await Promise.all(halves.map((users) => createInOneCall(ports, batch, users)));
  await ports.batches.countUp(batch.id, ports.now());
}

/** Creates users in one call. Users whose name is taken get another number for the next attempt. */
async function createInOneCall(ports: RunPorts, batch: DemoBatch, users: readonly DemoUser[]) {
  const { owners, passwords, newNumbers, transact } = ports;
  const requested = users.map(({ index, username, email }) => ({
    username,
    email,
    password: passwords.passwordOf(batch, index) ?? '',
  }));
  const ids = await owners.createDemoAccounts({
    batchId: batch.id,
    expiresAt: batch.expiresAt,
    users: requested,
  });
  const made = users.map((user) => ({ ...user, userId: ids.get(user.username) ?? null }));
  const taken = made.filter(({ userId }) => userId === null);
  const numbers = taken.length === 0 ? [] : await newNumbers(batch.prefix, taken.length);
  const renamed = taken.map(({ index }, at) => demoUserOf(batch, index, numbers[at] ?? 0));
  const plain = batch.starterDecks === 0;
  const saved = [
    ...made.filter(({ userId }) => userId !== null).map((user) => ({ ...user, isFurnished: plain })),
    ...renamed,
  ];
  await transact(async (unit) => {
    await unit.batches.saveUsers(batch.id, saved);
    await forgetErased(unit, [...ids.values()]);
  });
}

/**
 * Removes users who were erased between the creation of their account and `saveUsers`. Writes the rows of the others in
 * the directory too, so that this transaction and that of a later erasure conflict.
 */
async function forgetErased(
  { users, batches }: Pick<UnitOfWork, 'users' | 'batches'>,
  made: readonly (number | null)[],
) {
  const ids = made.filter((id) => id !== null);
  const known = new Map((await users.findMany(ids)).map((user) => [user.id, user]));
  const found = ids.map((id) => known.get(id) ?? unknownUser(id));
  await users.save(found.map((before) => ({ before, after: markStale(before, 'account') })));
  const erased = found.filter(({ state }) => state === 'erased').map(({ id }) => id);
  if (erased.length > 0) await batches.forgetUsers(erased);
}

async function furnishSome(ports: RunPorts, batch: DemoBatch, users: readonly DemoUser[]) {
  const { batches, now, pause } = ports;
  const withDecks = await mapWithLowConcurrency(users, (user) => giveDecks(ports, batch, user));
  const isDone = await mapWithLowConcurrency(withDecks, (each) => giveStudy(ports, batch, each));
  const furnished = users.filter((_user, index) => isDone[index]);
  await batches.saveUsers(
    batch.id,
    furnished.map((user) => ({ ...user, isFurnished: true })),
  );
  await batches.countUp(batch.id, now());
  if (furnished.length < users.length) await pause(eventDelayMs);
}

interface WithDecks {
  userId: number | null;
  deckIds: number[];
}

async function giveDecks({ owners }: RunPorts, batch: DemoBatch, { userId }: DemoUser): Promise<WithDecks> {
  const deckIds =
    userId === null ? [] : await owners.seedDecks(userId, batch.starterDecks, deckDateOf(batch));
  return { userId, deckIds };
}

/** Creates answers. Returns false while study-progress lacks the decks; the caller then retries. */
async function giveStudy(
  { owners }: RunPorts,
  batch: DemoBatch,
  { userId, deckIds }: WithDecks,
): Promise<boolean> {
  if (userId === null || deckIds.length === 0 || !batch.studyHistory) return true;
  return owners.inventStudy(userId, deckIds);
}

/** Maps items in order with little parallelism, so that other requests are not delayed. */
async function mapWithLowConcurrency<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += parallelCalls)
    results.push(...(await Promise.all(items.slice(start, start + parallelCalls).map(work))));
  return results;
}

const endBatch = ({ transact, now }: Pick<Ports, 'transact' | 'now'>, batch: DemoBatch) =>
  transact(async (unit) => {
    await unit.batches.save({
      ...batch,
      state: 'completed',
      completedAt: now(),
      made: batch.count,
      furnished: batch.count,
    });
    unit.record([{ type: 'demo-batch-created', batchId: batch.id, users: batch.count, at: now() }]);
  });

/** Resumes abandoned batches, and deletes expired passwords and Idempotency-Keys. */
export const resumeBatches =
  ({ batches, runs, now }: Pick<Ports, 'batches' | 'runs' | 'now'>) =>
  async (): Promise<void> => {
    await batches.forgetSecrets(now());
    await batches.forgetKeys(now());
    for (const id of await batches.claimIdle(now())) runs.wakeBatch(id);
  };
