import mongoose from 'mongoose';
import type { Learner } from '../product/learner.ts';
import { mongoUriOf, type Product } from '../product/product.ts';

/** Collections that may name a deleted user by id: tombstones, ledgers and sent events. */
const mayName = new Set(['deletion_steps', 'deletion_items', 'outbox', 'revocations', 'deletions', 'audit']);
const owners = ['userId', 'ownerId', 'learnerId'];

type Row = Record<string, unknown>;
const isTombstone = (row: Row) =>
  row['state'] === 'erased' || row['kind'] === 'erased' || row['erasedAt'] instanceof Date;
/** For a day the operator sees whom a deletion concerned. */
const isGoing = (row: Row) => row['forgottenAt'] instanceof Date;

/** Returns the rows of deleted users in every service, and the rows that contain their name or email address. */
export async function remainingRowsOf(product: Product, users: readonly Learner[]): Promise<string[]> {
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
