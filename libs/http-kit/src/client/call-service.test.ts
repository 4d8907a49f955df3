import { defineRoute, ProductError } from '@kumbuka/contracts';
import { createLog, currentContext, runInContext } from '@kumbuka/runtime';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callService } from './call-service.ts';
import { createServer } from '../server/server.ts';

const internalKey = 'key-of-the-processes';
const shared = { owner: 'decks', exposure: 'internal', access: 'process', summary: 'For tests.' } as const;

const readPage = defineRoute({
  ...shared,
  operationId: 'readPage',
  method: 'GET',
  path: '/internal/shelves/{shelf}/pages',
  params: z.strictObject({ shelf: z.string().regex(/^[^.]*$/) }),
  query: z.strictObject({ after: z.string().optional(), max: z.string() }),
  response: z.object({ url: z.string(), requestId: z.string(), traceparent: z.string() }),
  status: 200,
});
const writePage = defineRoute({
  ...shared,
  operationId: 'writePage',
  method: 'POST',
  path: '/internal/pages',
  body: z.strictObject({ text: z.string() }),
  status: 204,
  errors: ['DECK_NOT_FOUND', 'TOO_MANY_CARDS', 'TOO_MUCH_TEXT'],
});

let app: FastifyInstance;
let requests: number;
let respond: () => Promise<unknown>;
beforeEach(async () => {
  requests = 0;
  respond = async () => ({});
  app = createServer({ log: createLog('test', 'silent'), internalKeys: [internalKey], isReady: () => true });
  app.get('/internal/shelves/:shelf/pages', async ({ url }) => {
    requests += 1;
    await respond();
    const { correlationId, traceparent } = currentContext();
    return { url, requestId: correlationId, traceparent: traceparent ?? 'none' };
  });
  app.post('/internal/pages', async (_request, reply) => {
    requests += 1;
    await respond();
    return reply.status(204).send();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
});

const client = (change: { key?: string; retries?: number; timeoutMs?: number } = {}) => {
  const { key = internalKey, timeoutMs = 2_000, ...more } = change;
  return callService({ baseUrl: app.listeningOrigin, internalKey: key, timeoutMs, ...more });
};
const shelf = { params: { shelf: 'a b' }, query: { max: 5 } };

describe('a call to another service', () => {
  it('encodes its parameters into the address and omits absent ones', async () => {
    const input = { params: { shelf: 'a b?c' }, query: { max: 5, after: undefined } };
    const { url } = await client().call(readPage, input);
    expect(url).toBe('/internal/shelves/a%20b%3Fc/pages?max=5');
  });

  it('a call with a parameter that its route does not accept is not sent', async () => {
    await expect(client().call(readPage, { ...shelf, params: { shelf: '..' } })).rejects.toThrow('shelf');
    expect(requests).toBe(0);
  });

  it('contains the request id and trace of the current work', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const context = { correlationId: 'request-of-a-learner', traceparent };
    const received = await runInContext(context, () => client().call(readPage, shelf));
    expect(received).toMatchObject({ requestId: context.correlationId, traceparent });
  });

  it('a call to a route without a response body returns undefined', async () => {
    expect(await client().call(writePage, { body: { text: 'Nile' } })).toBeUndefined();
  });

  it('throws the errors that its route declares', async () => {
    respond = () => Promise.reject(new ProductError('DECK_NOT_FOUND'));
    await expect(client().call(writePage, { body: { text: '' } })).rejects.toMatchObject({ status: 404 });
  });

  it.each(['TOO_MANY_CARDS', 'TOO_MUCH_TEXT'] as const)(
    'errors with one code are distinguished by their sentences: %s',
    async (name) => {
      respond = () => Promise.reject(new ProductError(name));
      const { message, code } = new ProductError(name);
      await expect(client().call(writePage, { body: { text: '' } })).rejects.toMatchObject({ message, code });
    },
  );

  it('a declared error contains the time until the next attempt', async () => {
    respond = () => Promise.reject(new ProductError('DECK_NOT_FOUND', { retryAfterSeconds: 7 }));
    await expect(client().call(writePage, { body: { text: '' } })).rejects.toMatchObject({
      retryAfterSeconds: 7,
    });
  });

  it.each([
    ['an error that it does not declare', {}, 'DECK_NOT_FOUND'],
    ['a failure of the callee', {}, 'INTERNAL'],
    ['the wrong key', { key: 'another-key' }, null],
  ] as const)('is unavailable after %s', async (_what, change, thrown) => {
    respond = async () => {
      if (thrown) throw new ProductError(thrown);
    };
    await expect(client(change).call(readPage, shelf)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is aborted when it hangs, and only reads are retried', async () => {
    respond = () => new Promise(() => undefined);
    const impatient = client({ timeoutMs: 400, retries: 1 });
    await expect(impatient.call(readPage, shelf)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(requests).toBe(2);
    await expect(impatient.call(writePage, { body: { text: '' } })).rejects.toMatchObject({ status: 503 });
    expect(requests).toBe(3);
  });

  it('returns the response of its second attempt when the first one had none', async () => {
    respond = async () => {
      if (requests === 1) await new Promise(() => undefined);
    };
    expect(await client({ timeoutMs: 400, retries: 1 }).call(readPage, shelf)).toHaveProperty('url');
  });
});
