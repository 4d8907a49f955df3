import { mongoUri } from '@kumbuka/embedded/addresses';
import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { mongo } from 'mongoose';
import { connect, createServer, type Socket } from 'node:net';
import { ToolMissing } from '../tool-missing.ts';
import { isOwn, wipeMongo, type RealMongo } from './real-server.ts';

const DEFAULT_PORT = 27_017;

async function withAdmin<Result>(url: string, work: (admin: mongo.Db) => Promise<Result>): Promise<Result> {
  const client = new mongo.MongoClient(url, { directConnection: true, serverSelectionTimeoutMS: 5_000 });
  try {
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
}

/** Throws for a server with databases, because tests drop all of them. */
async function assertEmpty(url: string): Promise<void> {
  const { databases } = await withAdmin(url, (admin) => admin.admin().listDatabases({ nameOnly: true }));
  const names = databases.map(({ name }) => name).filter(isOwn);
  if (names.length > 0)
    throw new ToolMissing(`an empty server in REAL_MONGO_URL (it contains ${names.join(', ')})`);
}

/**
 * Starts a proxy to the server at an address. The proxy can simulate outages and hangs, but cannot stop or kill the
 * server.
 */
export async function startNamedMongo(url: string): Promise<RealMongo> {
  await assertEmpty(url);
  const { hostname, port: named } = new URL(url);
  const sockets = new Set<Socket>();
  let isHung = false;
  function pass(from: Socket, to: Socket) {
    sockets.add(from);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isHung) from.pause();
  }
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect({ host: hostname, port: Number(named || DEFAULT_PORT), noDelay: true });
    pass(client, server);
    pass(server, client);
  });
  const port = await listenOnLoopback(proxy, 0);

  function setHung(wanted: boolean) {
    isHung = wanted;
    for (const socket of sockets)
      if (wanted) socket.pause();
      else socket.resume();
  }
  async function cutOff() {
    setHung(false);
    const closed = new Promise((resolve) => proxy.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    // Aborts all transactions, as a stopped server would.
    await withAdmin(url, (admin) => admin.command({ killAllSessions: [] }));
  }
  return {
    port,
    uri: (database) => mongoUri(port, database),
    hang: async () => setHung(true),
    resume: async () => setHung(false),
    shutDown: cutOff,
    kill: cutOff,
    restart: async () => void (await listenOnLoopback(proxy, port)),
    async stop() {
      if (!proxy.listening) await listenOnLoopback(proxy, port);
      await wipeMongo({ port });
      await cutOff();
    },
  };
}
