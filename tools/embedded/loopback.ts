import type { Server } from 'node:net';

/** An embedded stand-in was asked to run where only the real thing may run. */
export class EmbeddedRefused extends Error {
  readonly code = 'EMBEDDED_REFUSED';
  constructor(what: string) {
    super(`The embedded ${what} is for development and tests; it does not start with NODE_ENV=production.`);
    this.name = 'EmbeddedRefused';
  }
}

/** Throws `EmbeddedRefused` when the process runs with NODE_ENV=production. */
export function refuseProduction(what: string): void {
  if (process.env['NODE_ENV'] === 'production') throw new EmbeddedRefused(what);
}

/** The port that a server listens on. */
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
