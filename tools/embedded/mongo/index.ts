import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from './server.ts';

/** Where the server listens and keeps its files. Without `dataDir` everything stays in memory. */
export type MongoOptions = { port?: number; dataDir?: string; log?: (line: string) => void };

export type MongoServer = { port: number; uri(database: string): string; stop(): Promise<void> };

/** Starts the embedded MongoDB server on 127.0.0.1; refuses to run with `NODE_ENV=production`. */
export async function startMongo(options: MongoOptions = {}): Promise<MongoServer> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The embedded MongoDB does not run in production');
  if (options.dataDir) mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const server = await startServer({
    port: options.port ?? 0,
    ...(options.dataDir ? { file: join(options.dataDir, 'mongo.db') } : {}),
  });
  return { port: server.port, uri: server.uri, stop: server.close };
}
