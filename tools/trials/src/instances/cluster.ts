import { billingRoutes } from '@kumbuka/contracts';
import { kafkaBroker, mongoUri, redisUrl, smtpUrl } from '@kumbuka/embedded/addresses';
import { freePort } from '@kumbuka/embedded/loopback';
import { redisOrNotRun, startRealRedis } from '@kumbuka/real-servers/redis';
import type { StackAddresses } from '@kumbuka/stack/environment';
import { arePorts, addressesOf, PORT_NAMES, type Ports } from '@kumbuka/stack/addresses';
import { readKeys } from '@kumbuka/stack/keys';
import { services, type ProcessName, type Service } from '@kumbuka/stack/services';
import { readSettings } from '@kumbuka/stack/settings';
import { infrastructureChild, migrateTopics, type StackContext } from '@kumbuka/stack/stack';
import { buildWebWhenStale } from '@kumbuka/stack/web-build';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBalancer, type Balancer } from './balancer.ts';
import { createInstance, type Instance } from './instance.ts';

export type { ProcessName } from '@kumbuka/stack/services';
export const processNames = services.map(({ name }) => name);

/** The whole product with several instances of every process, each kind behind one address. */
export interface Cluster {
  rest: string;
  graphql: string;
  web: string;
  internalKey: string;
  adminKey: string;
  /** Ports of the stores. */
  ports(): Record<string, number>;
  mongoUrl: string;
  broker: string;
  /** Starts one more instance of each kind. Resolves when they serve. */
  grow(count: number): Promise<void>;
  instancesOf(name: ProcessName): readonly Instance[];
  /** Stops Redis, with the loss of its data, while `work` runs. */
  withoutRedis(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const host = '127.0.0.1';
/** Limit of parallel starts, because more would slow the running instances. */
const startedAtOnce = 3;
const redisPassword = 'instances';

async function pickPorts(): Promise<Ports> {
  const picked = await Promise.all(PORT_NAMES.map(async (name) => [name, await freePort()] as const));
  const ports: Record<string, number> = Object.fromEntries(picked);
  if (!arePorts(ports)) throw new Error('A port is missing.');
  return ports;
}

const nowhere = () => undefined;
const giveUp = (error: Error) => {
  throw error;
};

function prepareDirectory(): StackContext {
  const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-instances-'));
  mkdirSync(join(dataDir, 'logs'));
  return { dataDir, watch: false, say: nowhere, onLaunched: nowhere, onFailed: giveUp };
}

interface Stores {
  addresses: StackAddresses;
  redis: RedisSwitch;
  stop(): Promise<void>;
}

type RedisSwitch = Pick<Cluster, 'withoutRedis'> & { stop(): Promise<void> };

async function startRedisSwitch(port: number): Promise<RedisSwitch> {
  const started = () => startRealRedis(redisPassword, port);
  let redis = await started();
  return {
    async withoutRedis(work) {
      await redis.stop();
      await work();
      redis = await started();
    },
    stop: () => redis.stop(),
  };
}

function settingsOf(ports: Ports, redisPort: number) {
  return readSettings({
    LOG_LEVEL: 'info',
    REDIS_URL: redisUrl(redisPort, redisPassword),
    SMTP_URL: smtpUrl(ports.smtp),
  });
}

/** Starts one set of stores for all instances. */
async function startStores(context: StackContext, ports: Ports): Promise<Stores> {
  const at = (name: string) => join(context.dataDir, name);
  const redisPort = await freePort();
  const addresses = addressesOf(settingsOf(ports, redisPort), readKeys(context.dataDir), ports);
  const { publicKey, secretKey, challenge } = addresses.infrastructure.payments;
  const webhookUrl = `http://${host}:${ports.rest}${billingRoutes.receiveNotification.path}`;
  const shop = { publicKey, secretKey, challenge, webhookUrl };
  const infrastructure = infrastructureChild(
    {
      mongo: { port: ports.mongo, dataDir: at('mongo') },
      kafka: { port: ports.kafka, dataDir: at('kafka'), passwords: addresses.keys.kafka },
      mail: { smtpPort: ports.smtp, pagePort: ports.mail, dataDir: at('mail') },
      payments: { port: ports.payments, dataDir: at('payments'), ...shop },
    },
    context,
  );
  const redis = await startRedisSwitch(redisPort);
  await Promise.all([infrastructure.start(), buildWebWhenStale(console.log)]);
  await migrateTopics(addresses);
  return {
    addresses,
    redis,
    stop: async () => void (await Promise.all([infrastructure.stop(), redis.stop()])),
  };
}

/** Instances of one kind of process behind their address. */
interface Kind {
  service: Service;
  balancer: Balancer;
  instances: Instance[];
}

async function openKinds({ ports }: StackAddresses): Promise<Map<ProcessName, Kind>> {
  const kinds = new Map<ProcessName, Kind>();
  for (const service of services)
    kinds.set(service.name, { service, balancer: await startBalancer(ports[service.name]), instances: [] });
  return kinds;
}

/** Starts a cluster. Every process gets `environment`. */
export async function startCluster(environment: Record<string, string>): Promise<Cluster> {
  redisOrNotRun('several instances of every process');
  const context = prepareDirectory();
  const ports = await pickPorts();
  const stores = await startStores(context, ports);
  const { addresses, redis } = stores;
  const kinds = await openKinds(addresses);

  async function addOne({ service, balancer, instances }: Kind) {
    const port = await freePort();
    const number = instances.length + 1;
    const instance = createInstance({ service, number, addresses, environment, context, balancer, port });
    instances.push(instance);
    await instance.start();
  }

  return {
    rest: `http://${host}:${ports.rest}`,
    graphql: `http://${host}:${ports.graphql}/graphql`,
    web: `http://${host}:${ports.web}`,
    internalKey: addresses.keys.internalKey,
    adminKey: addresses.keys.adminKey,
    ports: () => ports,
    mongoUrl: mongoUri(ports.mongo),
    broker: kafkaBroker(ports.kafka),
    async grow(count) {
      const more = [...kinds.values()].flatMap((kind) => Array<Kind>(count).fill(kind));
      for (let from = 0; from < more.length; from += startedAtOnce)
        await Promise.all(more.slice(from, from + startedAtOnce).map(addOne));
    },
    instancesOf: (name) => kinds.get(name)?.instances ?? [],
    withoutRedis: redis.withoutRedis,
    async stop() {
      const all = [...kinds.values()];
      await Promise.all(all.flatMap(({ instances }) => instances.map((instance) => instance.stop())));
      await Promise.all(all.map(({ balancer }) => balancer.stop()));
      await stores.stop();
      rmSync(context.dataDir, { recursive: true, force: true });
    },
  };
}
