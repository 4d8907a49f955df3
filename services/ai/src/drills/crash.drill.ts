import { eventually } from '@kumbuka/testing/servers';
import {
  createServiceProcess,
  startStack,
  startTestAuth,
  testInternalKey,
  untilAvailable,
  type ServiceProcess,
  type TestAuth,
  type TestStack,
} from '@kumbuka/testing';
import { internalHeaders } from '@kumbuka/contracts';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startDecks, studyText } from '../testing/ai-suite.ts';

const deckId = 1;
let stack: TestStack;
let auth: TestAuth;
let decks: Awaited<ReturnType<typeof startDecks>>;
let service: ServiceProcess;
let learner = 2_000;

beforeAll(async () => {
  [stack, auth, decks] = await Promise.all([startStack(), startTestAuth(), startDecks()]);
  const env = { ...stack.env, AUTH_URL: auth.url, ADMIN_URL: auth.url, DECKS_URL: decks.url };
  service = await createServiceProcess(fileURLToPath(new URL('../main.ts', import.meta.url)), env);
});
afterAll(async () => {
  await service.end('SIGKILL');
  await decks.stop();
  await auth.stop();
  await stack.stop();
});

const rejected = z.looseObject({ errors: z.unknown().optional() });
const generated = z.object({ inserted_count: z.number(), cards: z.array(z.unknown()) });
const begun = z.object({ data: z.object({ generateCards: z.object({ id: z.string() }) }) });
const usageResponse = z.object({
  data: z.object({
    viewer: z.object({
      aiQuota: z.object({ used: z.number() }),
      generations: z.object({ items: z.array(z.object({ state: z.string() })) }),
    }),
  }),
});

const headers = async () => ({
  [internalHeaders.key]: testInternalKey,
  'content-type': 'application/json',
  authorization: `Bearer ${await auth.tokenOf(learner)}`,
});
async function send(path: string, body: object, key?: string) {
  const ownHeaders = { ...(await headers()), ...(key === undefined ? {} : { 'idempotency-key': key }) };
  const request = { method: 'POST', headers: ownHeaders, body: JSON.stringify(body) };
  return untilAvailable(async () => {
    const response = await fetch(`${service.url}${path}`, request);
    const body = rejected.parse(await response.json());
    return { status: response.status, body, errors: body.errors };
  });
}
async function post(body: object, key?: string) {
  const response = await send('/ai/generate', body, key);
  return { status: response.status, body: generated.parse(response.body) };
}
/** The id of a generation that is begun over GraphQL. */
async function begin(key: string) {
  const query = 'mutation ($input: GenerateCardsInput!) { generateCards(input: $input) { id } }';
  const variables = { input: { text: studyText, count: 6 } };
  const { body } = await send('/graphql', { query, variables }, key);
  return begun.parse(body).data.generateCards.id;
}
async function readUsage() {
  const query =
    '{ viewer { aiQuota { used } generations(perPage: 100) { items { state insertions { inserted } } } } }';
  const { body } = await send('/graphql', { query });
  const { viewer } = usageResponse.parse(body).data;
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
    '%s charges no failed prompt, inserts nothing twice and continues',
    async (_when, point, used) => {
      learner += 1;
      decks.add(deckId, learner);
      decks.inserted.clear();
      await service.dieAt(point, () => generate());
      // A generation of a dead process fails once its heartbeat has stopped changing.
      await eventually(async () => {
        const { generations } = await readUsage();
        expect(generations.filter(({ state }) => state === 'RUNNING')).toEqual([]);
      }, 40_000);
      expect((await readUsage()).used).toBe(used);
      expect(decks.inserted.size).toBeLessThanOrEqual(1);

      const again = await generate();
      expect([again.status, again.body.inserted_count]).toEqual([200, again.body.cards.length]);
      expect((await readUsage()).used).toBe(used + 1);
      await service.end('SIGTERM');
    },
    180_000,
  );

  it('after it reserved a prompt over GraphQL returns that generation again for its key, and charges nothing', async () => {
    learner += 1;
    await service.dieAt('after-commit-before-answer:1', () => begin('a-key'));
    const [first, again] = [await begin('a-key'), await begin('a-key')];
    expect(again).toBe(first);
    await eventually(async () => {
      const { used, generations } = await readUsage();
      expect([used, generations.map(({ state }) => state)]).toEqual([0, ['FAILED']]);
    }, 40_000);
    await service.end('SIGTERM');
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
      await service.dieAt(point, () => generate('a-key'));
      const again = await generate('a-key');
      expect([again.status, again.body.inserted_count]).toEqual([200, again.body.cards.length]);
      const { used, generations } = await readUsage();
      expect([used, generations.map(({ state }) => state)]).toEqual([1, ['READY']]);
      expect(decks.inserted.size).toBe(1);
      await service.end('SIGTERM');
    },
    180_000,
  );
});
