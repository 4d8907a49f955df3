import { internalHeaders } from '@kumbuka/contracts';
import { testChallenge } from '@kumbuka/gateway/testing';
import { eventually } from '@kumbuka/testing/servers';
import { testInternalKey } from '@kumbuka/testing';
import { describe, expect, it } from 'vitest';
import {
  call,
  facade,
  holdRejections,
  learner,
  remote,
  services,
  start,
  useFacade,
  web,
} from './testing/facade-suite.ts';

useFacade();

describe('a hostile caller', () => {
  /** Connections of the facade to an owner. */
  const connections = 24;
  const flood = async (count: number, send: () => ReturnType<typeof call>) =>
    (await Promise.all(Array.from({ length: count }, send))).map(({ statusCode }) => statusCode);
  const holdMany = () => {
    const { release, holds } = holdRejections();
    return { release, areMany: () => eventually(() => expect(holds()).toBeGreaterThan(connections)) };
  };

  it('whose rejected requests wait does not delay others', async () => {
    const { app } = remote;
    const { token } = await services.newLearner();
    const { release, areMany } = holdMany();
    const codes = flood(200, () => call('GET', '/decks', { app, token }));
    await areMany();
    const other = await call('GET', '/decks', { app });
    release();
    expect(other.statusCode).toBe(200);
    expect(await codes).toContain(429);
  });

  it('that sends forged payment webhooks is delayed, but the provider behind the same address is not', async () => {
    const { app } = remote;
    const claim = (challenge: string) =>
      call('POST', '/billing/webhooks/intasend', {
        app,
        token: null,
        body: { challenge, api_ref: 'KMB-0', state: 'COMPLETE' },
      });
    await flood(60, () => claim('guessed'));
    const { release, areMany } = holdMany();
    const codes = flood(60, () => claim('guessed'));
    await areMany();
    const right = await flood(10, () => claim(testChallenge));
    release();
    expect(new Set(right)).toEqual(new Set([202]));
    expect(new Set(await codes)).toEqual(new Set([429]));
  });
});

describe('browsers', () => {
  const preflight = (origin: string, path = '/decks') =>
    call('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it('of an allowed origin may call the API, without cookies', async () => {
    for (const origin of [web, 'http://localhost:3000']) {
      const { headers } = await call('GET', '/catalog', { headers: { origin } });
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      for (const name of ['allow', 'etag', 'location', 'retry-after', 'x-request-id'])
        expect(headers['access-control-expose-headers']).toContain(name);
    }
  });

  it('of an allowed origin get the allowed methods and headers from a preflight', async () => {
    for (const path of ['/decks', '/user', '/decks/7']) {
      const response = await preflight(web, path);
      expect(response.statusCode).toBe(204);
      expect(response.headers['access-control-allow-origin']).toBe(web);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
        expect(response.headers['access-control-allow-methods']).toContain(method);
      expect(response.headers['access-control-allow-headers']).toBe(
        'authorization, content-type, idempotency-key, if-match, x-admin-key',
      );
    }
  });

  it('of another origin get no Access-Control-Allow-Origin', async () => {
    for (const origin of ['https://evil.example', `${web}.evil.example`, 'null']) {
      const responses = [await call('GET', '/catalog', { headers: { origin } }), await preflight(origin)];
      for (const { headers } of responses) expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('must neither sniff content types nor cache responses', async () => {
    for (const path of ['/catalog', '/user', '/nowhere'])
      expect((await call('GET', path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
  });
});

describe('headers', () => {
  const forged = {
    [internalHeaders.ip]: '6.6.6.6',
    [internalHeaders.key]: 'forged-key-of-a-client',
    'x-forwarded-for': '6.6.6.6',
    'x-real-ip': '6.6.6.6',
    [internalHeaders.webKey]: 'forged-key-of-a-client',
    'x-user-id': '1',
    'x-admin-key': 'some-admin-key',
    cookie: 'session=1',
  };
  const sentToOwner = async (headers: Record<string, string>, app = facade.app) => {
    await call('GET', '/decks', { headers, app });
    return services.takeCalls()[0]?.headers;
  };

  it('of a client are dropped unless the owner of the route needs them', async () => {
    expect(await sentToOwner({ ...forged, 'idempotency-key': 'abc', 'accept-language': 'sw' })).toEqual({
      authorization: `Bearer ${learner.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'abc',
      'accept-language': 'sw',
      [internalHeaders.key]: testInternalKey,
      [internalHeaders.ip]: '127.0.0.1',
      'user-agent': 'lightMyRequest',
      [internalHeaders.requestId]: expect.stringMatching(/^[\w-]{36}$/),
    });
  });

  it.each([
    [0, '127.0.0.1'],
    [1, '41.90.1.2'],
    [2, '41.90.1.1'],
  ])('to the owner name the client behind the configured number of proxies: %i', async (hops, ip) => {
    const behind = await start({ PROXY_HOPS: String(hops) });
    const forwarded = { 'x-forwarded-for': '6.6.6.6, 41.90.1.1, 41.90.1.2' };
    expect((await sentToOwner(forwarded, behind.app))?.[internalHeaders.ip]).toBe(ip);
    await behind.stop();
  });

  it('carry the request id to the owner and back', async () => {
    const response = await call('GET', '/decks/999999', { headers: { 'x-request-id': 'study-1234' } });
    expect(response.headers['x-request-id']).toBe('study-1234');
    expect(response.json().requestId).toBe('study-1234');
  });

  it('with an invalid request id get a fresh one', async () => {
    for (const id of ['short', 'a b c d e f g h', 'x'.repeat(65)])
      expect(
        (await call('GET', '/catalog', { headers: { 'x-request-id': id } })).headers['x-request-id'],
      ).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('presence', () => {
  it('is recorded for a served user and updates last_seen_at in auth, but not for a forged token', async () => {
    const watched = await start({}, { presenceMs: 50 });
    const [present, absent] = [await services.newLearner(), await services.newLearner()];
    const forged = `${absent.token.slice(0, -6)}AAAAAA`;
    expect((await call('GET', '/catalog', { app: watched.app, token: forged })).statusCode).toBe(200);
    await call('GET', '/decks', { app: watched.app, token: forged });
    const served = await call('GET', '/user', { app: watched.app, token: present.token });
    const inner = Object.keys(served.headers).filter((name) => name.startsWith('x-kumbuka-'));
    expect(inner).toEqual(['x-kumbuka-time']);
    await eventually(async () => expect((await services.accountOf(present)).last_seen_at).not.toBeNull());
    await watched.stop();
    expect((await services.accountOf(absent)).last_seen_at).toBeNull();
  });
});
