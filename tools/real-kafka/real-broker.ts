import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { propertiesOf } from './settings.ts';

export type RealBroker = { address: string; crash(): Promise<void>; stop(): Promise<void> };

const HEAP = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const START_PATIENCE_MS = 60_000;
/** Below the ephemeral ports: a poll on one of those can connect to itself and take the port. */
const PORTS = { from: 20_000, to: 32_000 };

/** Formats a directory for one Kafka node, starts it and waits for its answer to Metadata. */
export async function startRealBroker(jars: string, settings: string): Promise<RealBroker> {
  const home = mkdtempSync(join(tmpdir(), 'real-kafka-'));
  const [port, controllerPort] = [await freePort(), await freePort()];
  const properties = join(home, 'server.properties');
  const loopback = '127.0.0.1';
  const dataDir = join(home, 'data');
  writeFileSync(
    properties,
    propertiesOf({ port, controllerPort, dataDir, listen: loopback, host: loopback }),
  );
  format(jars, properties);

  const log = join(home, 'kafka.log');
  const start = () => spawnKafka(jars, join(settings, 'log4j2.properties'), properties, log);
  let child = start();
  const address = `127.0.0.1:${port}`;
  await untilReady(address, child, log);

  return {
    address,
    async crash() {
      await end(child, 'SIGKILL');
      child = start();
      await untilReady(address, child, log);
    },
    async stop() {
      await Promise.race([end(child, 'SIGTERM'), sleep(10_000)]);
      await end(child, 'SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function format(jars: string, properties: string): void {
  const id = randomBytes(16).toString('base64url').replace(/^-/, 'A');
  const tool = ['kafka.tools.StorageTool', 'format', '-t', id, '-c', properties, '--standalone'];
  execFileSync('java', ['-Xmx128m', ...HEAP, '-cp', `${jars}/*`, ...tool], { stdio: 'ignore' });
}

function spawnKafka(jars: string, logging: string, properties: string, log: string): ChildProcess {
  const options = ['-Xmx512m', ...HEAP, `-Dlog4j2.configurationFile=${logging}`];
  const output = openSync(log, 'a');
  return spawn('java', [...options, '-cp', `${jars}/*`, 'kafka.Kafka', properties], {
    stdio: ['ignore', output, output],
  });
}

async function untilReady(address: string, child: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS;
  while (!(await answersMetadata(address))) {
    const isOver = child.exitCode !== null || Date.now() > deadline;
    if (isOver) throw new Error(`Kafka did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
    await sleep(100);
  }
}

async function answersMetadata(address: string): Promise<boolean> {
  const retry = { retries: 0 };
  const kafka = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING, requestTimeout: 1000, retry });
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { brokers } = await admin.describeCluster();
    return brokers.length === 1;
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
