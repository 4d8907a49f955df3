import { internalHeaders, restRoutes, serviceNames } from '@kumbuka/contracts';
import { requestRaw, type RawResponse } from '@kumbuka/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { giveDeck } from './learner.ts';
import { namedLearner } from './product.ts';
import type { RunningProduct } from './running-product.ts';

const SLOW_MS = 120_000;
const ports = ['web', 'rest', 'graphql', ...serviceNames] as const;
type Port = (typeof ports)[number];

/** Spellings of one level up. */
const ups = ['..', '.%2e', '%2e.', '%2E%2e', '%2e%2E'].flatMap((dots) =>
  ['/', '\\', '%2f', '%2F', '%5c', '%5C'].map((slash) => dots + slash),
);
const targets = [
  'internal/cards/1',
  'internal\\cards\\1',
  'internal%5Ccards%5C1',
  'internal/jwks',
  'catalog',
  'graphql?query=%7B__typename%7D',
];
/** Beginnings of the routes with a parameter in their path, and of the web server's own paths. */
const withParts = restRoutes.flatMap(({ path }) => (path.includes('{') ? [path.replace(/\{.*/, '')] : []));
const firsts = [...new Set(withParts), '/assets/', '/'];
/** Every pair of a beginning and a spelling; the targets take turns, because all ports parse paths by the same function. */
const climbing = firsts.flatMap((first, row) =>
  ups.map((up, column) => first + up + targets[(row + column) % targets.length]),
);
const odd = [
  '/decks/.\\internal\\cards\\1',
  '/decks/./1',
  '/decks\\..\\internal\\cards\\1',
  '\\internal\\cards\\1',
  '/\\internal/cards/1',
  '//internal/cards/1',
  '//',
  '//[',
  '/\\\\',
  '/decks/%2e%2e%00/internal',
  '/decks/1%00',
  '/decks/%0d%0aHost:x',
  '/decks/%7f',
  '/decks/%',
  '/decks/%zz',
  '/decks/%c0%ae%c0%ae%c0%afinternal',
  '/decks/%ff',
  '/decks/\u00e9',
  '/decks/\u0001',
  '/decks/1#/../internal',
  '/assets/%00',
  '*',
  'localhost:80',
  'internal/cards/1',
  'ftp://localhost/decks',
];
const absolute = ['https://x@localhost', 'http://localhost', 'HTTP://x:y@localhost:5000'].flatMap((host) =>
  ['/decks/..\\internal\\cards\\1', '/decks/%2e%2e\\graphql?query=%7B__typename%7D', '\\internal'].map(
    (path) => host + path,
  ),
);
const rejected = [...climbing, ...odd, ...absolute, 'https://x@localhost/decks'];

/** Paths that leave no directory when parsed. They may lead to a page of the web client, but to no service. */
const harmless = [
  '/decks/%252e%252e%255cinternal%255ccards%255c1',
  '/decks/%EF%BC%8E%EF%BC%8E%EF%BC%8Finternal',
  '/decks/..;%3bx',
  '/internal/cards/1',
  '/internal/jwks',
  'http://localhost/internal/cards/1',
];

const loginsAllowed = 20;
/** Settings that put the web server behind a proxy. The other two edges have none. */
export const edgeSettings = { WEB_PROXY_HOPS: '1', IP_LOGINS_PER_5_MINUTES: String(loginsAllowed) };
const forgedHeaders = ['x-forwarded-for', 'x-real-ip', internalHeaders.ip];

type Product = () => RunningProduct;

const portOf = (product: Product, name: Port) => product().run().ports[name] ?? 0;
const keyOf = (product: Product, file: string) =>
  readFileSync(join(product().dataDir, 'keys', file), 'utf8').trim();

const isService = (port: Port) => serviceNames.some((name) => name === port);

/** Whether a response is the page of the web client, which the web server returns for the path of every screen. */
const isPage = (port: Port, { headers }: RawResponse) =>
  port === 'web' && headers['content-type'] === 'text/html; charset=utf-8';

const problem = { error: expect.any(String), code: expect.any(String), requestId: expect.any(String) };

/** Returns the error of a REST response or the first one of a GraphQL response. */
function problemIn(body: string) {
  const parsed = JSON.parse(body);
  return 'errors' in parsed ? parsed.errors[0].extensions : parsed;
}

export const describeEdges = (product: Product) =>
  describe('the ports of the product', () => {
    pathCases(product);
    metricsCases(product);
    wrongLoginCases(product);
  });

function pathCases(product: Product) {
  let token: string;
  beforeAll(async () => {
    const learner = await namedLearner(portOf(product, 'rest'), 'curious');
    await giveDeck(learner, 1);
    ({ token } = learner);
  }, SLOW_MS);

  it.each(ports)(
    '%s: no spelling of a path leads to an internal route',
    { timeout: SLOW_MS },
    async (name) => {
      const key = { [internalHeaders.key]: keyOf(product, 'internal-key') };
      const headers = { authorization: `Bearer ${token}`, ...(isService(name) && key) };
      const get = (path: string) => requestRaw(portOf(product, name), `GET ${path}`, headers);
      for (const path of rejected) {
        const { status, body } = await get(path);
        expect([400, 404], `${path}: ${status} ${body}`).toContain(status);
        expect([path, problemIn(body)]).toEqual([path, problem]);
      }
      for (const path of isService(name) ? [] : harmless) {
        const response = await get(path);
        const status = isPage(name, response) ? 404 : response.status;
        expect([400, 404], `${path}: ${response.status} ${response.body}`).toContain(status);
      }
    },
  );
}

function metricsCases(product: Product) {
  it.each(ports)('%s: only the metrics key opens metrics', async (name) => {
    const metricsWith = (file: string) =>
      requestRaw(portOf(product, name), 'GET /metrics', { authorization: `Bearer ${keyOf(product, file)}` });
    expect((await requestRaw(portOf(product, name), 'GET /metrics')).status).toBe(403);
    for (const file of ['internal-key', 'web-key']) expect((await metricsWith(file)).status).toBe(403);
    expect((await metricsWith('metrics-key')).body).toContain('http_request_duration_seconds');
  });
}

let logins = 0;

/** Sends a wrong login of an account that does not exist. Returns the code of the error. */
async function wrongLogin(
  product: Product,
  name: 'web' | 'rest' | 'graphql',
  headers: Record<string, string>,
) {
  const input = { email: `stranger${++logins}@example.com`, password: 'not the one' };
  const query = 'mutation ($input: LogInInput!) { logIn(input: $input) { verificationRequired } }';
  const [path, body] = name === 'rest' ? ['/login', input] : ['/graphql', { query, variables: { input } }];
  const response = await fetch(`http://127.0.0.1:${portOf(product, name)}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return problemIn(await response.text()).code;
}

function wrongLoginCases(product: Product) {
  const viaProxy = (ip: string) => wrongLogin(product, 'web', { 'x-forwarded-for': `6.6.6.6, ${ip}` });
  const repeat = async (count: number, send: (n: number) => Promise<string>) => {
    const codes: string[] = [];
    for (let n = 0; n < count; n++) codes.push(await send(n));
    return codes;
  };

  it('web: 300 wrong logins from one address lock out no other address', { timeout: SLOW_MS }, async () => {
    const codes = await repeat(300, () => viaProxy('41.90.1.1'));
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(loginsAllowed);
    expect(codes.at(-1)).toBe('RATE_LIMITED');
    expect(await viaProxy('41.90.1.2')).toBe('INVALID_CREDENTIALS');
  });

  it('web: the addresses of one IPv6 customer count as one', { timeout: SLOW_MS }, async () => {
    const codes = await repeat(loginsAllowed + 1, (n) => viaProxy(`2001:db8:1:2::${n}`));
    expect(codes.at(-1)).toBe('RATE_LIMITED');
    expect(await viaProxy('2001:db8:1:3::1')).toBe('INVALID_CREDENTIALS');
  });

  it.each(['rest', 'graphql'] as const)(
    '%s: no header of a client hides the origin of its wrong logins',
    { timeout: SLOW_MS },
    async (name) => {
      const key = { [internalHeaders.webKey]: 'a-key-that-was-guessed' };
      const codes = await repeat(loginsAllowed + 1, (n) => {
        const forged = Object.fromEntries(forgedHeaders.map((header) => [header, `41.90.2.${n}`]));
        return wrongLogin(product, name, { ...key, ...forged });
      });
      expect(codes.at(-1)).toBe('RATE_LIMITED');
    },
  );
}
