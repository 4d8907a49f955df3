import { runSuites } from '../run-suites.ts';
import { ToolMissing } from '../tool-missing.ts';
import { mongodPath, startRealMongo } from './real-server.ts';

/**
 * `npm run suite -- mongo`: the MongoDB suite on the replica set in REAL_MONGO_URL, or on a downloaded `mongod`. Exit code
 * 2: neither is available.
 */
const NOT_RUN = 2;

async function runOnDownload(): Promise<number> {
  const server = await startRealMongo(mongodPath());
  try {
    return await runSuites(import.meta.dirname, { REAL_MONGO_URL: server.uri('suite') });
  } finally {
    await server.stop();
  }
}

try {
  const url = process.env['REAL_MONGO_URL'];
  process.exitCode = url
    ? await runSuites(import.meta.dirname, { REAL_MONGO_URL: url })
    : await runOnDownload();
} catch (error) {
  if (!(error instanceof ToolMissing)) throw error;
  console.error(`NOT RUN: the MongoDB suite against a real server: ${error.message}`);
  process.exitCode = NOT_RUN;
}
