import { restRoutes, user } from '@kumbuka/contracts';
import { aDeck, testAdminKey, testChallenge } from '@kumbuka/gateway/testing';
import { overHttp, textOf } from '@kumbuka/http-kit';
import { describe, expect, it } from 'vitest';
import {
  call,
  facade,
  learner,
  remote,
  services,
  start,
  useFacade,
  useLearner,
  type CallOptions,
  type Method,
} from './testing/facade-suite.ts';

useFacade();

const publicRoutes = restRoutes.filter(({ exposure }) => exposure === 'public');

const newDeck = async (): Promise<number> => (await call('POST', '/decks', { body: aDeck() })).json().id;
async function newCard() {
  const deck_id = await newDeck();
  const sides = { front_text: 'Longest river of Kenya?', back_text: 'Tana' };
  const { id } = (await call('POST', '/flashcards', { body: { deck_id, ...sides } })).json();
  return { id: Number(id), deck_id };
}
/** An import of a learner of its own, because an account has one import at a time. */
const newImport = async (token: string): Promise<string> =>
  (
    await call('POST', '/imports?file_name=words.csv', {
      token,
      body: 'simba,lion\n',
      headers: { 'content-type': 'application/octet-stream' },
    })
  ).json().id;
const answerOf = async () => {
  const { id, deck_id } = await newCard();
  return { deck_id, flashcard_id: id, was_correct: true, time_spent: 0.2, session_id: `session-${id}` };
};
const newCheckout = async (): Promise<string> =>
  (await call('POST', '/billing/checkout', { body: {} })).json().api_ref;
const codeFor = async (path: string, email: string) =>
  (await call('POST', path, { body: { email }, token: null })).json();

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

const byKey = { 'x-admin-key': testAdminKey };
/** A request for each public route that its owner accepts. */
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
  createImport: () => ({
    url: '/imports?file_name=words.csv',
    body: 'tembo,elephant\n',
    headers: { 'content-type': 'application/octet-stream' },
  }),
  readImport: async () => {
    const { token } = await services.newLearner();
    return { url: `/imports/${await newImport(token)}`, token };
  },
  listDecks: () => ({ url: '/decks?q=riv&sort=title&page=1&per_page=5' }),
  readDeck: async () => ({ url: `/decks/${await newDeck()}` }),
  createDeck: () => ({ body: aDeck('Maziwa — "lakes" \u{1F30A}') }),
  updateDeck: async () => ({ url: `/decks/${await newDeck()}`, body: aDeck('Mountains') }),
  deleteDeck: async () => ({ url: `/decks/${await newDeck()}` }),
  exportDeck: async () => ({ url: `/decks/${(await newCard()).deck_id}/export?format=markdown` }),
  exportDecks: () => ({ url: '/export?format=markdown' }),
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
  stopReminders: () => ({ url: `/reminders/stop?token=${'t'.repeat(32)}` }),
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
  const send = (method: Method, url: string, options: CallOptions = {}) =>
    call(method, url, { app: facadeOf(), ...options });

  useLearner();

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
    `a public route whose owner is called ${transport} rejects a body of %s`,
    async (_what, body, type, status) => {
      const response = await send('POST', '/decks', { body, headers: { 'content-type': type } });
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
      const response = await send(route.method, url, sample);

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
    const response = await send(route.method, url, { token: null });
    expect([response.statusCode, response.json().code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it(`a public route whose owner is called ${transport} returns the error of its owner`, async () => {
    const response = await send('GET', '/decks/999999');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      error: expect.any(String),
      code: 'DECK_NOT_FOUND',
      requestId: response.headers['x-request-id'],
    });
  });

  it(`a public route whose owner is called ${transport} forwards the Idempotency-Key, so that a repeat gets the first response`, async () => {
    const options = { body: aDeck('Once'), headers: { 'idempotency-key': 'key-of-a-test' } };
    const [first, second] = [await send('POST', '/decks', options), await send('POST', '/decks', options)];
    expect(second.payload).toBe(first.payload);
    const other = await send('POST', '/decks', { ...options, body: aDeck('Other') });
    expect([other.statusCode, other.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it(`a public route whose owner is called ${transport} responds to HEAD like to GET, without the body`, async () => {
    for (const path of ['/catalog', '/user', '/decks/999999']) {
      const [head, get] = [await send('HEAD', path), await send('GET', path)];
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.payload).toBe('');
    }
  });

  it(`a public route whose owner is called ${transport} accepts an empty body with the content type of JSON`, async () => {
    const { token } = await services.newLearner();
    expect((await send('GET', '/decks', { body: '' })).statusCode).toBe(200);
    expect((await send('DELETE', `/decks/${await newDeck()}`)).statusCode).toBe(204);
    expect((await send('POST', '/logout', { token })).statusCode).toBe(204);
  });
});

describe('GET /user', () => {
  it('combines the responses of auth and study-progress, which are called in parallel', async () => {
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

  it('is rejected without a valid bearer', async () => {
    for (const token of [null, 'not.a.token']) {
      const response = await call('GET', '/user', { token });
      expect([response.statusCode, response.json().code]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });
});

describe('an unavailable owner', () => {
  it('causes 503 with Retry-After within five seconds, on its own routes only', async () => {
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
