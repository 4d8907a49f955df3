import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Behaviour of a network towards the bytes of a connection, both ways. */
export type Fault =
  | { kind: 'none' }
  /** Every piece arrives so many milliseconds later. */
  | { kind: 'latency'; ms: number }
  /** Connections stay open, and nothing arrives until it is over; then everything does. */
  | { kind: 'black-hole' }
  /** Every connection is reset after so many milliseconds at most, the new ones too. */
  | { kind: 'resets'; withinMs: number }
  /** Size in bytes of the pieces that arrive. */
  | { kind: 'slices'; bytes: number }
  | { kind: 'bandwidth'; bytesPerSecond: number };

export interface TcpProxy {
  port: number;
  /** Takes effect on the connections that are open, too. */
  set(fault: Fault): void;
  /** Where connections lead that are made from now on; those that are open stay where they are. */
  moveTo(port: number): void;
  stop(): Promise<void>;
}

interface Piece {
  bytes: Buffer;
  at: number;
}

/** Proxy between clients and a local server that injects faults. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  let leadsTo = targetPort;
  let fault: Fault = { kind: 'none' };
  let changed = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();

  async function carry(piece: Piece, to: Socket) {
    while (fault.kind === 'black-hole') await changed.promise;
    if (fault.kind === 'latency') await sleep(Math.max(0, piece.at + fault.ms - performance.now()));
    if (fault.kind === 'slices') return writeSliced(piece.bytes, fault.bytes, to);
    if (fault.kind === 'bandwidth') await sleep((1_000 * piece.bytes.length) / fault.bytesPerSecond);
    to.write(piece.bytes);
  }

  /** Carries what one side sends to the other, in order, and the end after it. */
  function pump(from: Socket, to: Socket) {
    let carried = Promise.resolve();
    const next = (work: () => Promise<unknown> | void) => {
      carried = carried.then(work).then(() => undefined);
    };
    from.on('data', (bytes: Buffer) => {
      const piece = { bytes, at: performance.now() };
      next(() => carry(piece, to));
    });
    from.on('end', () => next(() => void to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      // A client that a firewall cuts off cannot notify the server, which keeps its state of the connection.
      if (fault.kind !== 'resets') next(() => void to.destroy());
    });
  }

  function resetLater(socket: Socket) {
    if (fault.kind !== 'resets') return;
    setTimeout(() => fault.kind === 'resets' && socket.resetAndDestroy(), Math.random() * fault.withinMs);
  }

  const server = createServer({ noDelay: true }, (client) => {
    const target = connect({ port: leadsTo, host: '127.0.0.1', noDelay: true });
    sockets.add(client).add(target);
    pump(client, target);
    pump(target, client);
    resetLater(client);
  });
  const port = await listenOnLoopback(server, 0);

  const set = (wanted: Fault) => {
    fault = wanted;
    changed.resolve();
    changed = Promise.withResolvers();
    sockets.forEach(resetLater);
  };

  return {
    port,
    set,
    moveTo(target) {
      leadsTo = target;
    },
    async stop() {
      set({ kind: 'none' });
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function writeSliced(bytes: Buffer, size: number, to: Socket) {
  for (let from = 0; from < bytes.length; from += size) {
    to.write(bytes.subarray(from, from + size));
    await new Promise(setImmediate);
  }
}
