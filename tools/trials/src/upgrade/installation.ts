import { serviceNames, topics, type ServiceName } from '@kumbuka/contracts';
import { kafkaBroker, mongoUri, smtpUrl } from '@kumbuka/embedded/addresses';
import { startKafka } from '@kumbuka/embedded/kafka';
import { freePort } from '@kumbuka/embedded/loopback';
import { startMail } from '@kumbuka/embedded/mail';
import { startMongo } from '@kumbuka/embedded/mongo';
import { migrateTopics } from '@kumbuka/event-bus';
import { environmentFor, type StackAddresses } from '@kumbuka/stack/environment';
import { arePorts, addressesOf, PORT_NAMES } from '@kumbuka/stack/addresses';
import { untilReady } from '@kumbuka/stack/health';
import { readKeys } from '@kumbuka/stack/keys';
import { services, type ProcessName } from '@kumbuka/stack/services';
import { readSettings } from '@kumbuka/stack/settings';
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBalancer, type Balancer } from '../instances/balancer.ts';
import { pause, silent } from '../product/measure.ts';
import { withoutLimits } from '../product/product.ts';

/** Time for which endpoints may still send requests to a stopping process: `preStop` of the deployment. */
const forgottenWithinMs = 1_000;

/** One process of a build. */
interface Instance {
  port: number;
  /** Sends SIGTERM. Resolves with the exit code, or `null` when it did not end by itself. */
  stop(): Promise<number | null>;
}

/** The product in split processes, each service behind a proxy that can switch to another process. */
export interface Installation {
  rest: string;
  graphql: string;
  brokers: string[];
  mongoUrl: string;
  /** Replaces a running process by one of a build. Resolves with the exit code of the old process. */
  move(name: ServiceName, build: string): Promise<number | null>;
  /** Warnings and errors that processes logged. */
  errors(): string[];
  /** Processes that did not exit with 0, with their exit codes. */
  stop(): Promise<string[]>;
}

async function portsFor(names: readonly string[]): Promise<Record<string, number>> {
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const));
  return Object.fromEntries(ports);
}

/** Starts the stores of `npm start` without its supervisor, because the trial stops processes itself. */
async function startStores(dataDir: string) {
  const at = (name: string) => ({ dataDir: join(dataDir, name) });
  const [mongo, kafka, mail] = await Promise.all([
    startMongo(at('mongo')),
    startKafka(at('kafka')),
    startMail(at('mail')),
  ]);
  const ports = { mongo: mongo.port, kafka: kafka.port, smtp: mail.smtpPort };
  const brokers = [kafkaBroker(kafka.port)];
  await migrateTopics({ brokers, clientId: 'upgrade', log: silent, topics });
  return { ports, stop: () => Promise.all([mail, kafka, mongo].map((store) => store.stop())) };
}
type Stores = Awaited<ReturnType<typeof startStores>>;

/** Returns the addresses of the product; those of services are their proxies. */
async function addressesFor(dataDir: string, { ports }: Stores, proxies: Record<string, Balancer>) {
  const keys = readKeys(dataDir);
  const settings = readSettings({
    LOG_LEVEL: 'warn',
    MONGO_URL: mongoUri(ports.mongo),
    KAFKA_BROKERS: kafkaBroker(ports.kafka),
    SMTP_URL: smtpUrl(ports.smtp),
  });
  const others = await portsFor(PORT_NAMES);
  const fronts = Object.entries(proxies).map(([name, { port }]) => [name, port]);
  const all = { ...others, ...ports, ...Object.fromEntries(fronts) };
  if (!arePorts(all)) throw new Error('A process has no port.');
  return addressesOf(settings, keys, all);
}

function createStarter(addresses: StackAddresses, logs: string) {
  let count = 0;
  return async function start(name: ProcessName, build: string, port: number): Promise<Instance> {
    const main = services.find((each) => each.name === name)?.main ?? '';
    const log = openSync(join(logs, `${name}-${++count}.log`), 'w');
    const { PATH } = process.env;
    const env = { PATH, ...withoutLimits, ...environmentFor(name, addresses), PORT: String(port) };
    const words = ['--disable-warning=ExperimentalWarning', join(build, main)];
    const child = spawn(process.execPath, words, { cwd: build, env, stdio: ['ignore', log, log] });
    closeSync(log);
    const ended = new AbortController();
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    void exit.then(() => ended.abort());
    await untilReady([`http://127.0.0.1:${port}`], ended.signal);
    return {
      port,
      stop: () => {
        child.kill('SIGTERM');
        return exit;
      },
    };
  };
}

function errorsIn(logs: string): string[] {
  return readdirSync(logs).flatMap((file) =>
    readFileSync(join(logs, file), 'utf8')
      .split('\n')
      .filter((line) => /"level":[45]0/.test(line) || /^\w*Error/.test(line))
      .map((line) => `${file}: ${line.slice(0, 500)}`),
  );
}

/** Starts every process of one build. */
export async function startInstallation(build: string): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-upgrade-'));
  const logs = join(dataDir, 'logs');
  mkdirSync(logs);
  const stores = await startStores(dataDir);
  const proxies: Record<string, Balancer> = {};
  for (const name of serviceNames) proxies[name] = await startBalancer();
  const addresses = await addressesFor(dataDir, stores, proxies);
  const start = createStarter(addresses, logs);
  const running = new Map<ProcessName, Instance>();

  async function bring(name: ServiceName, from: string) {
    const instance = await start(name, from, await freePort());
    proxies[name]?.add(instance.port);
    const former = running.get(name);
    if (former) proxies[name]?.remove(former.port);
    running.set(name, instance);
  }
  const bringAll = async () => {
    await Promise.all(serviceNames.map((name) => bring(name, build)));
    for (const name of ['gateway', 'rest-facade'] as const)
      running.set(name, await start(name, build, addresses.ports[name]));
  };
  await bringAll();

  return {
    rest: `http://127.0.0.1:${addresses.ports['rest-facade']}`,
    graphql: `http://127.0.0.1:${addresses.ports.gateway}/graphql`,
    brokers: [kafkaBroker(stores.ports.kafka)],
    mongoUrl: mongoUri(stores.ports.mongo),
    async move(name, to) {
      const before = running.get(name);
      await bring(name, to);
      await pause(forgottenWithinMs);
      return before ? before.stop() : null;
    },
    errors: () => errorsIn(logs),
    async stop() {
      const failed: string[] = [];
      for (const [name, instance] of [...running].toReversed()) {
        const code = await instance.stop();
        if (code !== 0) failed.push(`${name} ended with ${code}`);
      }
      await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()));
      await stores.stop();
      rmSync(dataDir, { recursive: true, force: true });
      return failed;
    },
  };
}
