import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestPayments } from './test-billing.ts';

/** What goes wrong with calls whose path matches. */
interface Trouble {
  /** The provider does what is requested, and its response is lost. */
  lost: RegExp | null;
  /** The provider never responds. */
  slow: RegExp | null;
  refused: RegExp | null;
  delayMs: number;
  /** Calls are passed on once it resolves. */
  opened: Promise<void>;
}

const reliable = (): Trouble => ({
  lost: null,
  slow: null,
  refused: null,
  delayMs: 0,
  opened: Promise.resolve(),
});

/** Provider in front of a payments, with the troubles that a test chooses. */
export async function startUnreliableProvider() {
  const payments = await startTestPayments();
  const trouble = reliable();
  const calls: string[] = [];

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    calls.push(path);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (trouble.slow?.test(path)) return;
    if (trouble.refused?.test(path)) return void response.writeHead(400).end('{}');
    await pause(trouble.delayMs);
    await trouble.opened;
    const reply = await fetch(new URL(path, payments.url), {
      method: request.method ?? 'POST',
      headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
      ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
    });
    const body = await reply.text();
    if (trouble.lost?.test(path)) return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(body);
  }

  const server = createServer((request, response) => void forward(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    payments,
    trouble,
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends all troubles and forgets the calls. */
    reset() {
      Object.assign(trouble, reliable());
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
