import { internalHeaders, internalRoutes, restRoutes, user } from '@kumbuka/contracts';
import {
  startHungAuth,
  startServices,
  testAdminKey,
  testChallenge,
  type Learner,
  type Services,
} from '@kumbuka/gateway/testing';
import { overHttp, textOf, type RunningApp } from '@kumbuka/http-kit';
import { eventually } from '@kumbuka/test-servers';
import { testInternalKey } from '@kumbuka/testing';
import type { FastifyInstance } from 'fastify';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type Overrides } from './app.ts';
import { loadConfig } from './config.ts';

let services: Services;
let facade: RunningApp;
let remote: RunningApp;
let learner: Learner;

const web = 'https://kumbuka.example';
const publicRoutes = restRoutes.filter(({ exposure }) => exposure === 'public');

/** Time that a test adds to the clock of a facade. */
let passedMs = 0;
/** Delayed rejections. */
let holds = 0;
/** Delayed rejections wait for it. */
let released: Promise<void> = Promise.resolve();

const start = async (env: Record<string, string> = {}, overrides: Overrides = {}) => {
  const running = createApp(
    loadConfig({ ...services.env, CORS_ORIGINS: `${web}, http://localhost:3000`, ...env }),
    {
      owners: services.upstreams,
      languageMs: 20_000,
      now: () => performance.now() + passedMs,
      pause: () => {
        holds += 1;
        return released;
      },
      ...overrides,
    },
  );
  await running.start();
  return running;
};

interface CallOptions {
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
  app?: FastifyInstance;
}
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

const callOf = (method: Method, url: string, options: CallOptions = {}) => {
  const token = options.token === undefined ? learner.token : options.token;
  return (options.app ?? facade.app).inject({
    method,
    url,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    ...(options.body === undefined
      ? {}
      : { payload: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  });
};

const call = callOf;

const aDeck = (title = 'Rivers') => ({
  title,
  description: 'Of Kenya',
  subject: 'Geography',
  category: 'School',
  difficulty: 2,
});
const newDeck = async (): Promise<number> => (await call('POST', '/decks', { body: aDeck() })).json().id;
async function newCard() {
  const deck_id = await newDeck();
  const sides = { front_text: 'Longest river of Kenya?', back_text: 'Tana' };
  const { id } = (await call('POST', '/flashcards', { body: { deck_id, ...sides } })).json();
  return { id: Number(id), deck_id };
}
const answerOf = async () => {
  const { id, deck_id } = await newCard();
  return { deck_id, flashcard_id: id, was_correct: true, time_spent: 0.2, session_id: `session-${id}` };
};
const newCheckout = async (): Promise<string> =>
  (await call('POST', '/billing/checkout', { body: {} })).json().api_ref;
const codeFor = async (path: string, email: string) =>
  (await call('POST', path, { body: { email }, token: null })).json();

beforeAll(async () => {
  services = await startServices();
  facade = await start();
  remote = await start({}, { owners: services.upstreamsOverHttp });
  learner = await services.newLearner();
});
beforeEach(() => void services.takeCalls());
afterAll(async () => {
  await remote?.stop();
  await facade?.stop();
  await services?.stop();
});

interface Sample {
  url?: string;
  body?: unknown;
  token?: string | null;
}
let strangers = 0;
const aStranger = () => {
  const username = `neema${++strangers}`;
  return { email: `${username}@example.org`, username, password: 'tembo wa savana' };
};

/** A request for each public route that its owner grants. */
const byKey = { 'x-admin-key': testAdminKey };
const samples: Record<string, () => Sample | Promise<Sample>> = {
  signUp: () => ({ body: aStranger(), token: null }),
  endSignUp: async () => {
    const { email, ...who } = aStranger();
    await call('POST', '/signup', { body: { email, ...who } });
    await codeFor('/login/otp/request', email);
    const token = /\/signup\/end#(\S+)/.exec(await services.mailTo(email))?.[1];
    return { body: { token }, token: null };
  },
  logIn: () => ({ body: { email: learner.email, password: learner.password }, token: null }),
  requestVerificationCode: () => ({ body: { email: aStranger().email }, token: null }),
  verifyCode: async () => {
    const { email, ...who } = aStranger();
    await call('POST', '/signup', { body: { email, ...who } });
    const { otp_id, dev_code: code } = await codeFor('/login/otp/request', email);
    return { body: { email, otp_id, code }, token: null };
  },
  requestPasswordReset: () => ({ body: { email: learner.email }, token: null }),
  resetPassword: async () => {
    const { email } = await services.newLearner();
    const { otp_id, dev_code: code } = await codeFor('/forgot-password', email);
    return { body: { email, otp_id, code, new_password: 'simba wa nyika' }, token: null };
  },
  logOut: async () => ({ token: (await services.newLearner()).token }),
  logOutEverywhere: async () => ({ token: (await services.newLearner()).token }),
  refreshAccess: () => ({}),
  listDecks: () => ({ url: '/decks?q=riv&sort=title&page=1&per_page=5' }),
  readDeck: async () => ({ url: `/decks/${await newDeck()}` }),
  createDeck: () => ({ body: aDeck('Maziwa — "lakes" \u{1F30A}') }),
  updateDeck: async () => ({ url: `/decks/${await newDeck()}`, body: aDeck('Mountains') }),
  deleteDeck: async () => ({ url: `/decks/${await newDeck()}` }),
  listFlashcards: async () => ({ url: `/flashcards?deck_id=${(await newCard()).deck_id}&all=true` }),
  addFlashcard: async () => ({ body: { deck_id: await newDeck(), front_text: 'Swali', back_text: 'Jibu' } }),
  editFlashcard: async () => ({
    url: `/flashcards/${(await newCard()).id}`,
    body: { front_text: 'Swali', back_text: 'Jibu' },
  }),
  deleteFlashcard: async () => ({ url: `/flashcards/${(await newCard()).id}` }),
  listCatalog: () => ({ token: null }),
  seedCatalog: async () => {
    const { catalog } = (await call('GET', '/catalog')).json();
    return { body: { deck_ids: [catalog[0].id, catalog[1].id] } };
  },
  readDashboard: () => ({}),
  listProgress: () => ({}),
  listDeckProgress: async () => ({ url: `/progress/deck/${await newDeck()}` }),
  recordAnswer: async () => ({ body: await answerOf() }),
  finishSession: async () => {
    const body = await answerOf();
    expect((await call('POST', '/progress', { body })).statusCode).toBe(201);
    return { url: `/study-sessions/${body.session_id}/finish` };
  },
  generateCards: () => ({
    body: { text: 'A cell is the smallest unit of life. A tissue is a group of similar cells.', count: 6 },
  }),
  changeGoal: () => ({ body: { weekly_goal: 70 } }),
  startCheckout: () => ({ body: { redirect_url: 'http://localhost:3000/billing/return', extra: 1 } }),
  verifyPayment: async () => ({ body: { checkout_id: await newCheckout() } }),
  receiveNotification: async () => ({
    body: { challenge: testChallenge, api_ref: await newCheckout() },
    token: null,
  }),
  readBillingStatus: () => ({}),
  readAdminStats: () => ({ url: '/admin/users/stats?within=10', headers: byKey }),
  listUsers: () => ({ url: '/admin/users/list?limit=5', headers: byKey }),
  createDemoUsers: () => ({
    body: { count: 1, prefix: 'demo', email_domain: 'example.org' },
    headers: byKey,
  }),
  deleteUsers: () => ({ body: { emails: ['nobody@example.org'] }, headers: byKey }),
};

describe.each([
  ['in one process', () => facade.app],
  ['over HTTP', () => remote.app],
])('a public route whose owner is called %s', (transport, facadeOf) => {
  const call = (method: Method, url: string, options: CallOptions = {}) =>
    callOf(method, url, { app: facadeOf(), ...options });

  beforeAll(async () => {
    learner = await services.newLearner();
  });

  it.each([
    ['no JSON', '{"title": ', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['JSON that is too deep', '['.repeat(40) + ']'.repeat(40), 'application/json', 400],
    ['a prototype', '{"__proto__": {"title": "x"}}', 'application/json', 400],
    ['a constructor', '{"constructor": {"prototype": {}}}', 'application/json', 400],
    ['text', 'title=x', 'text/plain', 415],
    ['nothing, as text', '', 'text/plain', 415],
    ['another charset', '{"title": "x"}', 'application/json; charset=utf-8', 400],
  ])(
    `a public route whose owner is called ${transport} refuses a body of %s`,
    async (_what, body, type, status) => {
      const response = await call('POST', '/decks', { body, headers: { 'content-type': type } });
      expect([response.statusCode, response.json()]).toEqual([
        status,
        expect.objectContaining({ code: status === 415 ? 'UNSUPPORTED_MEDIA_TYPE' : 'VALIDATION' }),
      ]);
      expect(response.json().requestId).toBe(response.headers['x-request-id']);
    },
  );

  it.each(publicRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s returns the response of its owner, byte for byte',
    async (_name, route) => {
      const sample = await samples[route.operationId]?.();
      expect(sample, `'samples' above has a request of ${route.operationId}`).toBeDefined();
      const url = sample?.url ?? route.path;
      services.takeCalls();
      const response = await call(route.method, url, sample);

      const calls = services.takeCalls();
      expect(calls.map(({ owner, request }) => [owner, request])).toEqual([
        [route.owner, `${route.method} ${url}`],
      ]);
      expect([response.statusCode, response.payload]).toEqual([route.status, expect.anything()]);
      expect(response.statusCode).toBe(calls[0]?.response?.status);
      expect(response.payload).toBe(await textOf(calls[0]?.response ?? { body: Buffer.of(0) }));
      expect(response.headers['content-type']).toBe(calls[0]?.response?.headers['content-type']);
    },
  );

  it.each(
    publicRoutes.filter(({ access }) => access === 'learner').map((route) => [route.path, route] as const),
  )('%s needs a bearer', async (_path, route) => {
    const url = route.path.replaceAll(/\{\w+\}/g, '1');
    const response = await call(route.method, url, { token: null });
    expect([response.statusCode, response.json().code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it(`a public route whose owner is called ${transport} returns the error of its owner`, async () => {
    const response = await call('GET', '/decks/999999');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      error: expect.any(String),
      code: 'DECK_NOT_FOUND',
      requestId: response.headers['x-request-id'],
    });
  });

  it(`a public route whose owner is called ${transport} forwards the Idempotency-Key, so that a repeat gets the first response`, async () => {
    const options = { body: aDeck('Once'), headers: { 'idempotency-key': 'key-of-a-test' } };
    const [first, second] = [await call('POST', '/decks', options), await call('POST', '/decks', options)];
    expect(second.payload).toBe(first.payload);
    const other = await call('POST', '/decks', { ...options, body: aDeck('Other') });
    expect([other.statusCode, other.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it(`a public route whose owner is called ${transport} responds to HEAD like to GET, without the body`, async () => {
    for (const path of ['/catalog', '/user', '/decks/999999']) {
      const [head, get] = [await call('HEAD', path), await call('GET', path)];
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.payload).toBe('');
    }
  });

  it(`a public route whose owner is called ${transport} accepts an empty body with the content type of JSON`, async () => {
    const { token } = await services.newLearner();
    expect((await call('GET', '/decks', { body: '' })).statusCode).toBe(200);
    expect((await call('DELETE', `/decks/${await newDeck()}`)).statusCode).toBe(204);
    expect((await call('POST', '/logout', { token })).statusCode).toBe(204);
  });
});

describe('GET /user', () => {
  it('GET /user combines the responses of auth and study-progress, which are called in parallel', async () => {
    const response = await call('GET', '/user');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(user.parse(response.json()));
    expect(response.json()).toMatchObject({
      id: learner.id,
      username: learner.username,
      level: 1,
      nextLevelXp: 200,
    });
    const calls = services.takeCalls();
    expect(calls.map(({ owner }) => owner).sort()).toEqual(['auth', 'study-progress']);
    expect(Math.max(...calls.map(({ began }) => began))).toBeLessThan(
      Math.min(...calls.map(({ ended }) => ended)),
    );
  });

  it('GET /user is refused without a valid bearer', async () => {
    for (const token of [null, 'not.a.token']) {
      const response = await call('GET', '/user', { token });
      expect([response.statusCode, response.json().code]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });
});

describe('an unavailable owner', () => {
  it('an unavailable owner is 503 with Retry-After within two seconds, and only on its own routes', async () => {
    const crippled = await start(
      {},
      {
        owners: { ...services.upstreams, 'study-progress': overHttp({ baseUrl: 'http://127.0.0.1:9' }) },
      },
    );
    for (const [method, path] of [
      ['GET', '/dashboard'],
      ['POST', '/progress'],
      ['GET', '/user'],
    ] as const) {
      const response = await call(method, path, { app: crippled.app });
      expect([response.statusCode, response.json().code]).toEqual([503, 'UNAVAILABLE']);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(response.payload).not.toMatch(/ECONN|127\.0\.0\.1|study/);
    }
    expect((await call('GET', '/decks', { app: crippled.app })).statusCode).toBe(200);
    await crippled.stop();
  });
});

describe('a hostile caller', () => {
  /** Connections of the facade to an owner. */
  const connections = 24;
  const flood = async (count: number, send: () => ReturnType<typeof call>) =>
    (await Promise.all(Array.from({ length: count }, send))).map(({ statusCode }) => statusCode);
  /** Keeps every rejection waiting until `release`. */
  function holdRejections() {
    const { promise, resolve } = Promise.withResolvers<void>();
    [released, holds] = [promise, 0];
    return { release: resolve, areMany: () => eventually(() => expect(holds).toBeGreaterThan(connections)) };
  }

  it('a hostile caller whose rejected requests wait does not delay others', async () => {
    const { app } = remote;
    const { token } = await services.newLearner();
    const { release, areMany } = holdRejections();
    const codes = flood(120, () => call('GET', '/decks', { app, token }));
    await areMany();
    const other = await call('GET', '/decks', { app });
    release();
    expect(other.statusCode).toBe(200);
    expect(await codes).toContain(429);
  });

  it('a hostile caller that claims payments has its refusals delayed, and never those of the provider behind the same address', async () => {
    const { app } = remote;
    const claim = (challenge: string) =>
      call('POST', '/billing/webhooks/intasend', {
        app,
        token: null,
        body: { challenge, api_ref: 'KMB-0', state: 'COMPLETE' },
      });
    await flood(60, () => claim('guessed'));
    const { release, areMany } = holdRejections();
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

  it('browsers of an allowed origin may call, without cookies', async () => {
    for (const origin of [web, 'http://localhost:3000']) {
      const { headers } = await call('GET', '/catalog', { headers: { origin } });
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      for (const name of ['allow', 'etag', 'location', 'retry-after', 'x-request-id'])
        expect(headers['access-control-expose-headers']).toContain(name);
    }
  });

  it('browsers of an allowed origin learn by preflight what they may send', async () => {
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

  it('browsers of another origin get no leave', async () => {
    for (const origin of ['https://evil.example', `${web}.evil.example`, 'null']) {
      const responses = [await call('GET', '/catalog', { headers: { origin } }), await preflight(origin)];
      for (const { headers } of responses) expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('neither guess content types nor keep answers', async () => {
    for (const path of ['/catalog', '/user', '/nowhere'])
      expect((await call('GET', path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
  });
});

describe('what does not fit', () => {
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
  ])('a slash at the end of %s redirects nowhere', async (path) => {
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
    'a body in %s is 415',
    async (encoding) => {
      const response = await send(bytesOf(Buffer.from('A')), { 'content-encoding': encoding });
      expect([response.statusCode, response.json().error]).toEqual([
        415,
        'Send the body without compression.',
      ]);
    },
  );

  it('a compressed body gets 415', async () => {
    const response = await send(bytesOf(Buffer.from('A')), { 'transfer-encoding': 'gzip, chunked' });
    expect([response.statusCode, response.json().error]).toEqual([415, 'Send the body without compression.']);
  });

  it.each(['utf-8', 'UTF-8', '"utf8"', 'US-ASCII'])('the charset %s is taken', async (charset) => {
    const headers = { 'content-type': `application/json;charset=${charset}`, 'content-encoding': 'identity' };
    expect((await send(bytesOf(Buffer.from('Caf\u00e9')), headers)).json().title).toBe('Caf\u00e9');
  });

  it('routes between the processes are not on offer', async () => {
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

  it('headers or an address beyond 16 KiB are refused before anything is read', async () => {
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

describe('an OPTIONS that no browser sends before a call', () => {
  it.each(['/', '/nowhere'])(
    'an OPTIONS request of %s that is no preflight gets an error in our shape',
    async (path) => {
      const response = await call('OPTIONS', path, { token: null });
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { error: expect.any(String), code: 'NOT_FOUND', requestId: response.headers['x-request-id'] },
      ]);
    },
  );
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

  it('headers of a client reach the owner only where the owner needs them', async () => {
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
  ])('headers name the client only behind as many proxies as are configured: behind %i', async (hops, ip) => {
    const behind = await start({ PROXY_HOPS: String(hops) });
    const forwarded = { 'x-forwarded-for': '6.6.6.6, 41.90.1.1, 41.90.1.2' };
    expect((await sentToOwner(forwarded, behind.app))?.[internalHeaders.ip]).toBe(ip);
    await behind.stop();
  });

  it('headers carry the request id to the owner and back', async () => {
    const response = await call('GET', '/decks/999999', { headers: { 'x-request-id': 'study-1234' } });
    expect(response.headers['x-request-id']).toBe('study-1234');
    expect(response.json().requestId).toBe('study-1234');
  });

  it('headers get a fresh request id instead of an invalid one', async () => {
    for (const id of ['short', 'a b c d e f g h', 'x'.repeat(65)])
      expect(
        (await call('GET', '/catalog', { headers: { 'x-request-id': id } })).headers['x-request-id'],
      ).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('an error in the language of its request', () => {
  const swahili = { 'accept-language': 'sw-KE, en;q=0.5' };
  const both = async (method: Method, url: string, options: CallOptions = {}) => {
    const [english, spoken] = [
      await call(method, url, options),
      await call(method, url, { ...options, headers: { ...options.headers, ...swahili } }),
    ];
    expect(spoken.statusCode).toBe(english.statusCode);
    expect(english.headers).toMatchObject({ 'content-language': 'en' });
    expect(spoken.headers).toMatchObject({ 'content-language': 'sw' });
    for (const { headers } of [english, spoken]) expect(headers['vary']).toMatch(/accept-language/);
    expect(spoken.json().code).toBe(english.json().code);
    return [english.json(), spoken.json()];
  };

  it.each([
    ['an owner', 'GET', '/decks/999999', 'This deck does not exist.', 'Seti hii ya kadi haipo.'],
    ['the facade', 'GET', '/nowhere', 'There is nothing at this address.', 'Hakuna kitu kwenye anwani hii.'],
  ] as const)(
    'an error in the language of its request is Kiswahili from %s after sw, and English otherwise',
    async (_of, method, url, en, sw) => {
      for (const app of [facade.app, remote.app]) {
        const [english, spoken] = await both(method, url, { app });
        expect([english.error, spoken.error]).toEqual([en, sw]);
      }
    },
  );

  it('an error in the language of its request keeps the field names and numbers of a body that is not valid', async () => {
    const [english, spoken] = await both('POST', '/decks', {
      body: { ...aDeck(), title: '', difficulty: 9 },
    });
    expect(english.details.map(({ message }: { message: string }) => message)).toEqual([
      'Must not be blank.',
      'Must be at most 5.',
    ]);
    expect(spoken).toMatchObject({
      error: 'Sehemu title: isiwe tupu.',
      details: [
        { path: 'title', message: 'Isiwe tupu.' },
        { path: 'difficulty', message: 'Isizidi 5.' },
      ],
    });
  });

  it('an error in the language of its request stays English where programs compare it', async () => {
    const body = { deck_ids: [] };
    const answer = await call('POST', '/catalog/seed', { body, headers: swahili });
    expect(answer.json().error).toBe('No deck IDs provided');
    expect(answer.headers['content-language']).toBe('en');
  });
});

describe('an error in the language of the account', () => {
  const [english, kiswahili] = ['This deck does not exist.', 'Seti hii ya kadi haipo.'];
  const missing = async ({ token }: Pick<Learner, 'token'>, language: string, app = facade.app) => {
    const headers = { 'accept-language': language };
    const response = await call('GET', '/decks/999999', { token, headers, app });
    expect(response.json().code).toBe('DECK_NOT_FOUND');
    return [response.headers['content-language'], response.json().error];
  };

  it('an error in the language of the account ignores the header, and follows a change after a second', async () => {
    const reader = await services.newLearner();
    expect(await missing(reader, 'sw')).toEqual(['sw', kiswahili]);
    await services.chooseLanguage(reader, 'SW');
    passedMs += 1_000;
    for (const { app } of [facade, remote])
      expect(await missing(reader, 'en', app)).toEqual(['sw', kiswahili]);
    await services.chooseLanguage(reader, 'EN');
    passedMs += 1_000;
    expect(await missing(reader, 'sw')).toEqual(['en', english]);
  });

  it('an error in the language of the account reveals nothing to the sender of a forged token', async () => {
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    const [head, claims] = reader.token.split('.');
    const token = `${head}.${claims}.${'A'.repeat(86)}`;
    for (const url of ['/decks/999999', '/nowhere'])
      expect((await call('GET', url, { token, headers: { 'accept-language': 'en' } })).headers).toMatchObject(
        {
          'content-language': 'en',
        },
      );
  });

  it('an error in the language of the account is read for translated errors only, and is that of the header, soon, while auth hangs', async () => {
    const hung = await startHungAuth(services);
    const waiting = await start({ AUTH_URL: hung.url }, { identity: hung.identity, languageMs: 100 });
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    const { token } = reader;
    for (const [url, body] of [
      ['/decks', aDeck()],
      ['/catalog/seed', { deck_ids: [] }],
    ] as const)
      await call('POST', url, { token, body, app: waiting.app });
    expect(hung.languageReads()).toEqual([]);
    expect(await missing(reader, 'en', waiting.app)).toEqual(['en', english]);
    expect(await missing(reader, 'sw', waiting.app)).toEqual(['sw', kiswahili]);
    expect(hung.languageReads()).toHaveLength(1);
    await hung.stop();
    await waiting.stop();
  });
});

describe('what the API is', () => {
  it('what the API is is at /openapi.json for machines and at /docs for people, without a bearer', async () => {
    const document = await call('GET', '/openapi.json', { token: null });
    expect([document.statusCode, document.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(document.json().paths['/user'].get.operationId).toBe('readUser');
    const page = await call('GET', '/docs', { token: null });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    for (const { path } of publicRoutes) expect(page.payload).toContain(`</span> ${path}<`);
  });
});

describe('presence', () => {
  it('presence is recorded for a served user and updates last_seen_at in auth, but not for a forged token', async () => {
    const watched = await start({}, { presenceMs: 50 });
    const [present, absent] = [await services.newLearner(), await services.newLearner()];
    const forged = `${absent.token.slice(0, -6)}AAAAAA`;
    expect((await call('GET', '/catalog', { app: watched.app, token: forged })).statusCode).toBe(200);
    await call('GET', '/decks', { app: watched.app, token: forged });
    const served = await call('GET', '/user', { app: watched.app, token: present.token });
    expect(Object.keys(served.headers).filter((name) => name.startsWith('x-kumbuka-'))).toEqual([]);
    await eventually(async () => expect((await services.accountOf(present)).last_seen_at).not.toBeNull());
    await watched.stop();
    expect((await services.accountOf(absent)).last_seen_at).toBeNull();
  });
});
