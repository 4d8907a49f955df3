import { createErasureRace, type ErasureRace } from '@kumbuka/service-kit/testing';
import { attemptsIn, eraseBeforeEachWrite, eraseUser, keptAfterErasure, missingIn } from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAiTest, studyText, type AiTest } from '../testing/ai-suite.ts';
import { good, startModel, streamed } from '../testing/model-server.ts';
import { createUseCases, type UseCases } from '../use-cases/use-cases.ts';

let race: ErasureRace;
/** Its writes are held while `eraser`, another process on the same stores, erases the learner. */
let ai: AiTest;
let eraser: AiTest;
let model: Awaited<ReturnType<typeof startModel>>;

beforeAll(async () => {
  model = await startModel();
  model.respond(streamed(good));
  const env = { OPENAI_BASE_URL: model.url };
  eraser = await startAiTest({}, env);
  race = await createErasureRace(eraser.stack.mongo.port, 'kumbuka_ai');
  ai = await startAiTest({ mongo: race.mongo }, env, eraser);
});
afterAll(async () => {
  await ai.stop();
  race.stop();
  await eraser.stop();
  await model.stop();
});

interface Learner {
  id: number;
  deckId: number;
}
let learners = 0;
async function aLearner(): Promise<Learner> {
  const learner = { id: 7_400_000_000 + ++learners, deckId: learners };
  for (const { decks } of [ai, eraser]) decks.add(learner.deckId, learner.id);
  return learner;
}

const post = (on: AiTest, { id }: Learner, body: object) =>
  on.rest('POST', '/ai/generate', { as: id, body, headers: { 'idempotency-key': randomUUID() } });
const request = { text: studyText, count: 6 };

type Attempt = (learner: Learner) => (() => Promise<unknown>) | Promise<() => Promise<unknown>>;

/** Attempts by use case; null for use cases that write nothing about a learner, and for jobs. */
const attempts: Partial<Record<keyof UseCases, Attempt | null>> = {
  readQuota: null,
  listGenerations: null,
  openGenerations: null,
  listUses: null,
  readGeneration: null,
  generateCards:
    ({ id }) =>
    () =>
      ai.generate(id, {}, randomUUID()),
  generateAndWait: (learner) => () => post(ai, learner, { ...request, deck_id: learner.deckId }),
  insertGeneratedCards: async (learner) => {
    const { body } = await post(eraser, learner, request);
    expect(body.cards).toHaveLength(6);
    return () => post(ai, learner, { generation_id: body.generation_id, deck_id: learner.deckId });
  },
  readCosts: null,
  failAbandoned: null,
  eraseLearner: null,
  listUsage: null,
  readUsage: null,
};

it('every use case is in the table of erasures', () => {
  expect(missingIn(attempts, createUseCases)).toEqual([]);
});

describe('a learner who is erased', () => {
  it.each(attemptsIn(attempts))(
    'while %s runs leaves no row',
    { timeout: 120_000 },
    async (_name, prepare) => {
      const writes = await eraseBeforeEachWrite({
        race,
        remaining: keptAfterErasure,
        aLearner,
        prepare,
        erase: ({ id }) => eraseUser(eraser, id),
        textsOf: ({ id }) => [id],
      });
      expect(writes).toBeGreaterThan(0);
    },
  );
});
