import { freePort } from '@kumbuka/embedded/loopback';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { end } from '../server-process.ts';
import { type AccessSettings, propertiesOf } from './settings.ts';

export interface RealBroker {
  port: number;
  address: string;
  /** Kills the broker with SIGKILL and restarts it; resolves when it is ready. */
  crash(): Promise<void>;
  /** Stops the broker with SIGTERM and keeps its data. */
  shutDown(): Promise<void>;
  restart(): Promise<void>;
  /** Stops the broker and deletes its data. */
  stop(): Promise<void>;
}

interface BrokerOptions {
  /** Advertised port, when a proxy is in front of the broker. */
  advertisedPort?: number | undefined;
  retentionCheckMs?: number | undefined;
  /** See the settings. */
  sessionMs?: number | undefined;
  /** Logins and access rules; `readPort` is for clients without a login. */
  access?: AccessSettings | undefined;
}

const HEAP = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const LOGGING = join(import.meta.dirname, 'log4j2.properties');

/** Formats a directory for one Kafka node, starts the node and waits for its response to Metadata. */
export async function startRealBroker(
  jars: string,
  { advertisedPort, retentionCheckMs, sessionMs, access }: BrokerOptions = {},
): Promise<RealBroker> {
  const home = mkdtempSync(join(tmpdir(), 'real-kafka-'));
  const [port, controllerPort] = [await freePort(), await freePort()];
  const properties = join(home, 'server.properties');
  const node = {
    port,
    advertisedPort,
    controllerPort,
    retentionCheckMs,
    sessionMs,
    dataDir: join(home, 'data'),
    access,
  };
  writeFileSync(properties, propertiesOf(node));
  format(jars, properties);

  const log = join(home, 'kafka.log');
  const address = `127.0.0.1:${port}`;
  const openAddress = access === undefined ? address : `127.0.0.1:${access.readPort}`;
  let child: ChildProcess;
  async function restart() {
    child = spawnKafka(jars, properties, log);
    const isReady = () => (advertisedPort === undefined ? respondsToMetadata : acceptsClients)(openAddress);
    await untilReady(isReady, child, log).catch(async (error: unknown) => {
      await end(child, 'SIGKILL');
      throw error;
    });
  }
  async function shutDown() {
    await Promise.race([end(child, 'SIGTERM'), sleep(STOP_TIMEOUT_MS)]);
    await end(child, 'SIGKILL');
  }
  await restart();

  return {
    port,
    address,
    async crash() {
      await end(child, 'SIGKILL');
      await restart();
    },
    shutDown,
    restart,
    async stop() {
      await shutDown();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function format(jars: string, properties: string): void {
  const id = randomBytes(16).toString('base64url').replace(/^-/, 'A');
  const tool = ['kafka.tools.StorageTool', 'format', '-t', id, '-c', properties, '--standalone'];
  execFileSync('java', ['-Xmx128m', ...HEAP, '-cp', `${jars}/*`, ...tool], { stdio: 'ignore' });
}

function spawnKafka(jars: string, properties: string, log: string): ChildProcess {
  const options = ['-Xmx512m', ...HEAP, `-Dlog4j2.configurationFile=${LOGGING}`];
  const output = openSync(log, 'a');
  return spawn('java', [...options, '-cp', `${jars}/*`, 'kafka.Kafka', properties], {
    stdio: ['ignore', output, output],
  });
}

async function untilReady(isReady: () => Promise<boolean>, child: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady())) {
    const isOver = child.exitCode !== null || Date.now() > deadline;
    if (isOver) throw new Error(`Kafka did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
    await sleep(100);
  }
}

const respondsToMetadata = (address: string): Promise<boolean> =>
  succeeds(address, async (admin) => (await admin.describeCluster()).brokers.length === 1);

/** Whether the broker accepts clients. Its Metadata would name the proxy in front of it. */
const acceptsClients = (address: string): Promise<boolean> => succeeds(address, async () => true);

async function succeeds(address: string, work: (admin: Admin) => Promise<boolean>): Promise<boolean> {
  const retry = { retries: 0 };
  const kafka = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING, requestTimeout: 1000, retry });
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
}
