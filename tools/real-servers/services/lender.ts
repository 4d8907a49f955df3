import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { createServer } from 'node:http';
import { startRealBroker } from '../kafka/real-broker.ts';
import { startNamedMongo } from '../mongo/named-server.ts';
import { createPlanRecorder, type PlanRecorder } from '../mongo/plans.ts';
import { startRealMongo, wipeMongo } from '../mongo/real-server.ts';
import { createSampler, type Sampler } from '../mongo/samples.ts';
import { type RealRedis, startRealRedis } from '../redis/real-server.ts';
import { createServerPool } from './server-pool.ts';
import { wipe } from './wipe.ts';

type Words = Record<string, (port: number) => unknown>;

interface Engine {
  /** Gives the port. */
  lend(wishes: URLSearchParams): Promise<number>;
  words: Words;
}

/** The services name their connections after their databases. */
const databasePrefix = 'kumbuka_';
/** Kafka's default: no test of a service waits for it. */
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
    lend(wishes: URLSearchParams) {
      const advertised = wishes.get('advertisedPort');
      return pool.lend(advertised === null ? undefined : Number(advertised));
    },
    words: { stop, start, end },
  };
}

interface Observers {
  recorder: PlanRecorder;
  sampler: Sampler;
}

async function createMongoEngine(
  { mongod, mongoUrl }: Tools,
  servers: number,
  { recorder, sampler }: Observers,
) {
  const pool = createServerPool({
    start: () =>
      mongoUrl === undefined ? startRealMongo(mongod, { readLog: recorder.read }) : startNamedMongo(mongoUrl),
    async wipe(server) {
      await server.goOn();
      await sampler.take(server.port);
      await wipeMongo(server);
    },
    enough: mongoUrl === undefined ? servers + 1 : 1,
  });
  await pool.warm(servers);
  const { stop, start, end } = pool;
  const words: Words = {
    stop,
    start,
    end,
    hang: (port) => pool.at(port).hang(),
    goOn: (port) => pool.at(port).goOn(),
  };
  return { ...pool, lend: () => pool.lend(), words };
}

function createRedisEngine() {
  const running = new Map<number, RealRedis>();
  let lent = 0;
  const at = (port: number): RealRedis => {
    const server = running.get(port);
    if (!server) throw new Error(`No Redis is lent on port ${port}`);
    return server;
  };
  const words: Words = {
    hang: (port) => at(port).hang(),
    goOn: (port) => at(port).goOn(),
    /** Repeatable, because a test that stopped the server also ends it. */
    async stop(port) {
      await running.get(port)?.stop();
      running.delete(port);
    },
  };
  return {
    words,
    lent: () => lent,
    async lend(wishes: URLSearchParams) {
      lent += 1;
      const server = await startRealRedis(wishes.get('password') ?? '');
      running.set(server.port, server);
      return server.port;
    },
    close: () => Promise.all([...running.values()].map((server) => server.stop())),
  };
}

/** `POST /<engine>` lends a server and answers with its port; `POST /<engine>/<port>/<word>` does that to it. */
async function obey(engines: Record<string, Engine>, { pathname, searchParams }: URL): Promise<string> {
  const [, name = '', port, word = ''] = pathname.split('/');
  const engine = engines[name];
  if (!engine) throw new Error(`Nobody lends ${name}`);
  if (port === undefined) return String(await engine.lend(searchParams));
  const act = engine.words[word];
  if (!act) throw new Error(`${name} knows no ${word}`);
  await act(Number(port));
  return '';
}

export interface Tools {
  /** Directory of Kafka's jars. */
  jars: string;
  /** Path of the MongoDB server. */
  mongod: string;
  /** External server to use instead, by one test file at a time and without checks of its plans. */
  mongoUrl: string | undefined;
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
    obey(engines, new URL(request.url ?? '/', 'http://lender')).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await listenOnLoopback(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Plans of the services that no index answers alone. */
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
