import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { createServer } from 'node:http';
import { startRealBroker } from '../kafka/real-broker.ts';
import { createPlanRecorder, type PlanRecorder } from '../mongo/plans.ts';
import { startRealMongo, wipeMongo } from '../mongo/real-server.ts';
import { createSampler, type Sampler } from '../mongo/samples.ts';
import { type RealRedis, startRealRedis } from '../redis/real-server.ts';
import { createServerPool } from './server-pool.ts';
import { wipe } from './wipe.ts';

type Actions = Record<string, (port: number) => unknown>;

interface Engine {
  /** Lends a server. Resolves with its port. */
  lend(settings: URLSearchParams): Promise<number>;
  actions: Actions;
}

/** Prefix of the services' connection names, which are those of their databases. */
const databasePrefix = 'kumbuka_';
/** Kafka's default, because no test of a service waits for retention. */
const retentionCheckMs = 300_000;

async function createKafkaEngine(jars: string, nodes: number) {
  const pool = createServerPool({
    start: (advertisedPort) => startRealBroker(jars, { advertisedPort, retentionCheckMs }),
    wipe: ({ address }) => wipe(address),
    enough: nodes + 1,
  });
  await pool.warm(nodes);
  const { stop, start, end } = pool;
  return {
    ...pool,
    lend(settings: URLSearchParams) {
      const advertised = settings.get('advertisedPort');
      return pool.lend(advertised === null ? undefined : Number(advertised));
    },
    actions: { stop, start, end },
  };
}

interface Observers {
  recorder: PlanRecorder;
  sampler: Sampler;
}

async function createMongoEngine({ mongod }: Tools, servers: number, { recorder, sampler }: Observers) {
  const pool = createServerPool({
    start: () => startRealMongo(mongod, { readLog: recorder.read }),
    async wipe(server) {
      await server.resume();
      await sampler.take(server.port);
      await wipeMongo(server);
    },
    enough: servers + 1,
  });
  await pool.warm(servers);
  const { stop, start, end } = pool;
  const actions: Actions = {
    stop,
    start,
    end,
    hang: (port) => pool.at(port).hang(),
    resume: (port) => pool.at(port).resume(),
  };
  return { ...pool, lend: () => pool.lend(), actions };
}

function createRedisEngine() {
  const running = new Map<number, RealRedis>();
  let lent = 0;
  const at = (port: number): RealRedis => {
    const server = running.get(port);
    if (!server) throw new Error(`No Redis is lent on port ${port}`);
    return server;
  };
  const actions: Actions = {
    hang: (port) => at(port).hang(),
    resume: (port) => at(port).resume(),
    /** Idempotent, because a test that stopped the server also ends it. */
    async stop(port) {
      await running.get(port)?.stop();
      running.delete(port);
    },
  };
  return {
    actions,
    lent: () => lent,
    async lend(settings: URLSearchParams) {
      lent += 1;
      const server = await startRealRedis(settings.get('password') ?? '');
      running.set(server.port, server);
      return server.port;
    },
    close: () => Promise.all([...running.values()].map((server) => server.stop())),
  };
}

/** `POST /<engine>` lends a server and returns its port; `POST /<engine>/<port>/<action>` controls it. */
async function handle(engines: Record<string, Engine>, { pathname, searchParams }: URL): Promise<string> {
  const [, name = '', port, action = ''] = pathname.split('/');
  const engine = engines[name];
  if (!engine) throw new Error(`Unknown engine ${name}`);
  if (port === undefined) return String(await engine.lend(searchParams));
  const act = engine.actions[action];
  if (!act) throw new Error(`${name} has no action ${action}`);
  await act(Number(port));
  return '';
}

export interface Tools {
  /** Directory of Kafka's jars. */
  jars: string;
  /** Path of the MongoDB server. */
  mongod: string;
}

/** Lends real servers over HTTP to tests in other processes, and recovers those of tests that died. */
export async function startLender(tools: Tools, workers: number) {
  const recorder = createPlanRecorder(databasePrefix);
  const sampler = createSampler(databasePrefix);
  const [kafka, mongo] = await Promise.all([
    createKafkaEngine(tools.jars, workers),
    createMongoEngine(tools, workers, { recorder, sampler }),
  ]);
  const redis = createRedisEngine();
  const engines = { kafka, mongo, redis };
  const server = createServer((request, response) => {
    handle(engines, new URL(request.url ?? '/', 'http://lender')).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await listenOnLoopback(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Costly plans of the services. */
    plans: recorder.plans,
    queries: recorder.queries,
    collections: sampler.collections,
    counts: () => ({ kafka: kafka.counts, mongo: mongo.counts, redis: redis.lent() }),
    async stop() {
      server.close();
      server.closeAllConnections();
      await Promise.all([kafka.close(), mongo.close(), redis.close()]);
    },
  };
}
