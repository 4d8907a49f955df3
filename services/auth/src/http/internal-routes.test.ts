import { internalHeaders, jwks, revocations } from '@kumbuka/contracts';
import { createPresence } from '@kumbuka/identity';
import { testInternalKey } from '@kumbuka/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours, minutes, startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const seen = (...users: [userId: number, at: Date][]) =>
  auth.post('/internal/presence', {
    seen: users.map(([userId, at]) => ({ userId, at: at.toISOString() })),
  });
const seenEvents = async (userId: number) =>
  (await auth.eventsOf(userId)).filter((type) => type === 'auth.user-seen').length;
const lastSeen = async (token: string) => (await auth.get('/user', { token })).body.last_seen_at;

describe('internal routes', () => {
  it.each([
    ['GET', '/internal/jwks'],
    ['GET', '/internal/revocations'],
    ['POST', '/internal/presence'],
    ['POST', '/login'],
  ] as const)('%s %s needs the internal key', async (method, path) => {
    for (const key of ['', 'wrong-key-of-the-same-length-or-not']) {
      const response = await auth.rest(method, path, { headers: { [internalHeaders.key]: key } });
      expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('GraphQL needs the internal key', async () => {
    const { token } = await auth.signIn();
    const headers = { [internalHeaders.key]: 'wrong' };
    const { data, code } = await auth.graphql('{ viewer { id } }', {}, { token, headers });
    expect([data ?? null, code]).toEqual([null, 'FORBIDDEN']);
  });

  it('health needs no key', async () => {
    const response = await auth.rest('GET', '/health/ready', { headers: { [internalHeaders.key]: '' } });
    expect([response.status, response.body]).toEqual([200, { status: 'ready' }]);
  });
});

describe('GET /internal/jwks', () => {
  it('responds as the contract says', async () => {
    const { status, body } = await auth.get('/internal/jwks');
    expect(status).toBe(200);
    expect(jwks.parse(body).keys).toHaveLength(1);
  });
});

describe('GET /internal/revocations', () => {
  const read = async (after?: string) => {
    const { status, body } = await auth.get(
      '/internal/revocations',
      after === undefined ? {} : { query: { after } },
    );
    expect(status).toBe(200);
    return revocations.parse(body);
  };

  it('gives each revocation once to a reader with a cursor, and all to one without', async () => {
    const start = await read();
    const one = await auth.signIn();
    const other = await auth.signIn();
    await auth.post('/logout', undefined, { token: one.token });
    const first = await read(start.cursor);
    expect(first.items).toMatchObject([{ kind: 'session' }]);
    expect((await read(first.cursor)).items).toEqual([]);
    await auth.post('/auth/logout-all', undefined, { token: other.token });
    const second = await read(first.cursor);
    expect(second.items).toMatchObject([{ kind: 'epoch', userId: other.id, epoch: 1 }]);
    expect((await read()).items.slice(-2)).toEqual([...first.items, ...second.items]);
  });

  it('misses none while many are made in parallel', async () => {
    let { cursor } = await read();
    const people = [];
    for (let index = 0; index < 8; index++) people.push(await auth.signIn());
    const done = Promise.all(people.map(({ token }) => auth.post('/logout', undefined, { token })));
    let finished = false;
    void done.then(() => (finished = true));
    const got: string[] = [];
    const take = async () => {
      const page = await read(cursor);
      cursor = page.cursor;
      got.push(...page.items.map((item) => JSON.stringify(item)));
    };
    while (!finished) await take();
    await take();
    expect(got).toHaveLength(8);
    expect(new Set(got).size).toBe(8);
  });

  it('starts from the beginning for a cursor of another database', async () => {
    const all = await read();
    expect((await read('999999999')).items).toEqual(all.items);
  });

  it('omits revocations that affect no token at the time of the caller', async () => {
    const { items } = await read();
    const { until } = items.at(-1)!;
    const at = (ms: number) => ({ query: { at: new Date(Date.parse(until) + ms).toISOString() } });
    const found = async (ms: number) => {
      const { body } = await auth.get('/internal/revocations', at(ms));
      return revocations.parse(body);
    };
    expect((await found(-1)).items).toContainEqual(items.at(-1));
    const after = await found(minutes(1));
    expect(after.items).not.toContainEqual(items.at(-1));
    expect((await read(after.cursor)).items).toEqual([]);
  });

  it('keeps one until the last token granted under a clock that was ahead has expired', async () => {
    const start = await read();
    auth.clock.pass(hours(14));
    const { token } = await auth.signIn();
    auth.clock.pass(-hours(14));
    await auth.post('/logout', undefined, { token });
    const { exp = 0 } = decodeJwt(token);
    const [item] = (await read(start.cursor)).items;
    expect(Date.parse(item!.until)).toBeGreaterThanOrEqual(exp * 1000);
  });

  it.each(['x', '-1', '1.5', '{"$gt":0}'])('rejects the cursor %s', async (after) => {
    expect((await auth.get('/internal/revocations', { query: { after } })).status).toBe(400);
  });
});

describe('POST /internal/presence', () => {
  it('stores when a user was last seen and publishes it once a minute', async () => {
    const { id, token } = await auth.signIn();
    const start = auth.clock.now();
    const at = (seconds: number) => new Date(start.getTime() - minutes(10) + seconds * 1000);
    expect((await seen([id, at(0)])).status).toBe(204);
    expect(await lastSeen(token)).toBe(at(0).toISOString());
    await seen([id, at(59)]);
    expect([await lastSeen(token), await seenEvents(id)]).toEqual([at(0).toISOString(), 1]);
    await seen([id, at(60)]);
    expect([await lastSeen(token), await seenEvents(id)]).toEqual([at(60).toISOString(), 2]);
  });

  it('presence that several processes report at once is published once', async () => {
    const { id } = await auth.signIn();
    const now = auth.clock.now();
    const responses = await Promise.all(Array.from({ length: 5 }, () => seen([id, now], [id, now])));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await seenEvents(id)).toBe(1);
  });

  it('skips unknown users and accepts the others', async () => {
    const people = [await auth.signIn(), await auth.signIn()];
    const now = auth.clock.now();
    const unknown = Array.from({ length: 300 }, (_, index): [number, Date] => [900_000 + index, now]);
    await seen(...unknown, ...people.map(({ id }): [number, Date] => [id, now]));
    expect(await Promise.all(people.map(({ token }) => lastSeen(token)))).toEqual([
      now.toISOString(),
      now.toISOString(),
    ]);
  });

  it('accepts a report of 10,000 users and rejects a longer one', async () => {
    const now = auth.clock.now();
    const many = Array.from({ length: 10_001 }, (_, index): [number, Date] => [900_000 + index, now]);
    expect((await seen(...many.slice(1))).status).toBe(204);
    expect((await seen(...many)).status).toBe(400);
  });

  it.each([
    ['no list', {}],
    ['a user as text', { seen: [{ userId: '1', at: '2026-03-01T12:00:00Z' }] }],
    ['an instant that is none', { seen: [{ userId: 1, at: 'yesterday' }] }],
    ['an unknown field', { seen: [], more: 1 }],
  ])('rejects %s', async (_what, body) => {
    expect((await auth.post('/internal/presence', body)).body.code).toBe('VALIDATION');
  });

  it('accepts the reports of an edge', async () => {
    const { id, token } = await auth.signIn();
    const address = auth.running.app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const presence = createPresence({
      authUrl: `http://127.0.0.1:${port}`,
      internalKey: testInternalKey,
    });
    const sessionId = String(decodeJwt(token)['sid']);
    presence.note({ userId: id, sessionId });
    await presence.report();
    expect(Date.parse(await lastSeen(token))).toBeGreaterThan(Date.now() - 5_000);
  });
});

describe('GET /user', () => {
  it('returns the account of the bearer with the fields of the contract', async () => {
    const { id, email, username, token } = await auth.signIn();
    const { body } = await auth.get('/user', { token });
    expect(body).toEqual({
      id,
      email,
      username,
      email_verified: true,
      is_demo: false,
      role: 'learner',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      last_seen_at: null,
    });
  });
  it('needs a token', async () => expect((await auth.get('/user')).status).toBe(401));
});

describe('every error', () => {
  it('has a sentence, a code and a request id, and nothing else', async () => {
    const responses = [
      await auth.post('/login', { email: 'nobody@example.org', password: 'wrong password' }),
      await auth.get('/nowhere'),
      await auth.get('/user'),
    ];
    for (const { body, headers } of responses) {
      expect(Object.keys(body).toSorted()).toEqual(['code', 'error', 'requestId']);
      expect(headers['x-request-id']).toBe(body.requestId);
    }
  });

  it('of the framework has the same shape', async () => {
    const send = (payload: string, contentType: string) =>
      auth.running.app.inject({
        method: 'POST',
        url: '/login',
        headers: { [internalHeaders.key]: testInternalKey, 'content-type': contentType },
        payload,
      });
    const broken = await send('{"email":', 'application/json');
    const form = await send('email=a', 'application/x-www-form-urlencoded');
    const large = await send(JSON.stringify({ email: 'x'.repeat(140_000) }), 'application/json');
    const polluted = await send('{"__proto__":{"role":"admin"}}', 'application/json');
    const codes = [broken, form, large, polluted].map((response) => [
      response.statusCode,
      response.json().code,
    ]);
    expect(codes).toEqual([
      [400, 'VALIDATION'],
      [415, 'UNSUPPORTED_MEDIA_TYPE'],
      [413, 'TOO_LARGE'],
      [400, 'VALIDATION'],
    ]);
  });
});
