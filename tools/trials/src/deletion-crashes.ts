import type { CrashPoint } from '@kumbuka/event-bus';
import mongoose from 'mongoose';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, endTrial, pause } from './checks.ts';
import { killAllThere } from './crash/kill-there.ts';
import { adminKey, deleteUsers, untilDeleted, type Deletion } from './operators/operator.ts';
import { answerCards, giveDeck, newLearner, type Learner } from './learner.ts';
import { mongoUriOf, portsOf, startProduct, withoutLimits, type Product } from './product.ts';
import { withStores, type Stores } from './stores.ts';

/**
 * At each step of a deletion of users the application, the stores and both are killed, and the deletion ends by itself:
 * nothing of the users is left in any collection of any service, and every count is exact.
 */
const cardsEach = 6;
const answersEach = 4;

const users = 4;
const patienceMs = 120_000;

const points: CrashPoint[] = [
  'after-users-marked-erased',
  'after-rows-deleted',
  'after-users-deleted-before-noted',
  'after-users-noted',
];

async function aUser(product: Product): Promise<Learner> {
  const learner = await newLearner(product.rest, 'leaver');
  await answerCards(learner, await giveDeck(learner, cardsEach), answersEach);
  return learner;
}

const sorted = ({ counts }: Deletion) =>
  counts
    .filter(({ count }) => count > 0)
    .map(({ service, kind, count }) => `${service}.${kind}: ${count}`)
    .toSorted()
    .join(', ');

/** Rows that may still name a deleted user: tombstones, ledgers and sent events, by ids alone. */
const mayName = new Set(['deletion_steps', 'deletion_items', 'outbox', 'revocations', 'deletions', 'audit']);
const isTombstone = (row: Record<string, unknown>) =>
  row['state'] === 'erased' || row['kind'] === 'erased' || row['erasedAt'] instanceof Date;
/** For a day the operator sees whom a deletion concerned. */
const isGoing = (row: Record<string, unknown>) => row['forgottenAt'] instanceof Date;
const owners = ['userId', 'ownerId', 'learnerId'];

/** Rows of the users, by collection; and any row whatever in which a name or an address of theirs stands. */
async function orphansOf(product: Product, users: readonly Learner[]): Promise<string[]> {
  const store = await mongoose.createConnection(mongoUriOf(product)).asPromise();
  const ids = new Set<unknown>(users.map(({ id }) => id));
  const texts = users.flatMap(({ email, username }) => [email, username]);
  const found: string[] = [];
  const { databases } = await store.listDatabases();
  for (const { name } of databases.filter((each) => each.name.startsWith('kumbuka_'))) {
    const database = store.useDb(name);
    for (const { name: collection } of await database.listCollections())
      for await (const row of database.collection(collection).find()) {
        const isOwned = owners.some((field) => ids.has(row[field])) && !mayName.has(collection);
        const isNamed = !isGoing(row) && texts.some((text) => JSON.stringify(row).includes(text));
        if ((isOwned && !isTombstone(row)) || isNamed) found.push(`${name}.${collection} ${row._id}`);
      }
  }
  await store.close();
  return found;
}

async function tryPoint(stores: Stores, point: CrashPoint, dataDir: string, ports: object) {
  const env = { ...withoutLimits, ADMIN_KEY: adminKey, CRASH_AT: `${point}:1:stand-still`, ...ports };
  const product = await startProduct({ env, dataDir });
  const killing = killAllThere({ product, stores }, point, patienceMs);
  try {
    const leaving = await Promise.all(Array.from({ length: users }, () => aUser(product)));
    await pause(1_500);
    const input = {
      emails: leaving.map(({ email }) => email),
      strategy: 'SLOW',
      commitPer: 'USER',
      sleepMs: 0,
    };
    const dry = await deleteUsers(product, { ...input, dryRun: true });
    const expected = await untilDeleted(product, dry.id);
    const ended = await untilDeleted(product, (await deleteUsers(product, input)).id);
    await killing;
    check(ended.state === 'COMPLETED', `${point}: the deletion ended by itself, ${ended.state}`);
    check(ended.deleted === users, `${point}: ${ended.deleted} of ${users} users are gone`);
    check(sorted(ended) === sorted(expected), `${point}: counts are exact: ${sorted(ended)}`);
    const orphans = await orphansOf(product, leaving);
    check(orphans.length === 0, `${point}: ${orphans.length} orphans ${orphans.slice(0, 5).join(', ')}`);
  } finally {
    check((await product.stop()) === 0, 'the product stopped with exit code 0');
  }
  return portsOf(product);
}

const began = performance.now();
const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-deletions-'));
let ports = {};
await withStores(async (stores) => {
  for (const each of points) ports = await tryPoint(stores, each, dataDir, ports);
});
rmSync(dataDir, { recursive: true, force: true });
const seconds = Math.round((performance.now() - began) / 1_000);
endTrial(`Nothing left, nothing counted twice, ${seconds} s.`);
