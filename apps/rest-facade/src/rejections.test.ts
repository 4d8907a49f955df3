import { internalHeaders, internalRoutes } from '@kumbuka/contracts';
import { aDeck } from '@kumbuka/gateway/testing';
import { testInternalKey } from '@kumbuka/testing';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { call, facade, learner, remote, services, useFacade } from './testing/facade-suite.ts';

useFacade();

describe('invalid requests', () => {
  const problem = (code: string) => ({ error: expect.any(String), code, requestId: expect.any(String) });

  it('an unknown path is 404', async () => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['GET', '/decks//'],
      ['GET', '/decks/1//'],
      ['GET', '/decks/1/2'],
      ['POST', '/graphql'],
    ] as const) {
      const response = await call(method, path);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(problem('NOT_FOUND'));
    }
  });

  it.each([
    ['PUT', '/signup', 'POST'],
    ['DELETE', '/decks', 'GET, HEAD, POST'],
    ['POST', '/decks/7', 'DELETE, GET, HEAD, PUT'],
    ['POST', '/decks/7/', 'DELETE, GET, HEAD, PUT'],
    ['OPTIONS', '/decks', 'GET, HEAD, POST'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ] as const)('%s %s is 405 and names the methods %s', async (method, path, allow) => {
    const response = await call(method, path);
    expect([response.statusCode, response.headers['allow']]).toEqual([405, allow]);
    expect(response.json()).toEqual(problem('METHOD_NOT_ALLOWED'));
  });

  it('QUERY without a content type is 405 with the methods of the path, not 400', async () => {
    const { port } = facade.app.server.address() as AddressInfo;
    const address = new URL(`http://127.0.0.1:${port}/decks`);
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      httpRequest(address, { method: 'QUERY' }, resolve).once('error', reject).end(),
    );
    response.resume();
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });

  it.each([
    ['GET', '/decks/', '/decks'],
    ['PUT', '/decks/7/', '/decks/7'],
    ['GET', '/decks/?page=2&q=a/', '/decks?page=2&q=a/'],
    ['POST', '/study-sessions/morning/finish/', '/study-sessions/morning/finish'],
  ] as const)('%s %s is 308 to %s', async (method, path, location) => {
    const response = await call(method, path);
    expect([response.statusCode, response.headers['location']]).toEqual([308, location]);
    expect(services.takeCalls()).toEqual([]);
  });

  it.each([
    '//evil.example/',
    '//evil.example/decks/',
    '/\\evil.example/',
    '/%2f%2fevil.example/',
    '/evil.example/',
  ])('a slash at the end of %s causes no redirect', async (path) => {
    const { statusCode, headers } = await call('GET', path);
    expect([[400, 404].includes(statusCode), headers['location']]).toEqual([true, undefined]);
  });

  const bytesOf = (title: Buffer) =>
    Buffer.concat([
      Buffer.from(JSON.stringify(aDeck('@')).split('@')[0] ?? ''),
      title,
      Buffer.from(JSON.stringify(aDeck('@')).split('@')[1] ?? ''),
    ]);
  const send = (payload: Buffer, headers: Record<string, string> = {}, app = facade.app) =>
    app.inject({
      method: 'POST',
      url: '/decks',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${learner.token}`, ...headers },
      payload,
    });

  it.each([
    ['Windows-1252', Buffer.from('Caf\u00e9', 'latin1')],
    ['a character that is cut in half', Buffer.from('é').subarray(0, 1)],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80])],
  ])('a body with bytes of %s is 400 and stores nothing', async (_what, title) => {
    for (const app of [facade.app, remote.app]) {
      const response = await send(bytesOf(title), {}, app);
      expect([response.statusCode, response.json().error]).toEqual([400, 'The body is not valid UTF-8.']);
    }
  });

  it.each(['iso-8859-1', 'utf-16', '"windows-1252"', 'x'])('the charset %s is 415', async (charset) => {
    const response = await send(bytesOf(Buffer.from('A')), {
      'content-type': `application/json; charset=${charset}`,
    });
    expect([response.statusCode, response.json().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it.each(['gzip', 'br', 'zstd', 'deflate', 'gzip, identity', 'nonsense'])(
    'a body with Content-Encoding: %s is 415',
    async (encoding) => {
      const response = await send(bytesOf(Buffer.from('A')), { 'content-encoding': encoding });
      expect([response.statusCode, response.json().error]).toEqual([
        415,
        'Send the body without compression.',
      ]);
    },
  );

  it('a body with Transfer-Encoding: gzip is 415', async () => {
    const response = await send(bytesOf(Buffer.from('A')), { 'transfer-encoding': 'gzip, chunked' });
    expect([response.statusCode, response.json().error]).toEqual([415, 'Send the body without compression.']);
  });

  it.each(['utf-8', 'UTF-8', '"utf8"', 'US-ASCII'])('the charset %s is accepted', async (charset) => {
    const headers = { 'content-type': `application/json;charset=${charset}`, 'content-encoding': 'identity' };
    expect((await send(bytesOf(Buffer.from('Caf\u00e9')), headers)).json().title).toBe('Caf\u00e9');
  });

  it('internal routes of the services are 404', async () => {
    for (const { path } of internalRoutes)
      for (const method of ['GET', 'POST'] as const)
        expect(
          (await call(method, path, { headers: { [internalHeaders.key]: testInternalKey } })).statusCode,
        ).toBe(404);
    expect(services.takeCalls()).toEqual([]);
  });

  it('a body over 128 KiB is 413 and reaches no owner', async () => {
    const response = await call('POST', '/decks', { body: { title: 'x'.repeat(129 * 1024) } });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual(problem('TOO_LARGE'));
    expect(services.takeCalls()).toEqual([]);
  });

  it('another content type is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const response = await call('POST', '/decks', {
        body: 'title=Rivers',
        headers: { 'content-type': type },
      });
      expect(response.statusCode).toBe(415);
      expect(response.json()).toEqual(problem('UNSUPPORTED_MEDIA_TYPE'));
    }
  });

  it('a body that is not JSON, or has unknown fields, is 400', async () => {
    for (const body of ['{ "title": ', '{"__proto__": {}}', { ...aDeck(), owner_id: 1 }]) {
      const response = await call('POST', '/decks', { body });
      expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
    }
  });

  it('headers or an address over 16 KiB are 431 and reach no owner', async () => {
    const address = facade.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const get = (path: string, headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
        httpRequest({ host: '127.0.0.1', port, path, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }),
          );
        })
          .on('error', reject)
          .end();
      });
    const responses = [
      await get('/catalog', { 'x-long': 'x'.repeat(20_000) }),
      await get(`/decks?q=${'x'.repeat(20_000)}`, {}),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(431);
      expect(JSON.parse(body)).toEqual(problem('TOO_LARGE'));
    }
    expect(services.takeCalls()).toEqual([]);
  });
});

describe('an OPTIONS request that is no preflight', () => {
  it.each(['/', '/nowhere'])(
    'an OPTIONS request of %s that is no preflight is 404 with a problem in JSON',
    async (path) => {
      const response = await call('OPTIONS', path, { token: null });
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { error: expect.any(String), code: 'NOT_FOUND', requestId: response.headers['x-request-id'] },
      ]);
    },
  );
});
