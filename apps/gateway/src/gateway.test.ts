import { internalHeaders, limits, pageLanguageHeader } from '@kumbuka/contracts';
import { createUpstream, type RunningApp, type Upstream } from '@kumbuka/http-kit';
import { eventually } from '@kumbuka/test-servers';
import { testInternalKey } from '@kumbuka/testing';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type Overrides } from './app.ts';
import { loadConfig } from './config.ts';
import { readyQueries } from './explorer/ready-queries.ts';
import { longOperations } from './graphql-route.ts';
import { operationLimits } from './limits.ts';
import { readOperations } from './operations.ts';
import {
  startHungAuth,
  startServices,
  testAdminKey,
  testWebKey,
  type Learner,
  type Services,
} from './testing/services-suite.ts';

let services: Services;
let gateway: RunningApp;
let learner: Learner;
let deckId: string;

/** Time that a test adds to the clock of the gateway. */
let passedMs = 0;
/** Delays of rejections, in milliseconds. */
let holds: number[] = [];

const start = async (env: Record<string, string> = {}, overrides: Overrides = {}) => {
  const running = createApp(loadConfig({ ...services.env, ...env }), {
    subgraphs: services.upstreams,
    languageMs: 20_000,
    now: () => performance.now() + passedMs,
    pause: async (ms) => void holds.push(ms),
    ...overrides,
  });
  await running.start();
  return running;
};

interface RequestOptions {
  variables?: Record<string, unknown>;
  token?: string | null;
  headers?: Record<string, string>;
  of?: FastifyInstance;
}

interface GraphQLError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string };
}

async function send(
  payload: unknown,
  { token = learner.token, headers = {}, of = gateway.app }: RequestOptions = {},
) {
  return of.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
}

async function graphql(query: string, options: RequestOptions = {}) {
  const response = await send(
    { query, ...(options.variables ? { variables: options.variables } : {}) },
    options,
  );
  // oxlint-disable-next-line typescript/no-explicit-any
  const body = response.json() as { data?: any; errors?: GraphQLError[] };
  return {
    ...body,
    status: response.statusCode,
    text: response.payload,
    codes: codesOf(body.errors),
    retryAfter: response.headers['retry-after'],
  };
}
const codesOf = (errors: GraphQLError[] = []) => errors.map(({ extensions }) => extensions.code);

beforeAll(async () => {
  services = await startServices();
  gateway = await start();
  learner = await services.newLearner();
  const input = {
    title: 'Rivers',
    description: 'Of Kenya',
    subject: 'Geography',
    category: 'School',
    difficulty: 2,
  };
  const { data } = await graphql('mutation ($input: CreateDeckInput!) { createDeck(input: $input) { id } }', {
    variables: { input },
  });
  deckId = data.createDeck.id;
});
beforeEach(() => {
  services.takeCalls();
  holds = [];
});
afterAll(async () => {
  await gateway?.stop();
  await services?.stop();
});

describe('an error in the language of its request', () => {
  const swahili = { headers: { 'accept-language': 'sw' } };
  const missing = 'query { deck(id: "999999") { title } }';

  it('an error of an operation is in Kiswahili with Accept-Language: sw, and has the code and path of the English one', async () => {
    const [english, kiswahili] = [await graphql(missing), await graphql(missing, swahili)];
    expect(english.errors?.[0]?.message).toBe('This deck does not exist.');
    expect(kiswahili.errors).toEqual([{ ...english.errors?.[0], message: 'Seti hii ya kadi haipo.' }]);
    const { headers } = await send({ query: missing }, swahili);
    expect(headers).toMatchObject({ 'content-language': 'sw', vary: 'accept-language' });
  });

  it('the error of a rejected request is in Kiswahili with Accept-Language: sw', async () => {
    const query = 'mutation { logOut }';
    const response = await send({ query: '{ viewer { id } }', more: true }, swahili);
    expect(response.json().errors[0].message).toBe('Tuma ombi moja kama { query, variables }.');
    const forged = await graphql(query, { ...swahili, token: 'forged' });
    expect(forged.errors?.[0]).toMatchObject({
      message: 'Tafadhali ingia.',
      extensions: { code: 'UNAUTHENTICATED' },
    });
  });

  it('a response without errors declares no language', async () => {
    const { headers } = await send({ query: '{ viewer { id } }' }, swahili);
    expect(headers['content-language']).toBeUndefined();
  });
});

describe('an error in the language of the account', () => {
  const missing = 'query { deck(id: "999999") { title } }';
  const requestOf = ({ token }: Learner, language: string) => ({
    token,
    headers: { 'accept-language': language },
  });
  const sentences = async (payload: object, options: RequestOptions) =>
    (await send(payload, options)).json().errors.map(({ message }: GraphQLError) => message);

  it('an error is in the language of the account, a change takes effect after a second, and the language of the page wins', async () => {
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    expect(await sentences({ query: missing }, requestOf(reader, 'en'))).toEqual(['Seti hii ya kadi haipo.']);
    expect(await sentences({ query: missing, more: true }, requestOf(reader, 'en'))).toEqual([
      'Tuma ombi moja kama { query, variables }.',
    ]);
    const onPage = { ...requestOf(reader, 'sw').headers, [pageLanguageHeader]: 'en' };
    expect(await sentences({ query: missing }, { token: reader.token, headers: onPage })).toEqual([
      'This deck does not exist.',
    ]);
    await services.chooseLanguage(reader, 'EN');
    passedMs += 1_000;
    expect(await sentences({ query: missing }, requestOf(reader, 'sw'))).toEqual([
      'This deck does not exist.',
    ]);
  });

  it('an error for a forged token does not reveal the language of the account', async () => {
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    const [head, claims] = reader.token.split('.');
    const forged = { ...reader, token: `${head}.${claims}.${'A'.repeat(86)}` };
    for (const payload of [{ query: missing }, { query: missing, more: true }])
      expect((await send(payload, requestOf(forged, 'en'))).headers['content-language']).toBe('en');
  });

  it('an error is in the language of the header when auth hangs, and the second one does not wait for auth', async () => {
    const hung = await startHungAuth(services);
    const waiting = await start({ AUTH_URL: hung.url }, { identity: hung.identity, languageMs: 100 });
    const reader = await services.newLearner();
    await services.chooseLanguage(reader, 'SW');
    const options = { ...requestOf(reader, 'en'), of: waiting.app };
    for (const _time of [1, 2])
      expect(await sentences({ query: missing }, options)).toEqual(['This deck does not exist.']);
    expect(hung.languageReads()).toHaveLength(1);
    await hung.stop();
    await waiting.stop();
  });
});

const overThree = '{ viewer { username stats { level } decks { items { title } } } }';

describe('one operation over three services', () => {
  it('one operation over three services calls all three at the same time', async () => {
    const { data, errors } = await graphql(overThree);
    expect(errors).toBeUndefined();
    expect(data.viewer).toMatchObject({
      username: learner.username,
      stats: { level: 1 },
      decks: { items: [{ title: 'Rivers' }] },
    });
    const calls = services.takeCalls();
    expect(calls.map(({ owner }) => owner).sort()).toEqual(['auth', 'decks', 'study-progress']);
    expect(Math.max(...calls.map(({ began }) => began))).toBeLessThan(
      Math.min(...calls.map(({ ended }) => ended)),
    );
  });

  it('one operation reads a deck from its owner first and then its progress', async () => {
    const { data } = await graphql('query ($id: ID!) { deck(id: $id) { title progress { newCount } } }', {
      variables: { id: deckId },
    });
    expect(data.deck.title).toBe('Rivers');
    expect(services.takeCalls().map(({ owner }) => owner)).toEqual(['decks', 'study-progress']);
  });
});

describe('subgraphs', () => {
  it('subgraphs in this process and in others give the same responses, errors included', async () => {
    const split = await start({}, { subgraphs: {} });
    const operations: [string, RequestOptions][] = [
      [overThree, {}],
      [
        '{ viewer { id createdAt language role decks { items { id createdAt mastery progress { nextDueAt } } } } }',
        {},
      ],
      [
        'query ($id: ID!) { deck(id: $id) { title flashcards { pageInfo { totalItems } } } }',
        { variables: { id: deckId } },
      ],
      ['{ mine: deck(id: "999999") { title } viewer { id } }', {}],
      [
        'mutation { createDeck(input: { title: "", description: "", subject: "", category: "", difficulty: 0 }) { id } }',
        {},
      ],
      [overThree, { token: 'not.a.token' }],
      [overThree, { token: null }],
      ['{ catalog { id cardCount } }', { token: null }],
    ];
    // Twice, because services run compiled operations from the second time on.
    for (const [query, options] of [...operations, ...operations]) {
      const [within, between] = [
        await graphql(query, options),
        await graphql(query, { ...options, of: split.app }),
      ];
      expect({ ...within, text: '', codes: within.codes.sort(), errors: within.errors?.length }).toEqual({
        ...between,
        text: '',
        codes: between.codes.sort(),
        errors: between.errors?.length,
      });
    }
    await split.stop();
  });
});

describe('an unavailable subgraph', () => {
  const refused = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:4003');
  };
  const away: Upstream = {
    call: refused,
    execute: refused,
    isReady: async () => false,
    close: async () => undefined,
  };
  let degraded: RunningApp;
  beforeAll(async () => {
    degraded = await start({}, { subgraphs: { ...services.upstreams, 'study-progress': away } });
  });
  afterAll(() => degraded.stop());

  it('an unavailable subgraph leaves a gap with code UNAVAILABLE, and the rest of the data stays', async () => {
    const { data, codes, text } = await graphql(overThree, { of: degraded.app });
    expect(data.viewer).toEqual({
      username: learner.username,
      stats: null,
      decks: { items: [{ title: 'Rivers' }] },
    });
    expect(codes).toEqual(['UNAVAILABLE']);
    expect(text).not.toMatch(/ECONN|10\.0\.0\.7|study-progress/);
  });

  it('an unavailable subgraph leaves gaps in the entities of another subgraph', async () => {
    const { data, codes } = await graphql('{ viewer { decks { items { title progress { newCount } } } } }', {
      of: degraded.app,
    });
    expect(data.viewer.decks.items).toEqual([{ title: 'Rivers', progress: null }]);
    expect(codes).toEqual(['UNAVAILABLE']);
  });

  it('an unreachable subgraph is reported within two seconds', async () => {
    const { decks: _, ...others } = services.upstreams;
    const unreached = await start({ DECKS_URL: 'http://127.0.0.1:9' }, { subgraphs: others });
    const { data, codes } = await graphql(overThree, { of: unreached.app });
    expect(data.viewer.decks).toBeNull();
    expect(data.viewer.stats).toEqual({ level: 1 });
    expect(codes).toEqual(['UNAVAILABLE']);
    await unreached.stop();
  });
});

describe('errors', () => {
  it('errors carry the code and the path of the service, and neither its name nor a stack', async () => {
    const { errors, text } = await graphql('{ mine: deck(id: "999999") { title } }');
    expect(errors).toMatchObject([{ path: ['mine'], extensions: { code: 'DECK_NOT_FOUND' } }]);
    expect(text).not.toMatch(/serviceName|stack|"decks"|node_modules/i);
  });

  it('errors carry the details of rejected input', async () => {
    const { errors } = await graphql(
      'mutation ($input: CreateDeckInput!) { createDeck(input: $input) { id } }',
      {
        variables: { input: { title: '', description: 'd', subject: 's', category: 'c', difficulty: 9 } },
      },
    );
    expect(errors).toMatchObject([{ path: ['createDeck'], extensions: { code: 'VALIDATION' } }]);
    expect(JSON.stringify(errors)).toContain('difficulty');
  });

  it('a service that sends an invalid response causes the same errors as an unavailable one', async () => {
    const send = async () => ({ status: 200, headers: {}, body: Buffer.from('<html>secret</html>') });
    const nonsense: Upstream = { ...createUpstream(send), close: async () => undefined };
    const broken = await start({}, { subgraphs: { ...services.upstreams, decks: nonsense } });
    const { codes, text } = await graphql('{ catalog { title } }', { of: broken.app });
    expect(codes).toEqual(['UNAVAILABLE']);
    expect(text).not.toMatch(/secret|html|JSON|Unexpected/);
    await broken.stop();
  });

  it('errors suggest no names of the schema', async () => {
    const guesses = [
      '{ viewr { id } }',
      '{ viewer { usernam } }',
      '{ viewer { decks(sorted: TITLE) { items { id } } } }',
      '{ viewer { decks(sort: TITLES) { items { id } } } }',
      'query ($s: DeckSorts) { viewer { decks(sort: $s) { items { id } } } }',
      'mutation { createDeck(input: { titel: "a" }) { id } }',
    ];
    for (const query of guesses) {
      const { codes, text } = await graphql(query);
      expect(codes[0]).toBe('GRAPHQL_VALIDATION_FAILED');
      expect(text).not.toContain('Did you mean');
    }
    const { codes, text } = await graphql(
      'query ($s: DeckSort) { viewer { decks(sort: $s) { items { id } } } }',
      { variables: { s: 'TITLES' } },
    );
    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(text).not.toContain('Did you mean');
  });
});

describe('the caller', () => {
  it('services verify the caller: a bad token is UNAUTHENTICATED and gets no data', async () => {
    for (const token of ['not.a.token', `${learner.token.slice(0, -6)}AAAAAA`]) {
      const { data, codes } = await graphql(overThree, { token });
      expect(data ?? null).toBeNull();
      expect(new Set(codes)).toEqual(new Set(['UNAUTHENTICATED']));
    }
  });

  it('a caller without a token reads the catalogue and no viewer', async () => {
    expect((await graphql('{ catalog { title } }', { token: null })).data.catalog.length).toBeGreaterThan(11);
    expect((await graphql('{ viewer { id } }', { token: null })).codes).toContain('UNAUTHENTICATED');
  });

  it('client headers cannot impersonate a caller', async () => {
    await graphql('{ viewer { username } }', {
      headers: {
        [internalHeaders.ip]: '6.6.6.6',
        [internalHeaders.key]: 'forged-key-of-a-client',
        [internalHeaders.webKey]: 'forged-key-of-a-client',
        'x-forwarded-for': '6.6.6.6',
        'x-real-ip': '6.6.6.6',
        'x-admin-key': 'some-admin-key',
        'x-user-id': '1',
        cookie: 'session=1',
      },
    });
    const [call] = services.takeCalls();
    expect(call?.headers).toEqual({
      authorization: `Bearer ${learner.token}`,
      'content-type': 'application/json',
      [internalHeaders.ip]: '127.0.0.1',
      [internalHeaders.key]: testInternalKey,
      [internalHeaders.requestId]: expect.stringMatching(/^[\w-]{36}$/),
      'user-agent': 'lightMyRequest',
    });
  });

  it('the admin key of a caller reaches the admin subgraph and no other', async () => {
    const headers = { 'x-admin-key': testAdminKey };
    const { data, codes } = await graphql('{ adminStats { totalUsers } viewer { username } }', { headers });
    expect([codes, data]).toEqual([
      [],
      { adminStats: { totalUsers: expect.any(Number) }, viewer: expect.any(Object) },
    ]);
    const callsWithKey = services.takeCalls().filter((call) => 'x-admin-key' in call.headers);
    expect(callsWithKey.map(({ owner }) => owner)).toEqual(['admin']);
  });

  it('the gateway keeps the request id of the client and returns it', async () => {
    const response = await send(
      { query: '{ viewer { id } }' },
      { headers: { 'x-request-id': 'study-1234' } },
    );
    expect(response.headers['x-request-id']).toBe('study-1234');
    expect(services.takeCalls()[0]?.headers[internalHeaders.requestId]).toBe('study-1234');
  });

  it.each([
    [1, '41.90.1.2'],
    [2, '41.90.1.1'],
  ])('the client address is read behind the configured number of proxies: %i', async (hops, ip) => {
    const behind = await start({ PROXY_HOPS: String(hops) });
    await graphql('{ viewer { id } }', {
      of: behind.app,
      headers: { 'x-forwarded-for': '6.6.6.6, 41.90.1.1, 41.90.1.2' },
    });
    expect(services.takeCalls()[0]?.headers[internalHeaders.ip]).toBe(ip);
    await behind.stop();
  });

  it('the authenticated web server may set the address of the client', async () => {
    await graphql('{ viewer { id } }', {
      headers: { [internalHeaders.webKey]: testWebKey, [internalHeaders.ip]: '41.90.1.1' },
    });
    expect(services.takeCalls()[0]?.headers[internalHeaders.ip]).toBe('41.90.1.1');
  });
});

describe('presence', () => {
  it('presence is recorded for a served user and updates lastSeenAt in auth', async () => {
    const watched = await start({}, { presenceMs: 50 });
    const present = await services.newLearner();
    const before = await services.accountOf(present);
    await graphql('{ viewer { id } }', { of: watched.app, token: present.token });
    await eventually(async () => {
      const { last_seen_at } = await services.accountOf(present);
      expect(last_seen_at).not.toBeNull();
      expect(last_seen_at).not.toBe(before.last_seen_at);
    });
    await watched.stop();
  });

  it('presence is not recorded for a forged token, even when the operation needs no account', async () => {
    const watched = await start({}, { presenceMs: 50 });
    const absent = await services.newLearner();
    const before = await services.accountOf(absent);
    const forged = `${absent.token.slice(0, -6)}AAAAAA`;
    expect(decodeJwt(forged).sub).toBe(String(absent.id));
    for (const query of ['{ __typename }', '{ catalog { title } }', '{ viewer { id } }'])
      await graphql(query, { of: watched.app, token: forged });
    await watched.stop();
    expect(await services.accountOf(absent)).toEqual(before);
  });
});

describe('limits of an operation', () => {
  const deep = (levels: number) =>
    `{ viewer { decks { items { flashcards { items ${'{ deck { flashcards { items '.repeat(levels)} { id } ${'} } }'.repeat(levels)} } } } } }`;
  const aliases = (count: number) =>
    `{ viewer { ${Array.from({ length: count }, (_, n) => `a${n}: username`).join(' ')} } }`;
  const tooLarge = 'OPERATION_TOO_LARGE';

  it(`an operation has at most ${operationLimits.depth} fields in depth`, async () => {
    expect((await graphql(deep(1))).codes).toContain(tooLarge);
    expect(
      (await graphql('{ viewer { decks { items { flashcards { items { deck { id } } } } } } }')).codes,
    ).toEqual([]);
  });

  it(`an operation has at most ${operationLimits.aliases} aliases, also through fragments`, async () => {
    expect((await graphql(aliases(operationLimits.aliases))).codes).toEqual([]);
    expect((await graphql(aliases(operationLimits.aliases + 1))).codes).toContain(tooLarge);
    const names = Array.from({ length: 16 }, (_, n) => `a${n}: username`).join(' ');
    expect(
      (await graphql(`{ a: viewer { ...F } viewer { ...F } } fragment F on User { ${names} }`)).codes,
    ).toContain(tooLarge);
  });

  it(`an operation has at most ${operationLimits.tokens} tokens`, async () => {
    const { codes, text } = await graphql(`{ viewer { ${'id '.repeat(operationLimits.tokens)} } }`);
    expect(codes).toEqual(['GRAPHQL_PARSE_FAILED']);
    expect(text).toContain('tokens');
  });

  it(`an operation has at most ${operationLimits.rootFields} fields at the root, also through fragments`, async () => {
    const fields = Array.from({ length: operationLimits.rootFields + 1 }, (_, n) => `a${n}: __typename`);
    expect((await graphql(`{ ${fields.join(' ')} }`)).codes).toContain(tooLarge);
    expect((await graphql(`{ ...F } fragment F on Query { ${fields.join(' ')} }`)).codes).toContain(tooLarge);
  });

  it('an operation that repeats one field so often that validation takes 150 ms is rejected', async () => {
    const began = process.threadCpuUsage();
    for (const query of ['stats { xp } '.repeat(240), '... { id } '.repeat(240), 'id '.repeat(900)])
      expect((await graphql(`{ viewer { ${query} } }`)).codes).toEqual([tooLarge]);
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(3 * 300);
    expect((await graphql(`{ viewer { ${'id '.repeat(operationLimits.repeats)} } }`)).codes).toEqual([]);
  });

  it('fragments that double each other are rejected before planning', async () => {
    const levels = 60;
    const doubling = Array.from(
      { length: levels },
      (_, n) => `fragment F${n} on User { ...F${n + 1} ...F${n + 1} }`,
    );
    const query = `{ viewer { ...F0 } } ${doubling.join(' ')} fragment F${levels} on User { id username }`;
    const began = process.threadCpuUsage();
    expect((await graphql(query)).codes).toContain(tooLarge);
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(3 * 1_000);
  });

  it('an operation that reads the deck of the cards of a deck, under eight aliases, is rejected', async () => {
    const one = (n: number) =>
      `a${n}: deck(id: ${deckId}) { flashcards(perPage: 100) { items { deck { flashcards(perPage: 100) { items { id } } } } } }`;
    const query = `{ ${Array.from({ length: 8 }, (_, n) => one(n)).join(' ')} }`;
    const { codes, data } = await graphql(query);
    expect(codes).toEqual([tooLarge]);
    expect(data).toBeUndefined();
  });

  it(`an operation reads at most ${limits.operationItems} items, with page sizes in its text or in variables`, async () => {
    const query = `query ($decks: Int, $cards: Int) {
      viewer { decks(perPage: $decks) { items { flashcards(perPage: $cards) { items { id } } } } }
    }`;
    expect((await graphql(query, { variables: { decks: 49, cards: 100 } })).codes).toEqual([]);
    expect((await graphql(query, { variables: { decks: 50, cards: 100 } })).codes).toEqual([tooLarge]);
    expect((await graphql(query)).codes).toEqual([]);
    const written = query.replace(/^.*\{/, '{').replace('$decks', '50').replace('$cards', '100');
    expect((await graphql(written)).codes).toEqual([tooLarge]);
  });

  it('fifteen aliases of the viewer are planned within a second', async () => {
    const aliased = Array.from(
      { length: 15 },
      (_, n) => `a${n}: viewer { id username stats { xp } decks { items { id progress { dueCount } } } }`,
    );
    const began = process.threadCpuUsage();
    expect((await graphql(`{ ${aliased.join(' ')} }`)).codes).toEqual([]);
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(3 * 1_000);
  });

  it('fragments that contain themselves are rejected', async () => {
    const { codes } = await graphql(
      '{ viewer { ...A } } fragment A on User { ...B } fragment B on User { ...A }',
    );
    expect(codes).toContain('GRAPHQL_VALIDATION_FAILED');
  });

  it('an operation over the limits reaches no service', async () => {
    await graphql(deep(1));
    await graphql(aliases(99));
    await graphql(
      '{ viewer { decks(perPage: 100) { items { flashcards(perPage: 100) { items { id } } } } } }',
    );
    expect(services.takeCalls()).toEqual([]);
  });
});

describe('limits of an account', () => {
  const aLake = 'input: { title: "Lakes", description: "d", subject: "s", category: "c", difficulty: 2 }';

  it('a mutation with 20 aliases counts as 20 writes of the account: 120 decks a minute, not 2,400', async () => {
    const { token } = await services.newLearner();
    const twenty = (field: string) =>
      `mutation { ${Array.from({ length: 20 }, (_, n) => `a${n}: ${field}`).join(' ')} }`;
    const create = twenty(`createDeck(${aLake}) { id }`);
    // Deletions of missing decks are writes, too, and take less time.
    for (let n = 0; n < 5; n++) await graphql(twenty('deleteDeck(input: { id: "999999" })'), { token });
    expect((await graphql(create, { token })).codes).toEqual([]);
    expect(holds).toEqual([]);
    const { codes, errors } = await graphql(create, { token });
    expect([codes, holds]).toEqual([['RATE_LIMITED'], [1_000]]);
    expect(errors?.[0]?.extensions).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    const count = '{ viewer { decks { pageInfo { totalItems } } } }';
    expect((await graphql(count, { token })).data.viewer.decks.pageInfo.totalItems).toBe(20);
  });

  describe('small limits of an account', () => {
    let strict: RunningApp;
    /** Rejections wait for this promise. */
    let held: Promise<unknown> = Promise.resolve();
    /** A constant clock, so that a slow machine regains nothing of a budget of 12,000 items. */
    beforeAll(async () => {
      const pause = (ms: number) => {
        holds.push(ms);
        return held;
      };
      strict = await start({ READS_PER_MINUTE: '120000' }, { now: () => 0, pause });
    });
    afterAll(() => strict.stop());
    const send = (query: string, token: string | null) => graphql(query, { of: strict.app, token });
    /** 4,700 items. */
    const deep = '{ viewer { decks(perPage: 100) { items { flashcards(perPage: 46) { items { id } } } } } }';
    const newToken = async () => (await services.newLearner()).token;
    /** Sends a document for the first time, which pays for its planning, as another learner. */
    const sendFirst = async (query: string) =>
      expect((await send(query, await newToken())).codes).toEqual([]);
    const statusesOf = async (count: number, token: string, query: (n: number) => string) => {
      const statuses = [];
      for (let n = 0; n < count; n++) statuses.push((await send(query(n), token)).status);
      return statuses;
    };

    it('an operation that costs more than the rest of the budget gets 429 with Retry-After before planning', async () => {
      await sendFirst(deep);
      const token = await newToken();
      expect(await statusesOf(2, token, () => deep)).toEqual([200, 200]);
      services.takeCalls();
      const refused = await send(deep, token);
      expect([refused.status, refused.codes, holds]).toEqual([429, ['RATE_LIMITED'], [1_000]]);
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      expect(services.takeCalls()).toEqual([]);
      expect((await send(deep, await newToken())).codes).toEqual([]);
    });

    it('a request without a valid operation counts against the budget of the account', async () => {
      expect(await statusesOf(3, await newToken(), () => '{ '.repeat(9))).toEqual([200, 200, 429]);
    });

    it('a document costs more the first time than the second time', async () => {
      const outcomes = async (query: (n: number) => string) => statusesOf(3, await newToken(), query);
      expect(await outcomes(() => '{ viewer { a: id } }')).toEqual([200, 200, 200]);
      expect(await outcomes((n) => `{ viewer { a${n}: id } }`)).toEqual([200, 200, 429]);
    });

    it('a learner without reads left can still write, even while reads wait for their rejection', async () => {
      const create = `mutation { createDeck(${aLake}) { id } }`;
      await sendFirst(deep);
      await sendFirst(create);
      const token = await newToken();
      expect(await statusesOf(2, token, () => deep)).toEqual([200, 200]);
      const released = Promise.withResolvers<void>();
      held = released.promise;
      const reads = Array.from({ length: 6 }, async () => send(deep, token));
      await eventually(async () => expect(holds).toHaveLength(4));
      const writes = await Promise.all([send(create, token), send(create, token)]);
      released.resolve();
      expect(writes.flatMap(({ codes }) => codes)).toEqual([]);
      const statuses = (await Promise.all(reads)).map(({ status }) => status);
      expect(statuses).toEqual(reads.map(() => 429));
    });

    it('an operator can send ten new documents at the same moment', async () => {
      const token = await services.operatorToken();
      const sent = Array.from({ length: 10 }, async (_, n) => send(`{ viewer { o${n}: id } }`, token));
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
    });

    it('rejected bearers have a budget apart from requests without a bearer and from the learner they name', async () => {
      const token = await newToken();
      const forged = `${token.slice(0, -6)}AAAAAA`;
      await sendFirst(deep);
      expect(await statusesOf(3, forged, () => deep)).toEqual([200, 200, 429]);
      expect((await send('{ catalog { id } }', null)).status).toBe(200);
      expect((await send(deep, token)).status).toBe(200);
    });
  });
});

describe('over HTTP', () => {
  const query = '{ viewer { id } }';
  const refusal = async (payload: unknown, options?: RequestOptions) => {
    const response = await send(payload, options);
    const [error] = response.json().errors;
    return [response.statusCode, error.extensions.code];
  };

  it('a batch is refused', async () => {
    expect(await refusal([{ query }, { query }])).toEqual([400, 'VALIDATION']);
  });

  it('a body with unknown fields, without a query, or that is not JSON is refused', async () => {
    for (const body of [{ query, id: 'stored-1' }, {}, { query: '' }, { query: 7 }, '{ "query": ', 'null'])
      expect(await refusal(body)).toEqual([400, 'VALIDATION']);
    expect(await refusal('')).toEqual([400, 'VALIDATION']);
    expect(await refusal(`{"query":"${query}","variables":{"__proto__":{}}}`)).toEqual([400, 'VALIDATION']);
  });

  it('a body over 128 KiB is refused', async () => {
    expect(await refusal({ query, variables: { text: 'x'.repeat(128 * 1024) } })).toEqual([413, 'TOO_LARGE']);
  });

  it('only a signed-in caller can send a body as long as thirty cards of 2,000 characters a side', async () => {
    const insert = readOperations().find(({ name }) => longOperations.has(name))?.query ?? '';
    const side = '\u{1F331}'.repeat(2_000);
    const cards = Array.from({ length: 30 }, () => ({ question: side, answer: side }));
    const variables = { input: { generationId: '1', deckId, cards } };
    const { codes } = await graphql(insert, { variables });
    expect(codes).not.toContain('TOO_LARGE');
    const tooLarge = [413, 'TOO_LARGE'];
    expect(await refusal({ query: insert, variables }, { token: null })).toEqual(tooLarge);
    expect(await refusal({ query: insert, variables }, { token: 'not.a.token' })).toEqual(tooLarge);
    expect(await refusal({ query, variables })).toEqual(tooLarge);
    const more = { input: { ...variables.input, cards: [...cards, ...cards, ...cards] } };
    expect(await refusal({ query: insert, variables: more })).toEqual(tooLarge);
  });

  it('another content type is rejected, so that no form of another site can send an operation', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/graphql'])
      expect(await refusal({ query }, { headers: { 'content-type': type } })).toEqual([
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ]);
  });

  it.each([{}, { query: '' }, { query: null, operationName: 'MyDecks' }])(
    'a hash instead of a query, with %j, makes clients fall back to whole queries',
    async (more) => {
      const persistedQuery = { version: 1, sha256Hash: 'a'.repeat(64) };
      const { statusCode, body } = await gateway.app.inject({
        method: 'POST',
        url: '/graphql',
        payload: { ...more, extensions: { persistedQuery } },
      });
      expect([statusCode, JSON.parse(body).errors]).toMatchObject([
        200,
        [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
      ]);
    },
  );

  it('other methods than POST get 405 with Allow', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const) {
      const url = `/graphql?query=${encodeURIComponent(query)}`;
      const got = await gateway.app.inject({ method, url });
      expect([method, got.statusCode, got.headers['allow']]).toEqual([method, 405, 'POST']);
    }
    expect(services.takeCalls()).toEqual([]);
  });

  it('responses of the graph are not cached', async () => {
    const { headers } = await send({ query });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  it('federation fields between the services are not public', async () => {
    expect((await graphql('{ _service { sdl } }')).codes).toEqual(['GRAPHQL_VALIDATION_FAILED']);
    expect((await graphql('{ _entities(representations: []) { __typename } }')).codes[0]).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
  });
});

describe('for operators', () => {
  const guide = readFileSync(new URL('../../../docs/operators.md', import.meta.url), 'utf8');

  it('ten ready queries for operators are in the guide and run on the real graph', async () => {
    const token = await services.operatorToken();
    expect(readyQueries).toHaveLength(10);
    for (const { title, query, variables = {} } of readyQueries) {
      expect(guide).toContain(`## ${title}`);
      expect(guide).toContain(`\`\`\`graphql\n${query}\n\`\`\``);
      const { data, errors } = await graphql(query, { token, variables });
      expect([title, errors]).toEqual([title, undefined]);
      expect(Object.values(data)).not.toContain(null);
    }
  });

  it('learners may not run the ready queries of operators', async () => {
    for (const { query, variables = {} } of readyQueries)
      expect((await graphql(query, { variables })).codes).toEqual(['FORBIDDEN']);
  });

  it('an explorer in development sends to its own origin and loads nothing from elsewhere', async () => {
    const development = await start({ NODE_ENV: 'development' });
    const { statusCode, headers, payload } = await development.app.inject({ url: '/graphql' });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*connect-src 'self'/);
    expect(payload).not.toMatch(/(?:src|href)=|https?:/);
    for (const { title } of readyQueries) expect(payload).toContain(title);
    const put = await development.app.inject({ method: 'PUT', url: '/graphql' });
    expect([put.statusCode, put.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
    await development.stop();
  });
});

describe('in production', () => {
  let production: RunningApp;
  beforeAll(async () => {
    production = await start({ NODE_ENV: 'production', KNOWN_OPERATIONS_ONLY: 'false' });
  });
  afterAll(() => production.stop());

  it('production has no explorer', async () => {
    const { statusCode, headers } = await production.app.inject({ url: '/graphql' });
    expect([statusCode, headers['allow']]).toEqual([405, 'POST']);
  });

  it('production has no introspection', async () => {
    for (const query of ['{ __schema { types { name } } }', '{ __type(name: "User") { name } }'])
      expect((await graphql(query, { of: production.app })).data ?? null).toBeNull();
    expect((await graphql('{ __type(name: "User") { name } }')).data.__type.name).toBe('User');
  });
});
