import type { Connection, mongo } from 'mongoose';

const namespaceExists = 48;
const exists = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === namespaceExists;

/** Creates a collection and its indexes in one command, unless they exist. */
export async function prepareCollection(
  connection: Connection,
  name: string,
  indexes: mongo.IndexDescription[] = [],
): Promise<void> {
  if (indexes.length > 0) {
    await connection.collection(name).createIndexes(indexes);
    return;
  }
  await connection.createCollection(name).catch((error: unknown) => {
    if (!exists(error)) throw error;
  });
}
