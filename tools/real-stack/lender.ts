import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { type RealRedis, startRealRedis } from '@kumbuka/real-redis/server';
import { createServer } from 'node:http';
import { createBrokerPool } from './broker-pool.ts';

type Words = Record<string, (port: number) => unknown>;

interface Engine {
  /** Gives the port. */
  lend(wishes: URLSearchParams): Promise<number>;
  words: Words;
}

function kafkaOf(pool: ReturnType<typeof createBrokerPool>): Engine {
  const { stop, start, end } = pool;
  return {
    lend(wishes) {
      const advertised = wishes.get('advertisedPort');
      return pool.lend(advertised === null ? undefined : Number(advertised));
    },
    words: { stop, start, end },
  };
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
    /** A second time too, as a test that stopped it ends. */
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

/** Lends real servers over HTTP to tests in other processes, and looks after them when those die. */
export async function startLender(jars: string, nodes: number) {
  const pool = createBrokerPool(jars, nodes + 1);
  await pool.warm(nodes);
  const redis = createRedisEngine();
  const engines = { kafka: kafkaOf(pool), redis };
  const server = createServer((request, response) => {
    obey(engines, new URL(request.url ?? '/', 'http://lender')).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await listenOnLoopback(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    counts: () => ({ ...pool.counts, redis: redis.lent() }),
    async stop() {
      server.close();
      server.closeAllConnections();
      await Promise.all([pool.close(), redis.close()]);
    },
  };
}
