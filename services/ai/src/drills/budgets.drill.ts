import { subscriptionActivated } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import { publishEvents } from '@kumbuka/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startAiTest, studyText, type AiTest } from '../testing/ai-suite.ts';
import { cards, good, startModel, streamed, whole } from '../testing/model-server.ts';

const learner = 7;
const body = { text: studyText, count: 6 };

let model: Awaited<ReturnType<typeof startModel>>;
let small: AiTest;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.stop());
beforeEach(() => {
  model.requests.length = 0;
});
afterEach(() => small.stop());

/** Starts ai with small budgets. */
const startWith = (budgets: Record<string, string>) =>
  startAiTest({}, { OPENAI_BASE_URL: model.url, OPENAI_TIMEOUT_MS: '2000', ...budgets });

async function subscribe(ai: AiTest, userId: number) {
  const data = {
    userId,
    paymentId: '01930d3e-7c00-7000-8000-000000000001',
    periodStart: new Date().toISOString(),
    periodEnd: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const aggregate = { id: userId, version: 1 };
  await publishEvents(ai.stack, [
    newEvent(subscriptionActivated, { key: userId, aggregate, occurredAt: new Date(), data }),
  ]);
  await eventually(async () => expect((await ai.quota(userId)).unlimited).toBe(true));
}

it('the budget of a day serves a free account whose generations fail with the embedded generator after its daily tokens', async () => {
  small = await startWith({ OPENAI_TOKENS_PER_LEARNER: '4500' });
  model.respond(whole('I am sorry, I cannot do that.'));
  const generate = (as: number) => small.rest('POST', '/ai/generate', { as, body });
  const responses = [];
  for (let call = 0; call < 8; call++) responses.push((await generate(learner)).body);
  expect(responses[0].code).toBe('GENERATION_FAILED');
  expect(responses.at(-1)).toMatchObject({ provider: 'embedded', prompt_counted: false });
  expect(responses.at(-1).cards.length).toBeGreaterThan(0);
  expect((await small.quota(learner)).used).toBe(0);
  expect((await generate(learner + 1)).body.code).toBe('GENERATION_FAILED');
});

it('the budget of a day of free accounts cannot exhaust the budget of subscribers', async () => {
  small = await startWith({ OPENAI_TOKENS_PER_DAY: '4500' });
  model.respond(streamed(good));
  for (const as of [101, 102, 103, 104]) await small.rest('POST', '/ai/generate', { as, body });
  model.requests.length = 0;
  const { id, isFallback } = (await small.generate(learner)).data.generateCards;
  expect(isFallback).toBe(false);
  await eventually(async () =>
    expect(await small.generation(learner, id)).toMatchObject({ state: 'READY', isFallback: true }),
  );
  expect(model.requests).toHaveLength(0);
  expect((await small.quota(learner)).used).toBe(0);

  const subscriber = learner + 1;
  await subscribe(small, subscriber);
  const { body: paid } = await small.rest('POST', '/ai/generate', { as: subscriber, body });
  expect(paid).toMatchObject({ provider: 'openai', prompt_counted: true, cards: cards(6) });
  expect(model.requests).toHaveLength(1);
});
