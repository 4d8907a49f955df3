import { internalHeaders, restRoutes, serviceNames } from '@kumbuka/contracts';
import { requestRaw, type RawResponse } from '@kumbuka/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCardOf, aLearner } from './learner.ts';
import type { RunningProduct } from './running-product.ts';

const SLOW_MS = 120_000;
const ports = ['web', 'rest', 'graphql', ...serviceNames] as const;
type Port = (typeof ports)[number];

/** One level up, as a client may write it. */
const ups = ['..', '.%2e', '%2e.', '%2E%2e', '%2e%2E'].flatMap((dots) =>
  ['/', '\\', '%2f', '%2F', '%5c', '%5C'].map((slash) => dots + slash),
);
const goals = [
  'internal/cards/1',
  'internal\\cards\\1',
  'internal%5Ccards%5C1',
  'internal/jwks',
  'catalog',
  'graphql?query=%7B__typename%7D',
];
/** Every route that takes something in its path, and the web server's own. */
const withParts = restRoutes.flatMap(({ path }) => (path.includes('{') ? [path.replace(/\{.*/, '')] : []));
const firsts = [...new Set(withParts), '/assets/', '/'];
/** Each pair of a beginning, a way up and a goal; all ports read addresses by the same function. */
const climbing = firsts.flatMap((first, row) =>
  ups.map((up, column) => first + up + goals[(row + column) % goals.length]),
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
const refused = [...climbing, ...odd, ...absolute, 'https://x@localhost/decks'];

/** Addresses that leave no directory after parsing; they may reach a page of the web client, but no service. */
const harmless = [
  '/decks/%252e%252e%255cinternal%255ccards%255c1',
  '/decks/%EF%BC%8E%EF%BC%8E%EF%BC%8Finternal',
  '/decks/..;%3bx',
  '/internal/cards/1',
  '/internal/jwks',
  'http://localhost/internal/cards/1',
];

/** The web server is behind a proxy here; the other two edges are not. */
const loginsAllowed = 20;
export const edgeSettings = { WEB_PROXY_HOPS: '1', IP_LOGINS_PER_5_MINUTES: String(loginsAllowed) };
const forgedNames = ['x-forwarded-for', 'x-real-ip', internalHeaders.ip];

export const describeEdges = (product: () => RunningProduct) =>
  describe('the ports of the product', () => {
    let token: string;
    let keys: Record<string, string>;
    const portOf = (name: Port) => product().run().ports[name] ?? 0;

    beforeAll(async () => {
      const internal = readFileSync(join(product().dataDir, 'keys/internal-key'), 'utf8').trim();
      keys = { [internalHeaders.key]: internal };
      const learner = await aLearner(portOf('rest'), 'curious');
      expect(await aCardOf(learner)).toBeGreaterThan(0);
      ({ token } = learner);
    }, SLOW_MS);

    const isService = (port: Port) => serviceNames.some((name) => name === port);

    /** The web server answers every screen's address with its page. */
    const isPage = (port: Port, { headers }: RawResponse) =>
      port === 'web' && headers['content-type'] === 'text/html; charset=utf-8';

    const refusal = { error: expect.any(String), code: expect.any(String), requestId: expect.any(String) };
    const problemIn = (body: string) => {
      const parsed = JSON.parse(body);
      return 'errors' in parsed ? parsed.errors[0].extensions : parsed;
    };

    it.each(ports)(
      '%s: no spelling of an address leads to an internal route',
      { timeout: SLOW_MS },
      async (name) => {
        const headers = { authorization: `Bearer ${token}`, ...(isService(name) ? keys : {}) };
        for (const target of refused) {
          const response = await requestRaw(portOf(name), `GET ${target}`, headers);
          expect([400, 404], `${target}: ${response.status} ${response.body}`).toContain(response.status);
          expect([target, problemIn(response.body)]).toEqual([target, refusal]);
        }
        for (const target of isService(name) ? [] : harmless) {
          const response = await requestRaw(portOf(name), `GET ${target}`, headers);
          const status = isPage(name, response) ? 404 : response.status;
          expect([400, 404], `${target}: ${response.status} ${response.body}`).toContain(status);
        }
      },
    );

    it.each(ports)('%s: only the key of scrapers opens metrics', async (name) => {
      const metricsWith = (key: string) => {
        const bearer = readFileSync(join(product().dataDir, 'keys', key), 'utf8').trim();
        return requestRaw(portOf(name), 'GET /metrics', { authorization: `Bearer ${bearer}` });
      };
      expect((await requestRaw(portOf(name), 'GET /metrics')).status).toBe(403);
      for (const key of ['internal-key', 'web-key']) expect((await metricsWith(key)).status).toBe(403);
      expect((await metricsWith('metrics-key')).body).toContain('http_request_duration_seconds');
    });

    let strangers = 0;

    /** The code of a wrong login that somebody behind the proxy, or a client of an open port, sends. */
    async function codeOfWrongLogin(name: 'web' | 'rest' | 'graphql', headers: Record<string, string>) {
      const input = { email: `stranger${++strangers}@example.com`, password: 'not the one' };
      const query = 'mutation ($input: LogInInput!) { logIn(input: $input) { verificationRequired } }';
      const [path, body] =
        name === 'rest' ? ['/login', input] : ['/graphql', { query, variables: { input } }];
      const response = await fetch(`http://127.0.0.1:${portOf(name)}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return problemIn(await response.text()).code;
    }

    const viaProxy = (ip: string) => codeOfWrongLogin('web', { 'x-forwarded-for': `6.6.6.6, ${ip}` });
    const last = <Item>(items: Item[]) => items.at(-1);

    it('web: 300 wrong logins from one address lock nobody else out', { timeout: SLOW_MS }, async () => {
      const codes: string[] = [];
      for (let count = 0; count < 300; count++) codes.push(await viaProxy('41.90.1.1'));
      expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(loginsAllowed);
      expect(last(codes)).toBe('RATE_LIMITED');
      expect(await viaProxy('41.90.1.2')).toBe('INVALID_CREDENTIALS');
    });

    it('web: the addresses of one IPv6 customer count as one', { timeout: SLOW_MS }, async () => {
      const codes: string[] = [];
      for (let count = 0; count <= loginsAllowed; count++)
        codes.push(await viaProxy(`2001:db8:1:2::${count}`));
      expect(last(codes)).toBe('RATE_LIMITED');
      expect(await viaProxy('2001:db8:1:3::1')).toBe('INVALID_CREDENTIALS');
    });

    it.each(['rest', 'graphql'] as const)(
      "%s: no header of a client makes its wrong logins somebody else's",
      { timeout: SLOW_MS },
      async (name) => {
        const codes: string[] = [];
        for (let count = 0; count <= loginsAllowed; count++) {
          const forged = forgedNames.map((header) => [header, `41.90.2.${count}`]);
          const key = { [internalHeaders.webKey]: 'a-key-that-was-guessed' };
          codes.push(await codeOfWrongLogin(name, { ...key, ...Object.fromEntries(forged) }));
        }
        expect(last(codes)).toBe('RATE_LIMITED');
      },
    );
  });
