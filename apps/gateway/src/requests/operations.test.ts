import { QueryPlanner } from '@apollo/query-planner';
import { addressVariable, byService, serviceNames } from '@kumbuka/contracts';
import type { Upstream } from '@kumbuka/http-kit';
import { startTestAuth, testInternalKey, type TestAuth } from '@kumbuka/testing';
import { buildSchema, Kind, parse, print, visit, type DefinitionNode, type DocumentNode } from 'graphql';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { findRegistered, readOperations } from './operations.ts';
import { sampleVariables } from '../limits/sample-variables.ts';

const schema = buildSchema(readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8'), {
  assumeValidSDL: true,
});
const webSource = new URL('../../../web/src/', import.meta.url);

const nameOf = (definition: DefinitionNode) => ('name' in definition ? (definition.name?.value ?? '') : '');
const withoutTypename = (document: DocumentNode) =>
  visit(document, { Field: (field) => (field.name.value === '__typename' ? null : undefined) });

/** Operations and fragments of the web client by kind and name, as they are written beside their components. */
function writtenDefinitions() {
  const files = readdirSync(webSource, { recursive: true, encoding: 'utf8' });
  const definitions = files
    .filter((file) => file.endsWith('.graphql'))
    .flatMap((file) => parse(readFileSync(new URL(file, webSource), 'utf8')).definitions);
  return new Map(definitions.map((each) => [`${each.kind} ${nameOf(each)}`, each]));
}

const operations = readOperations();

describe('operations.json', () => {
  it('contains every operation of the web client and no other', () => {
    const written = [...writtenDefinitions().values()].filter(
      ({ kind }) => kind === Kind.OPERATION_DEFINITION,
    );
    expect(operations.map(({ name }) => name)).toEqual(written.map(nameOf).sort());
  });

  it('equals the documents of the web client, except for __typename', () => {
    const written = writtenDefinitions();
    for (const { query } of operations)
      for (const definition of withoutTypename(parse(query)).definitions)
        expect(print(definition)).toBe(
          print(written.get(`${definition.kind} ${nameOf(definition)}`) ?? definition),
        );
    const named = operations.flatMap(({ query }) => parse(query).definitions).map(nameOf);
    expect([...written.values()].map(nameOf).filter((name) => !named.includes(name))).toEqual([]);
  });

  it('has the hash of each query', () => {
    for (const { query, sha256 } of operations)
      expect(createHash('sha256').update(query).digest('hex')).toBe(sha256);
  });

  it('a registered operation is found whatever spaces and comments it has', () => {
    const find = findRegistered(operations);
    const [first] = operations;
    expect(find(first?.query ?? '')).toBe(first);
    expect(find(`# a word\n${first?.query.replaceAll(/\s+/g, '  ,')}`)).toBe(first);
    expect(find('{ viewer { id } }')).toBeUndefined();
    expect(find('{ "')).toBeUndefined();
  });
});

/** Subgraphs without data, because these tests only count the fetches. */
let fetches = 0;
const silent: Upstream = {
  async execute() {
    fetches++;
    return { data: null };
  },
  call: async () => ({ status: 404, headers: {}, body: Buffer.of() }),
  isReady: async () => true,
  close: async () => undefined,
};
const everywhere = byService(() => silent);
const unregisteredCacheSize = 10;

async function startGateway(auth: TestAuth) {
  const urls = Object.fromEntries(serviceNames.map((name) => [addressVariable(name), auth.url]));
  const config = loadConfig({
    ...urls,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    INTERNAL_KEY: testInternalKey,
    WEB_KEY: 'web-key-for-tests',
    READS_PER_MINUTE: '1000000000',
    KNOWN_OPERATIONS_ONLY: 'true',
  });
  const gateway = createApp(config, { subgraphs: everywhere, unregisteredCacheSize });
  await gateway.start();
  await gateway.warmed();
  const send = (payload: string, token?: string) =>
    gateway.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      payload,
    });
  return { ...gateway, send };
}
type Gateway = Awaited<ReturnType<typeof startGateway>>;

const codeOf = (response: { json(): { errors?: { extensions: { code: string } }[] } }) =>
  response.json().errors?.[0]?.extensions.code;

/** Loads modules of the web client, which only Vite can transform. */
const loadWeb = () =>
  createServer({
    configFile: false,
    root: fileURLToPath(webSource),
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, ws: false },
  });

let auth: TestAuth;
let gateway: Gateway;
let operator: string;
beforeAll(async () => {
  auth = await startTestAuth();
  gateway = await startGateway(auth);
  operator = await auth.tokenOf(1, { role: 'admin' });
});
afterAll(async () => {
  await gateway.stop();
  await auth.stop();
});

describe('what the web client sends', () => {
  const webUri = 'http://web.test/graphql';
  let web: ViteDevServer;
  let bodies: string[];
  const noted = () => undefined;

  /** Every generated document through the web's own Apollo Client; its fetch to its own address is the only thing replaced. */
  beforeAll(async () => {
    web = await loadWeb();
    bodies = [];
    vi.stubGlobal('localStorage', { getItem: () => null });
    const { fetch: fetchOfProcess } = globalThis;
    vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
      if (url !== webUri) return fetchOfProcess(url, request);
      bodies.push(String(request.body));
      return Response.json({ errors: [{ message: 'noted' }] });
    });
    const { createClient } = await web.ssrLoadModule('shared/apollo/client.ts');
    const generated = readdirSync(webSource, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.generated.ts'))
      .map((file) => web.ssrLoadModule(file));
    const documents = (await Promise.all(generated)).flatMap((module): DocumentNode[] =>
      Object.values(module),
    );
    const client = createClient({ onUnauthenticated: () => undefined, uri: webUri });
    for (const document of documents) {
      const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
      if (operation?.operation === 'query') await client.query({ query: document }).catch(noted);
      if (operation?.operation === 'mutation') await client.mutate({ mutation: document }).catch(noted);
    }
    vi.unstubAllGlobals();
  });
  afterAll(() => web.close());

  it('the web client sends the operations of operations.json byte for byte', () => {
    const sent = bodies.map((body) => JSON.parse(body) as { operationName: string; query: string });
    expect(sent.map(({ operationName }) => operationName).sort()).toEqual(operations.map(({ name }) => name));
    for (const { operationName, query } of sent)
      expect(query).toBe(operations.find(({ name }) => name === operationName)?.query);
  });

  it('operations of the web client are valid, within the limits, and planned before the first request', async () => {
    const plans = vi.spyOn(QueryPlanner.prototype, 'buildQueryPlan');
    const unplanned: string[] = [];
    for (const body of bodies) {
      const { query, ...rest } = JSON.parse(body) as { operationName: string; query: string };
      fetches = 0;
      await gateway.send(JSON.stringify({ ...rest, query, variables: sampleVariables(schema, query) }));
      if (fetches === 0 || plans.mock.calls.length > 0) unplanned.push(rest.operationName);
      plans.mockClear();
    }
    expect(unplanned).toEqual([]);
    await gateway.send('{"query":"{ viewer { id } }"}', operator);
    expect(plans).toHaveBeenCalledOnce();
    plans.mockRestore();
  });
});

it('unregistered operations do not evict the plans of registered ones', async () => {
  const plans = vi.spyOn(QueryPlanner.prototype, 'buildQueryPlan');
  const sendUnregistered = (n: number) =>
    gateway.send(JSON.stringify({ query: `{ viewer { a${n}: id } }` }), operator);
  for (let n = 0; n <= unregisteredCacheSize; n++) await sendUnregistered(n);
  expect(plans).toHaveBeenCalledTimes(unregisteredCacheSize + 1);
  plans.mockClear();
  for (const { query } of operations)
    await gateway.send(JSON.stringify({ query, variables: sampleVariables(schema, query) }));
  expect(plans).not.toHaveBeenCalled();
  await sendUnregistered(0);
  expect(plans).toHaveBeenCalledOnce();
  plans.mockRestore();
});

describe('with KNOWN_OPERATIONS_ONLY', () => {
  const unknown = JSON.stringify({ query: '{ catalog { title } }' });
  const [registered = { name: '', query: '' }] = operations.filter(({ name }) => name === 'CurrentViewer');

  it('learners and visitors may send only operations of the web client', async () => {
    for (const token of [await auth.tokenOf(7), undefined]) {
      const response = await gateway.send(unknown, token);
      expect([response.statusCode, codeOf(response)]).toEqual([400, 'OPERATION_UNKNOWN']);
      expect((await gateway.send(JSON.stringify({ query: registered.query }), token)).statusCode).toBe(200);
    }
  });

  it('a registered operation in another spelling uses the warm plan', async () => {
    const plans = vi.spyOn(QueryPlanner.prototype, 'buildQueryPlan');
    const query = registered.query.replaceAll(/\s+/g, '   ');
    expect((await gateway.send(JSON.stringify({ query }))).statusCode).toBe(200);
    expect(plans).not.toHaveBeenCalled();
    plans.mockRestore();
  });

  it('an operator may send any operation', async () => {
    const response = await gateway.send(unknown, operator);
    expect([response.statusCode, codeOf(response)]).not.toContain('OPERATION_UNKNOWN');
    expect(response.statusCode).toBe(200);
  });

  it('a forged token of an operator is rejected', async () => {
    const response = await gateway.send(unknown, `${operator.slice(0, -6)}AAAAAA`);
    expect([response.statusCode, codeOf(response)]).toEqual([401, 'UNAUTHENTICATED']);
  });
});
