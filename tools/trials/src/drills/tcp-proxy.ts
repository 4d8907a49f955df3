import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Network fault of a connection, in both directions. */
export type Fault =
  | { kind: 'none' }
  /** Every piece arrives late by these milliseconds. */
  | { kind: 'latency'; ms: number }
  /** Connections stay open, and nothing arrives until the fault ends; then everything does. */
  | { kind: 'black-hole' }
  /** Every connection, also a new one, is reset after at most these milliseconds. */
  | { kind: 'resets'; withinMs: number }
  /** Size in bytes of the pieces that arrive. */
  | { kind: 'slices'; bytes: number }
  | { kind: 'bandwidth'; bytesPerSecond: number };

export interface TcpProxy {
  port: number;
  /** Sets the fault, also for open connections. */
  set(fault: Fault): void;
  /** Sets the target of new connections. Open ones stay. */
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

  /** Forwards the bytes of one side to the other in order, then the end. */
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
      // A client behind a firewall that drops packets cannot notify the server, which keeps the connection.
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
