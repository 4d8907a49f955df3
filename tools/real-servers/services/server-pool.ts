/** Real server in a separate process. */
interface PooledServer {
  port: number;
  /** Stops the server and keeps its data. */
  shutDown(): Promise<void>;
  restart(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

interface PoolOptions<Server> {
  /** Starts an empty server, with `setting` for a single test. */
  start(setting?: number): Promise<Server>;
  /** Empties a running server, or throws. */
  wipe(server: Server): Promise<void>;
  /** Number of servers above which a borrower waits for an emptied one instead of starting another. */
  enough: number;
}

interface Lending<Server> {
  server: Server;
  isAway: boolean;
  /** Whether it has the setting of a single test, so that it is not lent again. */
  isSpecial: boolean;
}

/** Lends servers to one test at a time and empties them in between, because a start costs CPU seconds. */
export function createServerPool<Server extends PooledServer>({ start, wipe, enough }: PoolOptions<Server>) {
  const idle: Server[] = [];
  const starting = new Set<Promise<Server>>();
  const returning = new Set<Promise<void>>();
  const lent = new Map<number, Lending<Server>>();
  const counts = { started: 0, lent: 0 };
  let isOver = false;

  function startOne(setting?: number): Promise<Server> {
    counts.started += 1;
    const started = start(setting).finally(() => starting.delete(started));
    starting.add(started);
    return started;
  }

  async function next(): Promise<Server> {
    while (idle.length === 0 && returning.size > 0 && lent.size + returning.size >= enough)
      await Promise.race(returning);
    return idle.shift() ?? startOne();
  }

  async function makeReady({ server, isAway, isSpecial }: Lending<Server>): Promise<void> {
    if (isSpecial || isOver) return server.stop();
    try {
      if (isAway) await server.restart();
      await wipe(server);
      idle.push(server);
    } catch (error) {
      console.error('A server is not lent again:', error);
      await server.stop();
    }
  }

  function lendingOf(port: number): Lending<Server> {
    const lending = lent.get(port);
    if (!lending) throw new Error(`No server is lent on port ${port}`);
    return lending;
  }

  return {
    counts,
    at: (port: number): Server => lendingOf(port).server,
    /** Starts servers before a test has to wait for them. */
    async warm(servers: number) {
      idle.push(...(await Promise.all(Array.from({ length: servers }, () => startOne()))));
    },
    async lend(setting?: number): Promise<number> {
      const isSpecial = setting !== undefined;
      const server = await (isSpecial ? startOne(setting) : next());
      counts.lent += 1;
      lent.set(server.port, { server, isSpecial, isAway: false });
      return server.port;
    },
    async stop(port: number) {
      const lending = lendingOf(port);
      lending.isAway = true;
      await lending.server.shutDown();
    },
    async start(port: number) {
      const lending = lendingOf(port);
      await lending.server.restart();
      lending.isAway = false;
    },
    /** Returns at once and empties the server in the background. */
    end(port: number) {
      const lending = lendingOf(port);
      lent.delete(port);
      const ready = makeReady(lending).finally(() => returning.delete(ready));
      returning.add(ready);
    },
    async close() {
      isOver = true;
      await Promise.allSettled([...starting, ...returning]);
      const left = [...idle, ...[...lent.values()].map(({ server }) => server)];
      await Promise.all(left.map((server) => server.stop()));
    },
  };
}
