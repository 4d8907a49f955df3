import { mongoUri } from '@kumbuka/embedded/addresses';
import { freePort } from '@kumbuka/embedded/loopback';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { end } from '../server-process.ts';
import { ToolMissing } from '../tool-missing.ts';

export { ToolMissing };

export interface RealMongo {
  port: number;
  uri(database: string): string;
  /** Suspends the process: its sockets stay open and nothing responds. */
  hang(): Promise<void>;
  resume(): Promise<void>;
  /** Stops it with SIGTERM and keeps its data. */
  shutDown(): Promise<void>;
  /** Kills it with SIGKILL and keeps its data. */
  kill(): Promise<void>;
  /** Restarts it at the same port and waits until it is the primary. */
  restart(): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/** Same limit as the embedded server, docker compose and Kubernetes. */
const TRANSACTION_LIFETIME_SECONDS = 5;
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 10_000;
const ROOT = join(import.meta.dirname, '../../..');
const NOT_AVAILABLE = 2;
const ALREADY_INITIALIZED = 23;

/** Returns the path of `mongod`, downloading it once. Throws ToolMissing when this machine cannot have it. */
export function mongodPath(): string {
  const script = join(ROOT, 'tools/embedded/get-mongod.sh');
  const folder = join(ROOT, 'node_modules/.cache/real-mongo');
  const run = spawnSync('bash', [script, folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (run.status === NOT_AVAILABLE) throw new ToolMissing('mongod');
  if (run.status !== 0) throw new Error(`get-mongod.sh ended with code ${run.status}`);
  return run.stdout.trim();
}

const logOf = (home: string): string => join(home, 'mongod.log');

/** Returns a directory on a memory file system if there is one, so that tests do not wait for a shared disk. */
function dataRoot(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}

interface RealMongoOptions {
  /** Values of setParameter, as `name=value`. */
  parameters?: readonly string[];
  /** Receives the log of all operations. Absent: a file with the slow ones. */
  readLog?(log: Readable): void;
  /** Whether the caller initiates a replica set of several servers, so that the start must not wait for a primary. */
  isMember?: boolean;
}

function spawnMongod(
  mongod: string,
  port: number,
  home: string,
  { parameters = [], readLog }: RealMongoOptions,
): ChildProcess {
  const options = {
    replSet: 'rs0',
    bind_ip: '127.0.0.1',
    port,
    dbpath: home,
    ...(readLog ? { slowms: -1 } : { logpath: logOf(home) }),
    wiredTigerCacheSizeGB: 0.25,
    oplogSize: 64,
    wiredTigerEngineConfigString: 'log=(prealloc=false,file_max=16MB)',
  };
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const all = [`transactionLifetimeLimitSeconds=${TRANSACTION_LIFETIME_SECONDS}`, ...parameters];
  const settings = all.flatMap((parameter) => ['--setParameter', parameter]);
  const server = spawn(mongod, [...flags, ...settings], {
    stdio: ['ignore', readLog ? 'pipe' : 'ignore', 'ignore'],
  });
  if (server.stdout) readLog?.(server.stdout);
  return server;
}

/** Whether the server is a primary. Initiates its replica set if necessary. */
async function isPrimary(port: number): Promise<boolean> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
  });
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello['setName'] === undefined) await initiate(admin, port);
    return hello['isWritablePrimary'] === true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

async function initiate(admin: mongo.Db, port: number): Promise<void> {
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  try {
    await admin.command({ replSetInitiate: { _id: 'rs0', members } });
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError && error.code === ALREADY_INITIALIZED)) throw error;
  }
}

async function responds(port: number): Promise<boolean> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
  });
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

async function untilStarted(
  port: number,
  server: ChildProcess,
  home: string,
  { isMember = false }: RealMongoOptions,
): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS;
  while (!(await (isMember ? responds(port) : isPrimary(port)))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      const log = existsSync(logOf(home)) ? readFileSync(logOf(home), 'utf8').slice(-2_000) : '';
      throw new Error(`mongod did not start on port ${port}:\n${log}`);
    }
    await pause(50);
  }
}

/** Starts `mongod` on a free loopback port, as a replica set of one member. */
export async function startRealMongo(mongod: string, options: RealMongoOptions = {}): Promise<RealMongo> {
  const home = mkdtempSync(join(dataRoot(), 'real-mongo-'));
  const port = await freePort();
  let server: ChildProcess;
  async function restart() {
    server = spawnMongod(mongod, port, home, options);
    await untilStarted(port, server, home, options).catch(async (error: unknown) => {
      await end(server, 'SIGKILL');
      throw error;
    });
  }
  const kill = () => end(server, 'SIGKILL');
  async function shutDown() {
    // A suspended process receives SIGTERM only after SIGCONT.
    server.kill('SIGCONT');
    await Promise.race([end(server, 'SIGTERM'), pause(STOP_WITHIN_MS)]);
    await kill();
  }
  await restart();
  return {
    port,
    uri: (database) => mongoUri(port, database),
    hang: async () => void server.kill('SIGSTOP'),
    resume: async () => void server.kill('SIGCONT'),
    shutDown,
    kill,
    restart,
    async stop() {
      await kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const isOwn = (database: string) => !['admin', 'config', 'local'].includes(database);

/** Ends all sessions and drops all databases, so that the next test gets an empty server. */
export async function wipeMongo({ port }: Pick<RealMongo, 'port'>): Promise<void> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  try {
    await client.db('admin').command({ killAllSessions: [] });
    const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter((each) => isOwn(each.name))) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
