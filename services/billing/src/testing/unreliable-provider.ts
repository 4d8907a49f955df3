import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestPayments } from './test-billing.ts';

/** Faults of calls whose path matches. */
interface Faults {
  /** The provider does what is requested, and its response is lost. */
  lost: RegExp | null;
  /** The provider never responds. */
  slow: RegExp | null;
  rejected: RegExp | null;
  /** The provider rejects what it was asked before. */
  rejectedLater: RegExp | null;
  delayMs: number;
  /** Calls are passed on once it resolves. */
  opened: Promise<void>;
}

const noFaults = (): Faults => ({
  lost: null,
  slow: null,
  rejected: null,
  rejectedLater: null,
  delayMs: 0,
  opened: Promise.resolve(),
});

/** Proxy in front of the local payment provider, with the faults that a test sets. */
export async function startUnreliableProvider() {
  const payments = await startTestPayments();
  const faults = noFaults();
  const calls: string[] = [];

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    calls.push(path);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (faults.slow?.test(path)) return;
    if (faults.rejected?.test(path)) return void response.writeHead(400).end('{}');
    await pause(faults.delayMs);
    await faults.opened;
    if (faults.rejectedLater?.test(path)) return void response.writeHead(400).end('{}');
    const reply = await fetch(new URL(path, payments.url), {
      method: request.method ?? 'POST',
      headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
      ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
    });
    const body = await reply.text();
    if (faults.lost?.test(path)) return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(body);
  }

  const server = createServer((request, response) => void forward(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    payments,
    faults,
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Removes all faults and recorded calls. */
    reset() {
      Object.assign(faults, noFaults());
      calls.length = 0;
    },
    prompts: () => calls.filter((path) => path.includes('stk-push')).length,
    pages: () => calls.filter((path) => path.endsWith('/checkout/')).length,
    async stop() {
      server.closeAllConnections();
      server.close();
      await payments.stop();
    },
  };
}
export type UnreliableProvider = Awaited<ReturnType<typeof startUnreliableProvider>>;
