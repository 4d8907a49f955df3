import { internalHeaders } from '@kumbuka/contracts';
import { askRaw, type RawAnswer } from '@kumbuka/testing';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRun } from './data-directory.ts';
import { aCardOf, aLearner } from './testing/learner.ts';
import { publicPorts, start, untilReady, type Start } from './testing/product.ts';

const SLOW_MS = 120_000;
const ports = ['web', 'rest', 'graphql', 'auth', 'decks', 'study-progress'] as const;
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
const firsts = ['/decks/', '/study-sessions/', '/assets/', '/'];
const climbing = firsts.flatMap((first) => ups.flatMap((up) => goals.map((goal) => first + up + goal)));
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

/** What is no way up once it is read; a page of the web client may be behind it, but no service. */
const harmless = [
  '/decks/%252e%252e%255cinternal%255ccards%255c1',
  '/decks/%EF%BC%8E%EF%BC%8E%EF%BC%8Finternal',
  '/decks/..;%3bx',
  '/internal/cards/1',
  '/internal/jwks',
  'http://localhost/internal/cards/1',
];

describe.each([
  ['in one process', []],
  ['with a process for each service', ['--split']],
])('the ports of the product %s', (_name, words) => {
  let dataDir: string;
  let running: Start;
  let portOf: Record<Port, number>;
  let token: string;
  let keys: Record<string, string>;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'ways-in-'));
    running = start({ KUMBUKA_DATA_DIR: dataDir, ...(await publicPorts()) }, ...words);
    await untilReady(running);
    const run = readRun(dataDir);
    portOf = Object.fromEntries(ports.map((name) => [name, run?.ports[name] ?? 0])) as typeof portOf;
    const internal = readFileSync(join(dataDir, 'keys/internal-key'), 'utf8').trim();
    keys = { [internalHeaders.key]: internal };
    const learner = await aLearner(portOf.rest);
    expect(await aCardOf(learner)).toBe(1);
    ({ token } = learner);
  }, SLOW_MS);

  afterAll(async () => {
    running.process.kill('SIGTERM');
    await running.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }, SLOW_MS);

  const isService = (port: Port) => port === 'auth' || port === 'decks' || port === 'study-progress';

  /** The web server answers every screen's address with its page. */
  const isPage = (port: Port, { headers }: RawAnswer) =>
    port === 'web' && headers['content-type'] === 'text/html; charset=utf-8';

  const refusal = { error: expect.any(String), code: expect.any(String), requestId: expect.any(String) };
  const problemIn = (body: string) => {
    const told = JSON.parse(body);
    return 'errors' in told ? told.errors[0].extensions : told;
  };

  it.each(ports)(
    '%s: no spelling of an address leads to an internal route',
    { timeout: SLOW_MS },
    async (name) => {
      const headers = { authorization: `Bearer ${token}`, ...(isService(name) ? keys : {}) };
      for (const target of refused) {
        const answer = await askRaw(portOf[name], `GET ${target}`, headers);
        expect([400, 404], `${target}: ${answer.status} ${answer.body}`).toContain(answer.status);
        expect([target, problemIn(answer.body)]).toEqual([target, refusal]);
      }
      for (const target of isService(name) ? [] : harmless) {
        const answer = await askRaw(portOf[name], `GET ${target}`, headers);
        const status = isPage(name, answer) ? 404 : answer.status;
        expect([400, 404], `${target}: ${answer.status} ${answer.body}`).toContain(status);
      }
    },
  );
});
