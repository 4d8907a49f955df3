import {
  decksEvents,
  deckProgressChanged,
  envelope,
  topicOf,
  userDeleted,
  type Envelope,
  type EventContract,
  type EventData,
} from '@kumbuka/contracts';
import { createBus, newEvent, type Bus } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { connectMongo, type Mongo } from '@kumbuka/service-kit';
import { eventually } from '@kumbuka/testing/servers';
import { buildTestService, startStack, type TestService, type TestStack } from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let stack: TestStack;
let service: TestService;
let mongo: Mongo;
let bus: Bus;
let learner = 100;
let progressVersion = 0;
const received: Envelope[] = [];

beforeAll(async () => {
  stack = await startStack();
  const log = createLog('decks', 'silent');
  mongo = connectMongo({ url: stack.env.MONGO_URL, database: 'kumbuka_decks', log });
  service = await buildTestService((config) => createApp(config, { mongo }), loadConfig, {
    stack,
    env: { WRITES_PER_MINUTE: '100000' },
  });
  bus = createBus({ brokers: stack.kafka.brokers, clientId: 'neighbour', log });
  await bus.start();
  await bus.subscribe({
    group: 'neighbour',
    topics: [topicOf('decks')],
    onBatch: async ({ messages, done }) => {
      received.push(...messages.map(({ value }) => envelope.parse(JSON.parse(value))));
      done(messages.at(-1)?.offset ?? '0');
    },
  });
});
afterAll(async () => {
  await bus.stop();
  await service.stop();
  await stack.stop();
});
beforeEach(() => {
  learner += 1;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: unknown, as = learner) =>
  service.rest(method, path, { as, ...(body === undefined ? {} : { body }) });
const makeDeck = async (fields = {}) => (await call('POST', '/decks', someFields(fields))).body.id as number;
const makeCard = async (deckId: number) =>
  (await call('POST', '/flashcards', { deck_id: deckId, front_text: 'Secret Q', back_text: 'Secret A' })).body
    .id as number;

/** Events of a learner in the outbox, oldest first. */
const published = async (): Promise<Envelope[]> => {
  const rows = mongo.connection.collection<{ event: Envelope }>('outbox');
  const found = await rows
    .find({ key: String(learner) })
    .sort({ _id: 1 })
    .toArray();
  return found.map(({ event }) => event);
};
const brief = ({ type, aggregate, data }: Envelope) => ({
  type,
  of: `${aggregate.type}:${aggregate.id}`,
  version: aggregate.version,
  data,
});

const publishEvent = <Contract extends EventContract>(
  contract: Contract,
  id: number,
  version: number,
  data: EventData<Contract>,
) =>
  bus.publish(contract.topic, [
    {
      key: String(learner),
      value: JSON.stringify(
        newEvent(contract, { key: learner, aggregate: { id, version }, occurredAt: new Date(), data }),
      ),
    },
  ]);
const publishProgress = (
  deckId: number,
  mastery: number | null,
  lastStudied: string | null,
  version?: number,
) =>
  publishEvent(deckProgressChanged, deckId, version ?? ++progressVersion, {
    userId: learner,
    deckId,
    mastery,
    lastStudied,
  });
const publishDueDay = (deckId: number, nextDueOn: string | null | undefined, version: number) =>
  publishEvent(deckProgressChanged, deckId, version, {
    userId: learner,
    deckId,
    mastery: version,
    lastStudied: null,
    ...(nextDueOn === undefined ? {} : { nextDueOn }),
  });
const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('the events that decks publishes', () => {
  it('decks publishes the whole life of a deck and its cards, each event with its version', async () => {
    const deckId = await makeDeck();
    const cardId = await makeCard(deckId);
    await call('PUT', `/flashcards/${cardId}`, { front_text: 'Q2', back_text: 'A2' });
    await call('DELETE', `/flashcards/${cardId}`);
    await call('PUT', `/decks/${deckId}`, someFields({ title: 'New', difficulty: 1 }));
    await call('DELETE', `/decks/${deckId}`);

    const deck = { of: `deck:${deckId}` };
    const card = { of: `card:${cardId}` };
    const time = expect.any(String);
    const deckIds = { deckId, userId: learner };
    const cardIds = { cardId, deckId, userId: learner };
    expect((await published()).map(brief)).toEqual([
      {
        ...deck,
        type: 'decks.deck-created',
        version: 1,
        data: { ...deckIds, catalogId: null, createdAt: time },
      },
      { ...card, type: 'decks.card-added', version: 1, data: { ...cardIds, createdAt: time } },
      { ...card, type: 'decks.card-edited', version: 2, data: { ...cardIds, editedAt: time } },
      { ...card, type: 'decks.card-removed', version: 3, data: { ...cardIds, removedAt: time } },
      {
        ...deck,
        type: 'decks.deck-updated',
        version: 2,
        data: { ...deckIds, fields: ['title', 'difficulty'], updatedAt: time },
      },
      {
        ...deck,
        type: 'decks.deck-deleted',
        version: 3,
        data: { ...deckIds, cardCount: 0, deletedAt: time },
      },
    ]);
  });

  it('decks publishes its events in order, with the learner as their key, as the contracts say', async () => {
    const deckId = await makeDeck();
    await makeCard(deckId);
    await call('DELETE', `/decks/${deckId}`);
    const mine = () => received.filter(({ key }) => key === String(learner));
    await eventually(() => expect(mine()).toHaveLength(3));
    expect(mine().map(({ type }) => type)).toEqual([
      'decks.deck-created',
      'decks.card-added',
      'decks.deck-deleted',
    ]);
    for (const event of mine()) {
      const contract = decksEvents.find(
        ({ type, version }) => type === event.type && version === event.version,
      );
      expect(contract?.data.strict().safeParse(event.data).error).toBeUndefined();
    }
  });

  it('decks publishes no text of a learner', async () => {
    const deckId = await makeDeck({ title: 'Secret title', description: 'Secret story' });
    await makeCard(deckId);
    await call('PUT', `/decks/${deckId}`, someFields({ title: 'Secret again' }));
    expect(JSON.stringify(await published())).not.toMatch(/secret/i);
  });

  it('decks publishes a copied starter deck and all of its cards once', async () => {
    const seed = () => call('POST', '/catalog/seed', { deck_ids: [1] });
    await Promise.all([seed(), seed(), seed()]);
    const types = (await published()).map(({ type }) => type).toSorted();
    expect(types).toEqual(['decks.cards-added', 'decks.deck-created']);
  });

  it('decks publishes nothing when nothing changed or a request was refused', async () => {
    const deckId = await makeDeck();
    const cardId = await makeCard(deckId);
    await call('PUT', `/decks/${deckId}`, someFields());
    await call('PUT', `/flashcards/${cardId}`, { front_text: 'Secret Q', back_text: 'Secret A' });
    await call('PUT', `/decks/${deckId}`, someFields({ title: '' }));
    await call('DELETE', `/decks/987654321`);
    expect(await published()).toHaveLength(2);
  });

  it('decks publishes a repeated suspension once, and no change of a flag', async () => {
    const deckId = await makeDeck();
    const cardId = await makeCard(deckId);
    const mark = (marks: string) =>
      service.graphql(
        `mutation { markFlashcards(input: { ids: ["${cardId}"], ${marks} }) { id } }`,
        {},
        { as: learner },
      );
    await Promise.all([mark('suspended: true'), mark('suspended: true'), mark('flagged: true')]);
    await mark('suspended: false, flagged: false');
    const changes = (await published()).filter(({ type }) => type === 'decks.card-suspension-changed');
    expect(
      changes.map(({ data, aggregate }) => [(data as { suspended: boolean }).suspended, aggregate.version]),
    ).toEqual([
      [true, 2],
      [false, 3],
    ]);
  });

  it('decks publishes events with the id of their request as correlation id', async () => {
    const response = await service.rest('POST', '/decks', {
      as: learner,
      body: someFields(),
      headers: { 'x-request-id': 'request-of-the-edge' },
    });
    expect(response.status).toBe(201);
    expect((await published())[0]?.correlationId).toBe('request-of-the-edge');
  });
});

describe('progress from study-progress', () => {
  const deck = async (id: number) => (await call('GET', `/decks/${id}`)).body;
  const ids = async (sort: string) =>
    (await call('GET', `/decks?sort=${sort}`)).body.items.map(({ id }: { id: number }) => id);

  it('becomes mastery and last study time of the deck', async () => {
    const id = await makeDeck();
    const lastStudied = ahead(1);
    await publishProgress(id, 67, lastStudied);
    await eventually(async () =>
      expect(await deck(id)).toMatchObject({ mastery: 67, last_studied: lastStudied }),
    );
  });

  it('orders decks by last study and by recency', async () => {
    const [first, second, third] = [await makeDeck(), await makeDeck(), await makeDeck()];
    await publishProgress(first, 10, ahead(5));
    await publishProgress(second, 10, ahead(9));
    await eventually(async () => expect(await ids('last_studied')).toEqual([second, first, third]));
    expect(await ids('recent')).toEqual([second, first, third]);
  });

  it('orders decks by their next due day, with and without that field, late or twice', async () => {
    const [never, future, overdue] = [await makeDeck(), await makeDeck(), await makeDeck()];
    await publishDueDay(future, '2031-01-01', 1);
    await publishDueDay(future, '2031-01-01', 1);
    await publishDueDay(overdue, '2020-02-29', 2);
    await publishDueDay(overdue, '2040-01-01', 1);
    await publishDueDay(overdue, undefined, 3);
    await eventually(async () => expect((await deck(overdue)).mastery).toBe(3));
    expect(await ids('due')).toEqual([overdue, future, never]);
    await publishDueDay(overdue, null, 4);
    await eventually(async () => expect(await ids('due')).toEqual([future, never, overdue]));
  });

  it('is ignored when a later version is stored', async () => {
    const id = await makeDeck();
    const marker = await makeDeck();
    await publishProgress(id, 80, ahead(1), 5);
    await publishProgress(id, 20, ahead(2), 4);
    await publishProgress(marker, 1, ahead(3), 1);
    await eventually(async () => expect((await deck(marker)).mastery).toBe(1));
    expect((await deck(id)).mastery).toBe(80);
  });

  it('without mastery and last study time clears those of the deck', async () => {
    const [id, other] = [await makeDeck(), await makeDeck()];
    await publishProgress(id, 80, ahead(1), 1);
    await publishProgress(id, null, null, 2);
    await publishProgress(other, 50, ahead(1), 1);
    await eventually(async () => expect((await deck(other)).mastery).toBe(50));
    expect(await deck(id)).toMatchObject({ mastery: null, last_studied: null });
    expect(await ids('last_studied')).toEqual([other, id]);
  });

  it('is ignored for a missing deck and for a deck of another learner', async () => {
    const foreign = (await call('POST', '/decks', someFields(), 99)).body.id as number;
    const marker = await makeDeck();
    await publishProgress(foreign, 90, ahead(1), 50);
    await publishProgress(987_654_321, 90, ahead(1), 1);
    await publishProgress(marker, 1, ahead(1), 1);
    await eventually(async () => expect((await deck(marker)).mastery).toBe(1));
    expect((await call('GET', `/decks/${foreign}`, undefined, 99)).body.mastery).toBeNull();
  });

  it('does not change fields, version and change time of the deck', async () => {
    const id = await makeDeck();
    const before = await deck(id);
    await publishProgress(id, 30, ahead(1), 1);
    await eventually(async () => expect((await deck(id)).mastery).toBe(30));
    expect(await deck(id)).toEqual({ ...before, mastery: 30, last_studied: expect.any(String) });
    expect((await service.rest('GET', `/internal/decks/${id}`)).body.deckVersion).toBe(1);
  });
});

describe('a deleted user', () => {
  const rowsOf = async (collection: string) =>
    mongo.connection.collection(collection).countDocuments({ ownerId: learner });
  const storedResponses = () =>
    mongo.connection
      .collection<{ _id: string }>('idempotency_keys')
      .countDocuments({ _id: `createDeck:${learner}:k-1` });
  const leave = () =>
    publishEvent(userDeleted, learner, 9, { userId: learner, deletedAt: new Date().toISOString() });

  it('leaves no deck and no card behind, and others keep theirs', async () => {
    await call('POST', '/catalog/seed', { deck_ids: [1, 2, 3] });
    await service.rest('POST', '/decks', {
      as: learner,
      body: someFields({ title: 'Secret title' }),
      headers: { 'idempotency-key': 'k-1' },
    });
    const kept = (await call('POST', '/decks', someFields(), 99)).body.id as number;
    await leave();
    await eventually(async () => expect([await rowsOf('decks'), await rowsOf('flashcards')]).toEqual([0, 0]));
    expect((await call('GET', `/decks/${kept}`, undefined, 99)).status).toBe(200);
    await eventually(async () => expect(await storedResponses()).toBe(0));
  });

  it('leaves no record of inserted cards after the step of a deletion, which waits for no event', async () => {
    const leaver = 4_242;
    const insertions = mongo.connection.collection<{ _id: string; ownerId: number }>('insertions');
    await insertions.insertMany([
      { _id: '1:1', ownerId: leaver },
      { _id: '1:2', ownerId: learner },
    ]);
    await service.rest('POST', '/internal/users/deletion', {
      body: { deletionId: randomUUID(), userIds: [leaver], dryRun: false },
    });
    const left = await insertions.find({ _id: { $in: ['1:1', '1:2'] } }).toArray();
    expect(left.map(({ ownerId }) => ownerId)).toEqual([learner]);
  });

  it('cannot come back by a late request or a late event', async () => {
    const id = await makeDeck();
    await leave();
    await eventually(async () => expect(await rowsOf('decks')).toBe(0));
    await eventually(async () => expect((await call('POST', '/decks', someFields())).status).toBe(401));
    expect((await call('POST', '/catalog/seed', { deck_ids: [1] })).status).toBe(401);
    expect((await call('POST', '/flashcards', { deck_id: id, front_text: 'Q', back_text: 'A' })).status).toBe(
      404,
    );
    await publishProgress(id, 50, ahead(1), 1);
    await leave();
    const marker = await call('GET', '/decks');
    expect(marker.body.pagination.total_items).toBe(0);
    expect([await rowsOf('decks'), await rowsOf('flashcards')]).toEqual([0, 0]);
  });
});
