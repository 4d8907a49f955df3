import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers';

/**
 * The MongoDB suite against a real server: the one that REAL_MONGO_URL names (a replica set), or one in a container
 * where a Docker engine can be had. Exit code 2 says that there was neither.
 */
const image = process.env['MONGO_IMAGE'] ?? 'mongo:8';
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

interface RealMongo {
  url: string;
  stop(): Promise<unknown>;
}

const initiate = `try { rs.status() } catch { rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] }) }`;

async function startReplicaSet(container: StartedTestContainer): Promise<void> {
  const { exitCode, output } = await container.exec(['mongosh', '--quiet', '--eval', initiate]);
  if (exitCode !== 0) throw new Error(`The replica set did not start: ${output}`);
}

async function inContainer(): Promise<RealMongo> {
  const container = await new GenericContainer(image)
    .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start();
  await startReplicaSet(container);
  const url = `mongodb://${container.getHost()}:${container.getMappedPort(27017)}/suite?directConnection=true`;
  return { url, stop: () => container.stop() };
}

function find(): Promise<RealMongo> {
  const url = process.env['REAL_MONGO_URL'];
  return url ? Promise.resolve({ url, stop: async () => undefined }) : inContainer();
}

function runSuite(url: string): Promise<number> {
  const vitest = path('../../node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--root', path('.'), '--config', path('real.vitest.config.ts')];
  const suite = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, REAL_MONGO_URL: url },
  });
  return new Promise((resolve) => suite.once('exit', (code) => resolve(code ?? 1)));
}

const server = await find().catch((error: unknown) => {
  console.error(
    `NOT RUN: the MongoDB suite against a real server. ${error instanceof Error ? error.message : ''}`,
  );
  return null;
});
process.exitCode = server ? await runSuite(server.url) : 2;
await server?.stop();
