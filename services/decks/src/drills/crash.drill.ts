import { internalHeaders } from '@kumbuka/contracts';
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
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { someFields } from '../testing/builders.ts';

/** Decks in a process of its own, which a crash point kills. */
let stack: TestStack;
let auth: TestAuth;
let service: ServiceProcess;
const owner = 7;
let generationId = 0;

beforeAll(async () => {
  [stack, auth] = await Promise.all([startStack(), startTestAuth()]);
  const env = { ...stack.env, AUTH_URL: auth.url, STUDY_PROGRESS_URL: auth.url, BILLING_URL: auth.url };
  service = await createServiceProcess(fileURLToPath(new URL('../main.ts', import.meta.url)), env);
});
afterAll(async () => {
  await service.end('SIGKILL');
  await Promise.all([stack.stop(), auth.stop()]);
});

const answered = z.object({ id: z.number(), card_count: z.number(), inserted: z.number() }).partial();

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const headers = {
    [internalHeaders.key]: testInternalKey,
    authorization: `Bearer ${await auth.tokenOf(owner)}`,
    'content-type': 'application/json',
  };
  const response = await untilAvailable(() =>
    fetch(`${service.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }),
  );
  return answered.parse(await response.json());
}

const cards = [
  { front: 'What is a cell?', back: 'A unit of life' },
  { front: 'What is a tissue?', back: 'A group of cells' },
];

it.each([
  ['before the cards are committed', 'after-work-before-commit:1'],
  ['when the cards are committed', 'after-commit-before-answer:1'],
])(
  'a service that is killed %s has the generation’s cards once after they were sent again',
  async (_when, crashAt) => {
    generationId += 1;
    await service.start();
    const { id } = await call('POST', '/decks', someFields());
    await service.end('SIGTERM');
    const insert = () => call('POST', `/internal/decks/${id}/cards`, { ownerId: owner, generationId, cards });
    await service.dieAt(crashAt, insert);
    for (let time = 0; time < 2; time++) expect((await insert()).inserted).toBe(2);
    expect((await call('GET', `/decks/${id}`)).card_count).toBe(2);
    await service.end('SIGTERM');
  },
  60_000,
);
