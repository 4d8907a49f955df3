import { startServer, type MongoOptions, type MongoServer } from './server.ts';

export type { MongoOptions, MongoServer } from './server.ts';
export { RejectedInProduction } from './server.ts';
export { DataDirectoryInUse, UnknownFileFormat } from './storage/database.ts';

/**
 * Starts an embedded MongoDB server on 127.0.0.1: a one-node replica set for real drivers, stored in `dataDir` or only
 * in memory. Throws RejectedInProduction with `NODE_ENV=production` and DataDirectoryInUse when another server uses
 * the directory.
 */
export const startMongo = (options: MongoOptions = {}): Promise<MongoServer> => startServer(options);
