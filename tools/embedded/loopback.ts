import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** An embedded server was started in production. */
export class EmbeddedRejected extends Error {
  readonly code = 'EMBEDDED_REFUSED';
  constructor(what: string) {
    super(`The embedded ${what} is for development and tests; it does not start with NODE_ENV=production.`);
    this.name = 'EmbeddedRejected';
  }
}

/** Throws `EmbeddedRejected` when the process runs with NODE_ENV=production. */
export function rejectProduction(what: string): void {
  if (process.env['NODE_ENV'] === 'production') throw new EmbeddedRejected(what);
}

/** Returns the port of a listening server. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

/** Listens on 127.0.0.1 (port 0: any free one) and resolves with the port; rejects when it is taken. */
export function listenOnLoopback(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve(portOf(server));
    });
  });
}

/** Below the ephemeral ports, because a client that keeps connecting to an ephemeral port can connect to itself. */
const lastingPorts = [20_000, 32_000] as const;
const handedOut = new Set<number>();

/** Returns a free port for a server that starts later, or restarts, while clients connect to it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...lastingPorts);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await canBind(port)) return port;
  }
}

/** Whether a server could listen on a port of 127.0.0.1 now. */
export const canBind = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
