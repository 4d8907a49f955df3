import { topicOf } from '@kumbuka/contracts';
import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { countMessages } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { prepareDataDirectory, readRun, type Run } from './data-directory.ts';
import { publicPorts, start as startProduct, untilReady, type Start } from '../testing/product.ts';

const SLOW_MS = 120_000;

let dataDir: string;
let ports: Record<string, string>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'start-'));
  ports = await publicPorts();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (...words: string[]): Start => startProduct({ KUMBUKA_DATA_DIR: dataDir, ...ports }, ...words);

function runOf(): Run {
  const run = readRun(dataDir);
  if (run === undefined) throw new Error('run.json is missing');
  return run;
}

async function post(path: string, body: object): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${ports['REST_PORT']}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  return response?.status ?? 0;
}

const learner = { email: 'amina@example.com', username: 'amina', password: 'nyota ya alfajiri 7' };
const signUp = () => post('/signup', learner);
const logIn = () => post('/login', { email: learner.email, password: learner.password });

/** Counts the events of auth that a program without a login reads at an address. */
const eventsAt = (broker: string): Promise<number> =>
  countMessages({ brokers: [broker], clientId: 'stranger', log: createLog('stranger', 'silent') }, [
    topicOf('auth'),
  ]);

const printedBroker = (output: string): string | undefined => /^ {2}events +(\S+) \(Kafka/m.exec(output)?.[1];

/** Holds a port until the test ends. */
async function occupy(port: number): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  await listenOnLoopback(server, port);
  onTestFinished(() => void server.close());
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Sends SIGTERM. Resolves with the exit code, whether it ended in time, and the processes that are left. */
async function stop(started: Start) {
  const { pids } = runOf();
  const before = Date.now();
  started.process.kill('SIGTERM');
  const code = await started.ended;
  return { code, inTime: Date.now() - before < 10_000, left: Object.values(pids).filter(isAlive) };
}

const inOrder = { code: 0, inTime: true, left: [] };

describe('npm start', { timeout: SLOW_MS * 2 }, () => {
  let running: Start;

  it('reports every wrong setting at once, whichever part of the product reads it', async () => {
    const wrong = { WRITES_PER_MINUTE: 'none', READS_PER_MINUTE: '0', GENERATIONS_PER_MINUTE: 'many' };
    const started = startProduct({ KUMBUKA_DATA_DIR: dataDir, ...ports, ...wrong });
    expect(await started.ended).toBe(78);
    for (const name of Object.keys(wrong)) expect(started.output()).toContain(`- ${name}: `);
  });

  it('ends with the reason when an embedded server cannot start', async () => {
    const unusable = mkdtempSync(join(tmpdir(), 'start-'));
    onTestFinished(() => rmSync(unusable, { recursive: true, force: true }));
    prepareDataDirectory(unusable);
    writeFileSync(join(unusable, 'mongo'), 'a file instead of a folder');
    const started = startProduct({ KUMBUKA_DATA_DIR: unusable, ...ports });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(/The infrastructure process ended with code 1\.[^]*(?:ENOTDIR|EEXIST)/);
  });

  it('prints all addresses once every edge is ready', async () => {
    running = start();
    const [web, rest, graphql] = await untilReady(running);
    expect([web, rest, graphql]).toEqual([
      `http://localhost:${ports['WEB_PORT']}`,
      `http://localhost:${ports['REST_PORT']}`,
      `http://localhost:${ports['GRAPHQL_PORT']}/graphql`,
    ]);
    for (const name of ['WEB_PORT', 'REST_PORT', 'GRAPHQL_PORT']) {
      expect((await fetch(`http://127.0.0.1:${ports[name]}/health/ready`)).status).toBe(200);
    }
    expect((await fetch(`http://127.0.0.1:${ports['MAIL_PORT']}/`)).status).toBe(200);
    expect(await signUp()).toBe(201);
  });

  it('opens the event topics to programs at KAFKA_PORT and prints the address', async () => {
    const broker = `localhost:${ports['KAFKA_PORT']}`;
    expect(printedBroker(running.output())).toBe(broker);
    await expect.poll(() => eventsAt(broker), { timeout: 20_000 }).toBeGreaterThan(0);
  });

  it('rejects a second start on the same data and says where the first one runs', async () => {
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`already running on ${dataDir} (process ${running.process.pid}`);
    expect(await logIn()).toBe(200);
  });

  it.each(['application', 'infrastructure'])('restarts a killed %s process with its data', async (name) => {
    const before = runOf();
    process.kill(before.pids[name] ?? 0, 'SIGKILL');
    await expect.poll(running.output, { timeout: SLOW_MS }).toContain(`The ${name} process is back.`);
    await expect.poll(logIn, { timeout: 20_000, interval: 200 }).toBe(200);
    expect(runOf().ports).toEqual(before.ports);
    expect(runOf().pids[name]).not.toBe(before.pids[name]);
  });

  it('stops everything in order on SIGTERM', async () => {
    expect(await stop(running)).toEqual(inOrder);
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
  });

  it('keeps its data, uses the next free port when KAFKA_PORT is busy, and stops when the terminal is gone', async () => {
    const wanted = Number(ports['KAFKA_PORT']);
    await occupy(wanted);
    running = start();
    await untilReady(running);
    expect(await logIn()).toBe(200);
    const broker = printedBroker(running.output()) ?? '';
    const port = Number(broker.split(':')[1]);
    expect(port).toBeGreaterThan(wanted);
    expect(running.output()).toContain(`Port ${wanted} (Kafka) is busy; using ${port}.`);
    expect(await eventsAt(broker)).toBeGreaterThan(0);
    const { pids } = runOf();
    running.process.disconnect();
    expect(await running.ended).toBe(0);
    expect(Object.values(pids).filter(isAlive)).toEqual([]);
  });

  it('deletes nothing without a confirmation', async () => {
    const reset = start('--reset');
    expect(await reset.ended).toBe(1);
    expect(reset.output()).toContain('Nothing was deleted');
    expect(existsSync(join(dataDir, 'mongo'))).toBe(true);
  });

  it('has no data after a reset, and --split runs one process per service', async () => {
    running = start('--reset', '--yes', '--split');
    await untilReady(running);
    expect(await signUp()).toBe(201);
    expect(Object.keys(runOf().pids).length).toBeGreaterThan(6);
    expect(await stop(running)).toEqual(inOrder);
  });
});
