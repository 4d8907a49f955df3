import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { overHttp, textOf, type Upstream } from './upstream.ts';

let app: FastifyInstance;
let upstream: Upstream;
/** Streaming response of the server. */
let list: PassThrough;
beforeEach(async () => {
  list = new PassThrough();
  app = Fastify();
  app.get('/list', (_request, reply) => reply.type('application/json').send(list));
  app.get('/one', async () => ({ id: 1 }));
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  upstream = overHttp({ baseUrl });
});
afterEach(async () => {
  await upstream.close();
  await app.close();
});

const read = (path: string) => {
  const route = { method: 'GET', path, operationId: 'read' } as const;
  return upstream.call({ route, params: {}, query: {}, headers: {} });
};

it('a list is forwarded while its owner still writes it', async () => {
  list.write('{"items":[1');
  const response = await read('/list');
  expect(response.body).toBeInstanceOf(Readable);
  list.end(',2]}');
  expect(await textOf(response)).toBe('{"items":[1,2]}');
});

it('a streamed list stops when the client disconnects', async () => {
  list.write('{"items":[1');
  const { body } = await read('/list');
  const closed = once(list, 'close');
  if (body instanceof Readable) body.destroy();
  await closed;
  expect(list.writableEnded).toBe(false);
});

it('a response of known length is read whole', async () => {
  const { body } = await read('/one');
  expect(body).toEqual(Buffer.from('{"id":1}'));
});
