import { eventually } from '@kumbuka/testing/servers';
import { testMetricsKey } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAiTest, studyText, type AiTest } from './testing/ai-suite.ts';

let ai: AiTest;
let learner = 100;
beforeAll(async () => {
  ai = await startAiTest();
});
afterAll(() => ai.stop());

const aLearner = () => ++learner;
const post = (as: number, body: unknown, key?: string) =>
  ai.rest('POST', '/ai/generate', { as, body, ...(key ? { headers: { 'idempotency-key': key } } : {}) });
const until = (as: number, id: string, state: string) =>
  eventually(async () => {
    const generation = await ai.generation(as, id);
    expect(generation.state).toBe(state);
    return generation;
    // The first card of a process waits for its language model to be read.
  }, 20_000);
const insert = (as: number, generationId: string, deckId: number, cards: unknown) =>
  ai.graphql(
    'mutation ($input: InsertGeneratedCardsInput!) { insertGeneratedCards(input: $input) { inserted deck { id } generation { insertions { deckId inserted } } } }',
    { input: { generationId, deckId: String(deckId), cards } },
    { as },
  );

describe('over GraphQL', () => {
  it('a generation responds at once, and its cards follow', async () => {
    const me = aLearner();
    const { data } = await ai.generate(me);
    expect(data.generateCards).toMatchObject({ state: 'RUNNING', asked: 6, made: 0, provider: 'embedded' });
    const { cards } = await until(me, data.generateCards.id, 'READY');
    expect(cards.length).toBeGreaterThanOrEqual(5);
    expect(cards[0]).toMatchObject({
      question: 'What is a cell?',
      answer: 'The smallest unit of life',
      source: 'A cell is the smallest unit of life.',
      duplicateOf: null,
    });
    expect(await ai.quota(me)).toMatchObject({ used: 1, remaining: 4 });
  });

  it('the same key begins one generation', async () => {
    const me = aLearner();
    const first = await ai.generate(me, {}, 'key-of-a-generation');
    await until(me, first.data.generateCards.id, 'READY');
    const again = await ai.generate(me, {}, 'key-of-a-generation');
    expect(again.data.generateCards.id).toBe(first.data.generateCards.id);
    expect(await ai.quota(me)).toMatchObject({ used: 1 });
  });

  it('the edited cards are inserted, once for each generation and deck', async () => {
    const me = aLearner();
    ai.decks.add(1, me);
    ai.decks.add(2, me);
    const { id } = (await ai.generate(me)).data.generateCards;
    await until(me, id, 'READY');
    const edited = [{ question: 'Edited?', answer: 'Yes' }];
    expect((await insert(me, id, 1, edited)).data.insertGeneratedCards).toEqual({
      inserted: 1,
      deck: { id: '1' },
      generation: { insertions: [{ deckId: '1', inserted: 1 }] },
    });
    const other = await insert(me, id, 1, [...edited, { question: 'More?', answer: 'No' }]);
    expect(other.data.insertGeneratedCards.inserted).toBe(1);
    expect(ai.decks.inserted.get(`${id}:1`)).toEqual([{ front: 'Edited?', back: 'Yes' }]);
    expect((await insert(me, id, 2, edited)).data.insertGeneratedCards.inserted).toBe(1);
  });

  it('more cards than were generated are rejected', async () => {
    const me = aLearner();
    ai.decks.add(3, me);
    const { id } = (await ai.generate(me)).data.generateCards;
    const { cards } = await until(me, id, 'READY');
    const many = Array.from({ length: cards.length + 1 }, () => ({ question: 'Q', answer: 'A' }));
    expect((await insert(me, id, 3, many)).code).toBe('VALIDATION');
  });

  it('questions of the deck are flagged, in other words too', async () => {
    const me = aLearner();
    ai.decks.add(4, me, ['What is a cell', 'What is meiosis?']);
    const { id } = (await ai.generate(me, { deckId: '4' })).data.generateCards;
    const { cards } = await until(me, id, 'READY');
    expect(
      cards
        .filter(({ duplicateOf }) => duplicateOf)
        .map(({ question, duplicateOf }) => [question, duplicateOf]),
    ).toEqual([['What is a cell?', 'What is a cell']]);
  });

  it('decks and generations of other learners are not found', async () => {
    const [me, stranger] = [aLearner(), aLearner()];
    ai.decks.add(5, me);
    expect((await ai.generate(stranger, { deckId: '5' })).code).toBe('DECK_NOT_FOUND');
    expect(await ai.quota(stranger)).toMatchObject({ used: 0 });
    const { id } = (await ai.generate(me)).data.generateCards;
    await until(me, id, 'READY');
    expect((await insert(stranger, id, 5, [{ question: 'Q', answer: 'A' }])).code).toBe(
      'GENERATION_NOT_FOUND',
    );
    const seen = await ai.graphql(`{ generation(id: "${id}") { title } }`, {}, { as: stranger });
    expect(seen.code).toBe('GENERATION_NOT_FOUND');
  });

  it('the history holds what was generated, latest first', async () => {
    const me = aLearner();
    for (const text of [`First. ${studyText}`, `Second. ${studyText}`]) {
      const { id } = (await ai.generate(me, { text })).data.generateCards;
      await until(me, id, 'READY');
    }
    const { data } = await ai.graphql(
      '{ viewer { generations { items { title state } pageInfo { totalItems } } } }',
      {},
      { as: me },
    );
    expect(data.viewer.generations.pageInfo.totalItems).toBe(2);
    expect(data.viewer.generations.items[0].title).toMatch(/^Second\. A cell/);
  });

  it.each([
    ['too short', { text: 'Too short.' }],
    ['too long', { text: 'a '.repeat(10_001) }],
    ['an odd count', { count: 7 }],
  ])('a generation request with %s is rejected', async (_what, input) => {
    expect((await ai.generate(aLearner(), input)).code).toBe('VALIDATION');
  });
});

describe('over REST', () => {
  it('a preview has the cards and inserts nothing, and its insertion costs nothing', async () => {
    const me = aLearner();
    ai.decks.add(10, me);
    const preview = await post(me, { text: studyText, count: 6 });
    expect(preview.status).toBe(200);
    expect(preview.body).toMatchObject({ inserted_count: 0, generation_id: expect.any(Number) });
    const { generation_id, cards } = preview.body;
    const inserted = await post(me, { generation_id, deck_id: 10 });
    expect(inserted.body).toEqual({ ...preview.body, inserted_count: cards.length });
    expect((await post(me, { generation_id, deck_id: 10 })).body.inserted_count).toBe(cards.length);
    expect(await ai.quota(me)).toMatchObject({ used: 1 });
  });

  it('a text pasted with a NUL and a lone surrogate is cleaned instead of rejected', async () => {
    const me = aLearner();
    const { status } = await post(me, { text: `\0${studyText}\uD800`, count: 6 });
    expect(status).toBe(200);
    const { code } = await ai.generate(me, { text: `\0${studyText}` });
    expect(code).toBeUndefined();
  });

  it('a line that is twice in a list is reported, and so is the reason of missing cards', async () => {
    const me = aLearner();
    const list = 'mti - tree\nua - flower\nmti - tree\njani - leaf';
    const { body } = await post(me, { text: list, count: 6 });
    expect(body).toMatchObject({ repeats: [expect.stringContaining('mti')], shortfall: 'text' });
    const { data } = await ai.graphql(
      'query ($id: ID!) { generation(id: $id) { repeats shortfall } }',
      { id: String(body.generation_id) },
      { as: me },
    );
    expect(data.generation).toEqual({ repeats: body.repeats, shortfall: 'TEXT' });
  });

  it('a generation with a deck inserts its cards', async () => {
    const me = aLearner();
    ai.decks.add(11, me);
    const { body } = await post(me, { text: studyText, count: 6, deck_id: 11 });
    expect(body.inserted_count).toBe(body.cards.length);
    expect(ai.decks.inserted.get(`${body.generation_id}:11`)).toHaveLength(body.cards.length);
  });

  it('the same key gives the same cards and counts once', async () => {
    const me = aLearner();
    const first = await post(me, { text: studyText, count: 6 }, 'a-key-of-rest');
    const again = await post(me, { text: studyText, count: 6 }, 'a-key-of-rest');
    expect(again.body).toEqual(first.body);
    expect(await ai.quota(me)).toMatchObject({ used: 1 });
  });

  it('the same key charges one prompt when decks took the cards only the second time', async () => {
    const me = aLearner();
    ai.decks.add(12, me);
    const send = () => post(me, { text: studyText, count: 6, deck_id: 12 }, 'a-key-while-decks-is-away');
    ai.decks.door.takesCards = false;
    expect((await send()).status).toBe(503);
    ai.decks.door.takesCards = true;
    const { status, body } = await send();
    expect([status, body.inserted_count]).toEqual([200, body.cards.length]);
    expect(await ai.quota(me)).toMatchObject({ used: 1 });
  });

  it('a repeat with the key of a failed generation begins another one, also with another text', async () => {
    const me = aLearner();
    const key = 'a-key-that-failed-first';
    expect((await post(me, { text: '!'.repeat(40), count: 6 }, key)).status).toBe(422);
    expect((await post(me, { text: '!'.repeat(40), count: 6 }, key)).status).toBe(422);
    expect((await post(me, { text: studyText, count: 6 }, key)).status).toBe(200);
    expect(await ai.quota(me)).toMatchObject({ used: 1 });
  });

  it('a text of 20,000 escaped characters fits', async () => {
    const text = `${studyText} ${'\u{1F331}'.repeat(19_000)}`;
    expect((await post(aLearner(), { text, count: 6 })).status).toBe(200);
  });

  it('a text without anything to learn fails and does not count', async () => {
    const me = aLearner();
    const { status, body } = await post(me, { text: '!'.repeat(40), count: 6 });
    expect([status, body.code]).toEqual([422, 'GENERATION_EMPTY']);
    expect(await ai.quota(me)).toMatchObject({ used: 0 });
  });

  it('a generation for a nearly full deck is rejected and charges no prompt', async () => {
    const me = aLearner();
    ai.decks.add(
      7_100,
      me,
      Array.from({ length: 9_995 }, (_, at) => `Front ${at}`),
    );
    ai.decks.add(
      7_101,
      me,
      Array.from({ length: 10_000 }, (_, at) => `Front ${at}`),
    );
    for (const deck_id of [7_100, 7_101]) {
      const { status, body } = await post(me, { text: studyText, count: 6, deck_id });
      expect([status, body.code]).toEqual([409, 'LIMIT_REACHED']);
    }
    expect((await ai.generate(me, { deckId: '7101' })).code).toBe('LIMIT_REACHED');
    expect(await ai.quota(me)).toMatchObject({ used: 0 });
    ai.decks.add(
      7_102,
      me,
      Array.from({ length: 9_994 }, (_, at) => `Front ${at}`),
    );
    expect((await post(me, { text: studyText, count: 6, deck_id: 7_102 })).status).toBe(200);
    expect((await ai.generate(me, { deckId: '7100' })).code).toBeUndefined();
  });

  it('the sixth prompt of a month is rejected with 402 and the usage, and failed prompts do not count', async () => {
    const me = aLearner();
    for (let prompt = 0; prompt < 5; prompt++)
      expect((await post(me, { text: studyText, count: 6 })).status).toBe(200);
    const { status, body } = await post(me, { text: studyText, count: 6 });
    expect([status, body.code]).toEqual([402, 'PAYWALL']);
    expect(body.usage).toEqual({ used: 5, limit: 5, remaining: 0, month: expect.any(String) });
  });

  it.each([
    [{ count: 6 }, 'text'],
    [{ text: studyText }, 'count'],
    [{ generation_id: 1 }, 'deck_id'],
    [{ generation_id: 1, deck_id: 1, text: studyText }, 'text'],
    [{ text: studyText, count: 6, cards: [{ question: 'Q', answer: 'A' }] }, 'cards'],
    [{ text: studyText, count: 6, more: 1 }, ''],
  ])('the body %o is rejected because of %s', async (body, path) => {
    const response = await post(aLearner(), body);
    expect([response.status, response.body.code]).toEqual([400, 'VALIDATION']);
    expect(response.body.details[0].path).toBe(path);
  });
});

it('the metrics count the outcomes of generations', async () => {
  const count = async (outcome: string) => {
    const { text } = await ai.rest('GET', '/metrics', { token: testMetricsKey });
    const line = text
      .split('\n')
      .find((each) => each.startsWith(`ai_generations_total{outcome="${outcome}"} `));
    return Number(line?.split(' ')[1]);
  };
  const before = [await count('ready'), await count('GENERATION_EMPTY')];
  await post(aLearner(), { text: studyText, count: 6 });
  await post(aLearner(), { text: '!'.repeat(40), count: 6 });
  const after = [await count('ready'), await count('GENERATION_EMPTY')];
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1]);
  expect((await ai.rest('GET', '/metrics', { token: testMetricsKey })).text).toMatch(/^ai_model_resting 0$/m);
});

it('a generation publishes what was generated and used, without a word of the text', async () => {
  const me = aLearner();
  await post(me, { text: studyText, count: 6 });
  await post(me, { text: '!'.repeat(40), count: 6 });
  const update = (await ai.events()).filter(({ key }) => key === String(me));
  expect(
    update.map(({ type, aggregate, data }) => [
      type,
      aggregate.version,
      data['used'] ?? data['cards'] ?? data['reason'],
    ]),
  ).toEqual([
    ['ai.quota-used', 1, 1],
    ['ai.generation-completed', 1, expect.any(Number)],
    ['ai.quota-used', 2, 2],
    ['ai.generation-failed', 1, 'GENERATION_EMPTY'],
    ['ai.quota-used', 3, 1],
  ]);
  expect(JSON.stringify(update)).not.toMatch(/cell|life/);
});
