import {
  eventually,
  startStack,
  startTestAuth,
  testInternalKey,
  type TestAuth,
  type TestStack,
} from '@kumbuka/testing';
import { internalHeaders } from '@kumbuka/contracts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startDecks, studyText } from './testing/ai-suite.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const deckId = 1;
let stack: TestStack;
let auth: TestAuth;
let decks: Awaited<ReturnType<typeof startDecks>>;
let port: number;
let learner = 2_000;
let child: ChildProcess | null = null;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

beforeAll(async () => {
  [stack, auth, decks] = await Promise.all([startStack(), startTestAuth(), startDecks()]);
  port = await freePort();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await decks.stop();
  await auth.stop();
  await stack.stop();
});

const generated = z.object({ inserted_count: z.number(), cards: z.array(z.unknown()) });
const begun = z.object({ data: z.object({ generateCards: z.object({ id: z.string() }) }) });
const standingOf = z.object({
  data: z.object({
    viewer: z.object({
      aiQuota: z.object({ used: z.number() }),
      generations: z.object({ items: z.array(z.object({ state: z.string() })) }),
    }),
  }),
});

const url = (path: string) => `http://127.0.0.1:${port}${path}`;

/** The service as a process of its own, until it is ready. */
async function start(more: Record<string, string> = {}) {
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    INTERNAL_KEY: testInternalKey,
    AUTH_URL: auth.url,
    DECKS_URL: decks.url,
  };
  child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env, ...stack.env, ...more },
    stdio: 'ignore',
  });
  await eventually(async () => expect((await fetch(url('/health/ready'))).status).toBe(200), 60_000);
}
async function stop(signal: NodeJS.Signals) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

const headers = async () => ({
  [internalHeaders.key]: testInternalKey,
  'content-type': 'application/json',
  authorization: `Bearer ${await auth.tokenOf(learner)}`,
});
async function send(path: string, body: object, key?: string) {
  const answer = await fetch(url(path), {
    method: 'POST',
    headers: { ...(await headers()), ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}
async function post(body: object, key?: string) {
  const answer = await send('/ai/generate', body, key);
  return { status: answer.status, body: generated.parse(answer.body) };
}
/** The id of a generation that is begun over GraphQL. */
async function begin(key: string) {
  const query = 'mutation ($input: GenerateCardsInput!) { generateCards(input: $input) { id } }';
  const variables = { input: { text: studyText, count: 6 } };
  const { body } = await send('/graphql', { query, variables }, key);
  return begun.parse(body).data.generateCards.id;
}
async function standing() {
  const query =
    '{ viewer { aiQuota { used } generations(perPage: 100) { items { state insertions { inserted } } } } }';
  const { body } = await send('/graphql', { query });
  const { viewer } = standingOf.parse(body).data;
  return { used: viewer.aiQuota.used, generations: viewer.generations.items };
}
const generate = (key?: string) => post({ text: studyText, count: 6, deck_id: deckId }, key);

describe('a service that is killed', () => {
  it.each([
    ['before it has reserved a prompt', 'after-work-before-commit:1', 0],
    ['when it has reserved a prompt', 'after-commit-before-answer:1', 0],
    ['before it has committed the cards', 'after-work-before-commit:2', 0],
    ['when it has committed the cards', 'after-commit-before-answer:2', 1],
    ['before it has noted what was inserted', 'after-work-before-commit:3', 1],
  ])(
    '%s charges no failed prompt, inserts nothing twice and goes on',
    async (_when, point, used) => {
      learner += 1;
      decks.add(deckId, learner);
      decks.inserted.clear();
      await start({ CRASH_AT: point });
      const exit = child ? once(child, 'exit') : null;
      await expect(generate()).rejects.toThrow('fetch failed');
      await exit;
      await start();
      // What a dead process left running is failed once its mark has stood still.
      await eventually(async () => {
        const { generations } = await standing();
        expect(generations.filter(({ state }) => state === 'RUNNING')).toEqual([]);
      }, 40_000);
      expect((await standing()).used).toBe(used);
      expect(decks.inserted.size).toBeLessThanOrEqual(1);

      const again = await generate();
      expect([again.status, again.body.inserted_count]).toEqual([200, again.body.cards.length]);
      expect((await standing()).used).toBe(used + 1);
      await stop('SIGTERM');
    },
    180_000,
  );

  it('when it has reserved a prompt over GraphQL names that generation again for its key, and charges nothing', async () => {
    learner += 1;
    await start({ CRASH_AT: 'after-commit-before-answer:1' });
    const exit = child ? once(child, 'exit') : null;
    await expect(begin('a-key')).rejects.toThrow('fetch failed');
    await exit;
    await start();
    const [first, again] = [await begin('a-key'), await begin('a-key')];
    expect(again).toBe(first);
    await eventually(async () => {
      const { used, generations } = await standing();
      expect([used, generations.map(({ state }) => state)]).toEqual([0, ['FAILED']]);
    }, 40_000);
    await stop('SIGTERM');
  }, 180_000);

  it.each([
    ['when it has committed the cards', 'after-commit-before-answer:2'],
    ['before it has noted what was inserted', 'after-work-before-commit:3'],
    ['when it has noted what was inserted', 'after-commit-before-answer:3'],
  ])(
    '%s charges one prompt for one key and inserts what the first one made',
    async (_when, point) => {
      learner += 1;
      decks.add(deckId, learner);
      decks.inserted.clear();
      await start({ CRASH_AT: point });
      const exit = child ? once(child, 'exit') : null;
      await expect(generate('a-key')).rejects.toThrow('fetch failed');
      await exit;
      await start();
      const again = await generate('a-key');
      expect([again.status, again.body.inserted_count]).toEqual([200, again.body.cards.length]);
      const { used, generations } = await standing();
      expect([used, generations.map(({ state }) => state)]).toEqual([1, ['READY']]);
      expect(decks.inserted.size).toBe(1);
      await stop('SIGTERM');
    },
    180_000,
  );
});
