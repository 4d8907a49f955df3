import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveDeck, newLearner, type Learner } from './learner.ts';
import {
  respondNonsense,
  respondWell,
  respondWhole,
  breakOff,
  rejectWith,
  startModel,
  type Behaviour,
  type Model,
} from './model.ts';
import { startProduct, withoutLimits, type Product } from './product.ts';

const text =
  'The Tana is the longest river of Kenya. It rises in the Aberdares and flows into the Indian Ocean.';

interface Generated {
  generation_id: number;
  cards: { question: string; answer: string }[];
  inserted_count: number;
  code?: string;
}

/**
 * Generation with `OPENAI_BASE_URL` set to a local server without a key, through the `openai` package. The trial of
 * alerts uses such a model with one process per service.
 */
describe('an external model', () => {
  let model: Model;
  let product: Product;
  let learner: Learner;
  let deckId: number;
  beforeAll(async () => {
    model = await startModel();
    const env = { ...withoutLimits, OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'local' };
    product = await startProduct({
      env: { ...env, OPENAI_INPUT_PRICE: '2', OPENAI_OUTPUT_PRICE: '8' },
    });
  });
  afterAll(async () => {
    await product?.stop();
    await model?.stop();
  });
  beforeEach(async () => {
    learner = await newLearner(product.rest, 'reader');
    ({ deckId } = await giveDeck(learner, 1));
    model.behave(respondWell);
    model.requests.length = 0;
  });

  const post = (body: object) => learner.call<Generated>('POST', '/ai/generate', body);
  async function graphql(query: string, variables: object) {
    const response = await fetch(product.graphql, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${learner.token}` },
      body: JSON.stringify({ query, variables }),
    });
    // Responses of any shape.
    // oxlint-disable-next-line typescript/no-explicit-any
    const { data, errors }: any = await response.json();
    expect(errors).toBeUndefined();
    return data;
  }
  const used = async () => (await graphql('{ viewer { aiQuota { used } } }', {})).viewer.aiQuota.used;
  async function untilReady(id: string) {
    const query = 'query ($id: ID!) { generation(id: $id) { state provider cards { question answer } } }';
    for (;;) {
      const { generation } = await graphql(query, { id });
      if (generation.state !== 'RUNNING') return generation;
      await pause(100);
    }
  }

  it('a learner generates, previews and inserts cards of an external model', async () => {
    const begin = 'mutation ($input: GenerateCardsInput!) { generateCards(input: $input) { id state } }';
    const { id } = (await graphql(begin, { input: { text, count: 6 } })).generateCards;
    const generation = await untilReady(id);
    expect(generation).toMatchObject({ state: 'READY', provider: 'openai' });
    expect(generation.cards).toHaveLength(6);
    expect(model.requests).toEqual([{ stream: true, structured: true, cards: 6 }]);
    const insert =
      'mutation ($input: InsertGeneratedCardsInput!) { insertGeneratedCards(input: $input) { inserted deck { cardCount } } }';
    const input = { generationId: id, deckId: String(deckId), cards: generation.cards.slice(1) };
    expect((await graphql(insert, { input })).insertGeneratedCards).toEqual({
      inserted: 5,
      deck: { cardCount: 6 },
    });
  });

  it.each<[string, Behaviour[], boolean[]]>([
    ['does not stream', [respondWhole], [true]],
    ['says 429 first', [rejectWith(429), respondWell], [true, false]],
    ['says 503 first', [rejectWith(503), respondWell], [true, false]],
    ['returns nonsense first', [respondNonsense, respondWell], [true, false]],
    ['disconnects in the middle of its cards', [breakOff, respondWell], [true, false]],
  ])('that %s returns its cards', async (_what, behaviours, streams) => {
    model.behave(...behaviours);
    const { status, body } = await post({ text, count: 6, deck_id: deckId });
    expect([status, body.cards?.length, body.inserted_count]).toEqual([200, 6, 6]);
    expect(model.requests.map(({ stream }) => stream)).toEqual(streams);
  });

  it.each<[string, Behaviour]>([
    ['always returns nonsense', respondNonsense],
    ['always returns 429', rejectWith(429)],
  ])('that %s results in a message and costs no prompt', async (_what, behaviour) => {
    model.behave(behaviour);
    const { status, body } = await post({ text, count: 6 });
    expect([status, body.code]).toEqual([502, 'GENERATION_FAILED']);
    expect(await used()).toBe(0);
  });
});
