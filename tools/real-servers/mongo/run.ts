/**
 * `npm run suite -- mongo`: the MongoDB suite on the replica set in REAL_MONGO_URL, on a downloaded `mongod`, or on a
 * container. MONGO_IMAGE skips the download. Exit code 2: none of them is available.
 */

import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers';
import { runSuites } from '../run-suites.ts';
import { ToolMissing } from '../tool-missing.ts';
import { mongodPath, startRealMongo, TRANSACTION_LIFETIME_SECONDS } from './real-server.ts';

const image = process.env['MONGO_IMAGE'];

interface Server {
  url: string;
  stop(): Promise<unknown>;
}

const initiate = `try { rs.status() } catch { rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] }) }`;

async function startReplicaSet(container: StartedTestContainer): Promise<void> {
  const { exitCode, output } = await container.exec(['mongosh', '--quiet', '--eval', initiate]);
  if (exitCode !== 0) throw new Error(`The replica set did not start: ${output}`);
}

const lifetime = `transactionLifetimeLimitSeconds=${TRANSACTION_LIFETIME_SECONDS}`;

async function inContainer(): Promise<Server> {
  const container = await new GenericContainer(image ?? 'mongo:8')
    .withCommand(`--replSet rs0 --bind_ip_all --setParameter ${lifetime}`.split(' '))
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start();
  await startReplicaSet(container);
  const url = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/suite?directConnection=true`;
  return { url, stop: () => container.stop() };
}

async function downloaded(): Promise<Server> {
  const server = await startRealMongo(mongodPath());
  return { url: server.uri('suite'), stop: () => server.stop() };
}

async function find(): Promise<Server> {
  const url = process.env['REAL_MONGO_URL'];
  if (url) return { url, stop: async () => undefined };
  if (image !== undefined) return notRunWithout(inContainer());
  try {
    return await downloaded();
  } catch (error) {
    if (!(error instanceof ToolMissing)) throw error;
    return notRunWithout(inContainer());
  }
}

/** Converts a failure of the container, the last resort, to `ToolMissing`. */
const notRunWithout = (server: Promise<Server>): Promise<Server> =>
  server.catch((cause: unknown) => {
    throw new ToolMissing('MongoDB (a download or a container)', { cause });
  });

const server = await find().catch((error: unknown) => {
  if (!(error instanceof ToolMissing)) throw error;
  console.error(`NOT RUN: the MongoDB suite against a real server: ${error.message}`, error.cause ?? '');
  return null;
});
process.exitCode = server ? await runSuites(import.meta.dirname, { REAL_MONGO_URL: server.url }) : 2;
await server?.stop();
