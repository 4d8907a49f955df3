import { prepareCollection } from '@kumbuka/event-bus';
import mongoose, { type Connection, type Model } from 'mongoose';

const indexOptionsConflict = 85;
const isOptionsConflict = (error: unknown) =>
  error instanceof mongoose.mongo.MongoServerError && error.code === indexOptionsConflict;

type Indexes = mongoose.mongo.IndexDescription[];

const keyOf = ({ key }: { key: unknown }) => JSON.stringify(key);

/** Returns the indexes of all models of one collection, each once. Our schemas write directions as 1 and -1, not as words. */
function indexesOf(models: readonly Model<unknown>[]): Indexes {
  const all = models.flatMap(({ schema }) =>
    schema.indexes().map(([key, options]) => ({ ...options, key }) as mongoose.mongo.IndexDescription),
  );
  return [...new Map(all.map((index) => [keyOf(index), index])).values()];
}

/** Updates the TTLs of existing indexes. */
async function changeLifetimes(connection: Connection, name: string, indexes: Indexes) {
  const lifetimes = new Map(indexes.map((index) => [keyOf(index), index.expireAfterSeconds]));
  for (const present of await connection.collection(name).indexes()) {
    const wanted = lifetimes.get(keyOf(present));
    if (present.expireAfterSeconds === undefined || wanted === undefined) continue;
    if (present.expireAfterSeconds === wanted) continue;
    const index = { name: present.name, expireAfterSeconds: wanted };
    await connection.db?.command({ collMod: name, index });
  }
}

async function prepareWithLifetimes(connection: Connection, name: string, indexes: Indexes) {
  try {
    await prepareCollection(connection, name, indexes);
  } catch (error) {
    if (!isOptionsConflict(error)) throw error;
    await changeLifetimes(connection, name, indexes);
    await prepareCollection(connection, name, indexes);
  }
}

/**
 * Creates the collections and indexes of models before the first request, because transactions cannot create
 * collections. Existing indexes with another TTL are updated in place. Sequential, because parallel calls
 * would open ten connections and take longer.
 */
export async function prepareCollections(connection: Connection) {
  const models = Map.groupBy(Object.values(connection.models), ({ collection }) => collection.collectionName);
  for (const [name, own] of models) await prepareWithLifetimes(connection, name, indexesOf(own));
}
