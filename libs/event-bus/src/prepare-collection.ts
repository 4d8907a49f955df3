import type { Connection } from 'mongoose';

const namespaceExists = 48;
const isThere = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === namespaceExists;

/** Makes a collection unless it is there. */
export async function prepareCollection(connection: Connection, name: string): Promise<void> {
  await connection.createCollection(name).catch((error: unknown) => {
    if (!isThere(error)) throw error;
  });
}
