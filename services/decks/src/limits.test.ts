import { limits } from '@kumbuka/contracts';
import { createLog } from '@kumbuka/runtime';
import { connectMongo, type Mongo } from '@kumbuka/service-kit';
import { buildTestService, startStack, type TestService, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { aDeck, someFields } from './testing/builders.ts';
import { createDeckStore } from './store/deck-store.ts';
import { createLearnerStore } from './store/learner-store.ts';

let stack: TestStack;
let service: TestService;
let mongo: Mongo;
let learner = 100;
let ownId = 1_000_000;

beforeAll(async () => {
  stack = await startStack();
  mongo = connectMongo({
    url: stack.env.MONGO_URL,
    database: 'kumbuka_decks',
    log: createLog('decks', 'silent'),
  });
  service = await buildTestService((config) => createApp(config, { mongo }), loadConfig, {
    stack,
    env: { WRITES_PER_MINUTE: '100000' },
  });
});
/** Other services on the same stores. They stop together: one that leaves alone waits for the heartbeats of its group. */
const beside: TestService[] = [];
async function startBeside(env: Record<string, string>): Promise<TestService> {
  const other = await buildTestService(createApp, loadConfig, { stack, env });
  beside.push(other);
  return other;
}
afterAll(async () => {
  await Promise.all([service, ...beside].map((each) => each.stop()));
  await stack.stop();
});
beforeEach(() => {
  learner += 1;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: unknown) =>
  service.rest(method, path, { as: learner, ...(body === undefined ? {} : { body }) });
const addCard = (deckId: number, front = 'Q') =>
  call('POST', '/flashcards', { deck_id: deckId, front_text: front, back_text: 'A' });
const concurrently = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const tally = (responses: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([status, same]) => [status, same.length]),
  );
const total = async () => (await call('GET', '/decks?per_page=1')).body.pagination.total_items as number;

async function haveDecks(count: number) {
  const rows = mongo.connection.collection<{ _id: number }>('decks');
  await createDeckStore(mongo.connection).insert(aDeck({ id: ++ownId, ownerId: learner }));
  const row = await rows.findOne({ _id: ownId });
  await rows.insertMany(Array.from({ length: count - 1 }, () => ({ ...row, _id: ++ownId })));
  await createLearnerStore(mongo.connection).incrementDeckCount(learner, count);
}

describe('the limit of 1,000 decks per learner', () => {
  it('is exact for concurrent calls', async () => {
    await haveDecks(997);
    const responses = await concurrently(10, (index) =>
      call('POST', '/decks', someFields({ title: `${index}` })),
    );
    expect(tally(responses)).toEqual({ 201: 3, 409: 7 });
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'LIMIT_REACHED',
      error: 'You can have at most 1,000 decks.',
    });
    expect(await total()).toBe(1_000);
    const rows = await mongo.connection.collection('decks').countDocuments({ ownerId: learner });
    expect(rows).toBe(1_000);
  });

  it('holds for starter decks, which are named as errors', async () => {
    await haveDecks(999);
    const { status, body } = await call('POST', '/catalog/seed', { deck_ids: [1, 2] });
    expect(status).toBe(201);
    expect(body.created).toHaveLength(1);
    expect(body.errors).toEqual([{ deck_id: 2, error: 'You can have at most 1,000 decks.' }]);
  });

  it('allows another one after a deck is deleted', async () => {
    await haveDecks(1_000);
    expect((await call('POST', '/decks', someFields())).status).toBe(409);
    await call('DELETE', `/decks/${ownId}`);
    expect((await call('POST', '/decks', someFields())).status).toBe(201);
  });
});

describe('the limit of 10,000 cards per deck', () => {
  it('is exact for concurrent calls', async () => {
    const id = ++ownId;
    await createDeckStore(mongo.connection).insert(aDeck({ id, ownerId: learner, cardCount: 9_998 }));
    const responses = await concurrently(6, () => addCard(id));
    expect(tally(responses)).toEqual({ 201: 2, 409: 4 });
    expect((await call('GET', `/decks/${id}`)).body.card_count).toBe(10_000);
    expect((await addCard(id)).body).toMatchObject({
      code: 'LIMIT_REACHED',
      error: 'A deck can have at most 10,000 flashcards.',
    });
  });
});

describe('the limit of 4 MB of text per deck', () => {
  const sizeOf = async (id: number) =>
    (await mongo.connection.collection<{ _id: number; textBytes: number }>('decks').findOne({ _id: id }))
      ?.textBytes;
  const deckWithRoomFor = async (bytes: number) => {
    const id = ++ownId;
    const textBytes = limits.deckTextBytes - bytes;
    await createDeckStore(mongo.connection).insert(aDeck({ id, ownerId: learner, textBytes }));
    return id;
  };

  it('is exact for cards added concurrently', async () => {
    const id = await deckWithRoomFor(3 * 81);
    const responses = await concurrently(6, () => addCard(id, '🦁'.repeat(20)));
    expect(tally(responses)).toEqual({ 201: 3, 409: 3 });
    expect(await sizeOf(id)).toBe(limits.deckTextBytes);
    expect((await addCard(id)).body).toMatchObject({
      code: 'LIMIT_REACHED',
      error: 'The texts of a deck can have at most 4 MB together.',
    });
  });

  it('holds for longer texts of an existing card, and shorter ones make room', async () => {
    const id = await deckWithRoomFor(10);
    const card = (await addCard(id)).body.id;
    const edit = (front: string) => call('PUT', `/flashcards/${card}`, { front_text: front, back_text: 'A' });
    expect((await edit('x'.repeat(10))).body.code).toBe('LIMIT_REACHED');
    expect((await edit('x'.repeat(9))).status).toBe(200);
    expect((await addCard(id)).status).toBe(409);
    expect((await edit('x')).status).toBe(200);
    expect((await addCard(id)).status).toBe(201);
  });

  it('the counted text of a deck decreases when a card is deleted, to 0 with the last one', async () => {
    const { id } = (await call('POST', '/decks', someFields())).body;
    const cards = [(await addCard(id, 'Q'.repeat(99))).body.id, (await addCard(id)).body.id];
    expect(await sizeOf(id)).toBe(102);
    for (const card of cards) await call('DELETE', `/flashcards/${card}`);
    expect(await sizeOf(id)).toBe(0);
  });

  it('counts the cards of starter decks', async () => {
    const { id } = (await call('POST', '/catalog/seed', { deck_ids: [1] })).body.created[0];
    const { items } = (await call('GET', `/flashcards?deck_id=${id}&all=true`)).body;
    const texts = items.map((card: Record<string, string>) => `${card['front_text']}${card['back_text']}`);
    expect(await sizeOf(id)).toBe(Buffer.byteLength(texts.join('')));
  });
});

describe('concurrent calls', () => {
  it('cards added to one deck concurrently are all saved and counted', async () => {
    const { id } = (await call('POST', '/decks', someFields())).body;
    expect(tally(await concurrently(10, (index) => addCard(id, String(index))))).toEqual({ 201: 10 });
    const { items } = (await call('GET', `/flashcards?deck_id=${id}&all=true`)).body;
    expect(new Set(items.map(({ front_text }: { front_text: string }) => front_text)).size).toBe(10);
    expect((await call('GET', `/decks/${id}`)).body.card_count).toBe(10);
  });

  it('decks created concurrently have distinct ids and are all counted', async () => {
    const responses = await concurrently(10, () => call('POST', '/decks', someFields()));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(10);
    expect(await total()).toBe(10);
  });

  it('concurrent changes of a deck each raise its version', async () => {
    const { id } = (await call('POST', '/decks', someFields())).body;
    await concurrently(8, (index) => call('PUT', `/decks/${id}`, someFields({ title: `Title ${index}` })));
    expect((await service.rest('GET', `/internal/decks/${id}`)).body.deckVersion).toBe(9);
  });

  it('a deck deleted while cards are added leaves no card behind', async () => {
    const { id } = (await call('POST', '/decks', someFields())).body;
    const responses = await concurrently(12, (index) =>
      index === 6 ? call('DELETE', `/decks/${id}`) : addCard(id),
    );
    for (const { status } of responses) expect([201, 204, 404]).toContain(status);
    expect(
      await mongo.connection.collection('flashcards').countDocuments({ ownerId: learner, deckId: id }),
    ).toBe(0);
    expect(await total()).toBe(0);
  });

  it('a deck deleted twice concurrently is deleted once', async () => {
    const { id } = (await call('POST', '/decks', someFields())).body;
    await call('POST', '/decks', someFields());
    expect(tally(await concurrently(5, () => call('DELETE', `/decks/${id}`)))).toEqual({ 204: 1, 404: 4 });
    expect(await total()).toBe(1);
  });
});

describe('what a learner may read in a minute', () => {
  let priced: TestService;
  beforeAll(async () => {
    priced = await startBeside({ READS_PER_MINUTE: '120000', WRITES_PER_MINUTE: '100000' });
  });

  const newDeck = async (as = learner) =>
    (await priced.rest('POST', '/decks', { as, body: someFields() })).body.id as number;
  const readAll = (id: number, as = learner) =>
    priced.rest('GET', `/flashcards?deck_id=${id}&all=true`, { as });

  /** Writes only the count of the deck's row, which the price is made of. */
  async function deckOfCards(cardCount: number) {
    const id = await newDeck();
    await mongo.connection
      .collection<{ _id: number }>('decks')
      .updateOne({ _id: id }, { $set: { cardCount } });
    return id;
  }

  it('twelve empty decks can be read as a whole at the same moment', async () => {
    const decks = await concurrently(12, () => newDeck());
    expect(tally(await concurrently(12, (index) => readAll(decks[index] ?? 0)))).toEqual({ 200: 12 });
  });

  it('a search costs as many reads as the learner has decks', async () => {
    await newDeck();
    const search = () => priced.rest('GET', '/decks?q=lake', { as: learner });
    expect(tally(await concurrently(20, search))).toEqual({ 200: 20 });
  });

  it('reads of large decks are refused once a learner’s read budget is used up, and other learners can still read', async () => {
    const large = await deckOfCards(5_000);
    const other = await newDeck(learner + 10_000);
    const reads = concurrently(6, () => readAll(large));
    const others = concurrently(6, () => readAll(other, learner + 10_000));
    expect(tally(await others)).toEqual({ 200: 6 });
    const responses = await reads;
    expect(tally(responses)).toEqual({ 200: 2, 429: 4 });
    for (const { headers } of responses.filter(({ status }) => status === 429))
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('a card can be added when no reads are left', async () => {
    const large = await deckOfCards(5_000);
    expect(tally(await concurrently(4, () => readAll(large)))).toMatchObject({ 429: 2 });
    const body = { deck_id: large, front_text: 'Q', back_text: 'A' };
    expect(
      tally(await concurrently(8, () => priced.rest('POST', '/flashcards', { as: learner, body }))),
    ).toEqual({
      201: 8,
    });
  });

  it('a deck larger than the whole budget can be read when nothing was read before', async () => {
    const small = await startBeside({ READS_PER_MINUTE: '20000' });
    const id = await deckOfCards(10_000);
    const { status } = await small.rest('GET', `/flashcards?deck_id=${id}&all=true`, { as: learner });
    expect(status).toBe(200);
  });
});

describe('the limit of writes a minute', () => {
  it('counts REST and GraphQL together, including refused attempts', async () => {
    const strict = await startBeside({ WRITES_PER_MINUTE: '3' });
    const mutation = `mutation { deleteDeck(input: { id: "987654321" }) }`;
    const send = (body: unknown) => strict.rest('POST', '/decks', { as: learner, body });
    expect((await send(someFields())).status).toBe(201);
    expect((await send({})).status).toBe(400);
    expect((await strict.graphql(mutation, {}, { as: learner })).code).toBe('DECK_NOT_FOUND');
    const refused = await send(someFields());
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await strict.graphql(mutation, {}, { as: learner })).code).toBe('RATE_LIMITED');
    expect((await strict.rest('GET', '/decks', { as: learner })).status).toBe(200);
  });
});
