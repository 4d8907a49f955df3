/**
 * `npm run suite -- mongo`: the MongoDB suite on the replica set in REAL_MONGO_URL, or on a downloaded `mongod`. Exit code
 * 2: neither is available.
 */

import { runSuites } from '../run-suites.ts';
import { ToolMissing } from '../tool-missing.ts';
import { mongodPath, startRealMongo } from './real-server.ts';

interface Server {
  url: string;
  stop(): Promise<void>;
}

async function find(): Promise<Server> {
  const url = process.env['REAL_MONGO_URL'];
  if (url) return { url, stop: async () => undefined };
  const server = await startRealMongo(mongodPath());
  return { url: server.uri('suite'), stop: () => server.stop() };
}

const server = await find().catch((error: unknown) => {
  if (!(error instanceof ToolMissing)) throw error;
  console.error(`NOT RUN: the MongoDB suite against a real server: ${error.message}`);
  return null;
});
process.exitCode = server ? await runSuites(import.meta.dirname, { REAL_MONGO_URL: server.url }) : 2;
await server?.stop();
