import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Balancer at the address of a service. It sends each connection to the next instance. */
export interface Balancer {
  port: number;
  /** Adds the instance at this port. */
  add(port: number): void;
  /** Removes the instance at this port from new connections. Open ones stay. */
  remove(port: number): void;
  stop(): Promise<void>;
}

async function open(port: number): Promise<Socket | null> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  return once(socket, 'connect').then(
    () => socket,
    () => null,
  );
}

/** Pipes both sides, including ends and resets. */
function carry(from: Socket, to: Socket) {
  from.pipe(to);
  from.once('error', () => to.resetAndDestroy());
  from.once('close', () => to.destroySoon());
}

/** Distributes connections round-robin, as the address of a cluster does. Skips an instance that rejects. */
export async function startBalancer(port = 0): Promise<Balancer> {
  const instances: number[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;

  const inTurn = () => {
    turn += 1;
    return instances.map((_, index) => instances[(turn + index) % instances.length] ?? 0);
  };

  async function openNext(): Promise<Socket | null> {
    for (const instance of inTurn()) {
      const socket = await open(instance);
      if (socket) return socket;
    }
    return null;
  }

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
  };

  async function join(client: Socket) {
    keep(client);
    const instance = await openNext();
    if (!instance) return client.resetAndDestroy();
    keep(instance);
    carry(client, instance);
    carry(instance, client);
  }

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => void join(client));
  const ownPort = await listenOnLoopback(server, port);

  return {
    port: ownPort,
    add: (instance) => {
      if (!instances.includes(instance)) instances.push(instance);
    },
    remove: (instance) =>
      void instances.splice(0, Infinity, ...instances.filter((each) => each !== instance)),
    async stop() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
