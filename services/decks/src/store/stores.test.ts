import { createLog } from '@kumbuka/runtime';
import {
  connectMongo,
  createIdempotency,
  createTransactions,
  inTransaction,
  prepareCollections,
  type Mongo,
} from '@kumbuka/service-kit';
import { createOutbox } from '@kumbuka/event-bus';
import { startStack, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCard, aDeck, later, noon, someProgress } from '../testing/builders.ts';
import type { DeckMatch, DeckSort } from '../domain/listing.ts';
import { toEnvelope } from '../events/publishes.ts';
import type { DeckProjectionStore } from '../use-cases/ports.ts';
import { createCardStore } from './card-store.ts';
import { createDeckProjectionStore } from './deck-projection-store.ts';
import { createDeckStore } from './deck-store.ts';
import { createLearnerStore } from './learner-store.ts';
import { createStores } from './stores.ts';

let stack: TestStack;
let mongo: Mongo;
let decks: ReturnType<typeof createDeckStore>;
let projections: DeckProjectionStore;
let cards: ReturnType<typeof createCardStore>;
let learners: ReturnType<typeof createLearnerStore>;

beforeAll(async () => {
  stack = await startStack();
  const log = createLog('decks', 'silent');
  mongo = connectMongo({ url: stack.env.MONGO_URL, database: 'kumbuka_decks', log });
  await mongo.start();
  decks = createDeckStore(mongo.connection);
  projections = createDeckProjectionStore(mongo.connection);
  cards = createCardStore(mongo.connection);
  learners = createLearnerStore(mongo.connection);
  await prepareCollections(mongo.connection);
});
afterAll(async () => {
  await mongo.stop();
  await stack.stop();
});

const all: DeckMatch = { titleKey: null };
const firstPage = { page: 1, perPage: 10 };

describe('a transaction that fails', () => {
  const failing = (work: (session: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>) =>
    inTransaction(mongo.connection, async (session) => {
      await work(session);
      throw new Error('stopped half way');
    });

  it('leaves nothing of what any store wrote in it', async () => {
    const deck = aDeck({ id: 90, ownerId: 90 });
    await decks.insert(deck);
    await cards.insert([aCard({ id: 900, deckId: 90, ownerId: 90 })]);

    await expect(
      failing(async (session) => {
        const inside = createStores(mongo.connection, session);
        await inside.decks.insert(aDeck({ id: 91, ownerId: 90 }));
        await inside.decks.save({ ...deck, title: 'Changed', version: 2 });
        await inside.decks.incrementSize(90, 90, { cardCount: 5, textBytes: 50 });
        await inside.projections.keepProgress([someProgress({ deckId: 90, ownerId: 90 })]);
        await inside.cards.insert([aCard({ id: 901, deckId: 90, ownerId: 90 })]);
        await inside.cards.save(aCard({ id: 900, deckId: 90, ownerId: 90, front: 'Changed' }));
        await inside.learners.incrementDeckCount(90, 3);
        await inside.cards.removeOfDeck(90, 90);
        await inside.decks.remove(90, 90);
      }),
    ).rejects.toThrow('stopped half way');

    expect(await decks.list(90, all, 'created', firstPage)).toEqual([deck]);
    expect(await cards.page(90, 90, firstPage)).toEqual([aCard({ id: 900, deckId: 90, ownerId: 90 })]);
    expect(await learners.deckCount(90)).toBe(0);
  });
});

function transact(outbox = createOutbox(mongo)) {
  const { connection } = mongo;
  return createTransactions({
    connection,
    outbox,
    idempotency: createIdempotency({ connection, secrets: ['secret of the tests'] }),
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  }).transact;
}

it('a transaction notifies the relay only when an event was recorded', async () => {
  const outbox = createOutbox(mongo);
  let nudges = 0;
  outbox.onNudge(() => (nudges += 1));
  const deck = aDeck({ id: 70, ownerId: 70 });
  await transact(outbox)((unit) => unit.decks.insert(deck));
  expect(nudges).toBe(0);
  await transact(outbox)(async (unit) => unit.record([{ type: 'deck-created', deck }]));
  expect(nudges).toBe(1);
});

describe('a transaction that conflicts with a new row', () => {
  it('is retried once, and then sees the row', async () => {
    await decks.insert(aDeck({ id: 80, ownerId: 80, catalogId: 1 }));
    let attempts = 0;
    const copy = await transact()(async (unit) => {
      attempts += 1;
      if (attempts === 1) await unit.decks.insert(aDeck({ id: 81, ownerId: 80, catalogId: 1 }));
      return unit.decks.findCopy(80, 1);
    });
    expect([attempts, copy?.id]).toEqual([2, 80]);
  });

  it('fails when the conflict persists', async () => {
    const again = transact()((unit) => unit.decks.insert(aDeck({ id: 80, ownerId: 80 })));
    await expect(again).rejects.toMatchObject({ code: 11000 });
  });
});

describe('the progress kept on a deck', () => {
  const deck = aDeck({ id: 50, ownerId: 50 });
  const ids = { deckId: 50, ownerId: 50 };
  const kept = async () => {
    const { mastery, lastStudied } = (await decks.find(50, 50)) ?? {};
    return { mastery, lastStudied };
  };

  it('follows later versions and ignores earlier ones', async () => {
    await decks.insert(deck);
    await projections.keepProgress([someProgress({ ...ids, mastery: 40, lastStudied: noon, version: 2 })]);
    await projections.keepProgress([someProgress({ ...ids, mastery: 10, lastStudied: later, version: 1 })]);
    expect(await kept()).toEqual({ mastery: 40, lastStudied: noon });
    await projections.keepProgress([someProgress({ ...ids, mastery: null, lastStudied: null, version: 3 })]);
    expect(await kept()).toEqual({ mastery: null, lastStudied: null });
  });

  it('is written for decks of many learners at once, except deleted ones and those of others', async () => {
    const claims = [
      { deckId: 51, ownerId: 51, mastery: 51 },
      { deckId: 52, ownerId: 52, mastery: 52 },
      { deckId: 53, ownerId: 99, mastery: 99 },
      { deckId: 987_654, ownerId: 51, mastery: 99 },
    ];
    for (const id of [51, 52, 53]) await decks.insert(aDeck({ id, ownerId: id }));
    await projections.keepProgress(claims.map(someProgress));
    const masteries = [51, 52, 53].map(async (id) => (await decks.find(id, id))?.mastery);
    expect(await Promise.all(masteries)).toEqual([51, 52, null]);
  });
});

describe('a list of decks by due day', () => {
  const ownerId = 54;
  const progressOf = (deckId: number, nextDueDay: number | null, version = 1) =>
    projections.keepProgress([someProgress({ deckId, ownerId, nextDueDay, version })]);
  const listed = async (page = firstPage) =>
    (await decks.list(ownerId, all, 'due', page)).map(({ id }) => id);
  const dayOf = async (id: number) => (await projections.find(ownerId, id))?.projection.nextDueDay;

  it('has the earliest first and unscheduled decks last, ties by id, on pages too', async () => {
    for (const id of [541, 542, 543, 544, 545, 546]) await decks.insert(aDeck({ id, ownerId }));
    await progressOf(542, 20_800);
    await progressOf(543, 20_700);
    await progressOf(544, null);
    await progressOf(545, 20_800);
    await progressOf(546, 20_750);
    const expected = [543, 546, 542, 545, 541, 544];
    expect(await listed()).toEqual(expected);
    const pages = [1, 2, 3].map((page) => listed({ page, perPage: 2 }));
    expect((await Promise.all(pages)).flat()).toEqual(expected);
  });

  it('a deck of an older process, without a due day, is among the last, not the first', async () => {
    await mongo.connection
      .collection('decks')
      .updateOne({ ownerId, title: 'Cells' }, { $unset: { dueRank: '' } });
    expect((await listed()).slice(-2)).toEqual([541, 544]);
  });

  it('a due day stays when a later event omits it, and is removed when an event says that none is scheduled', async () => {
    await projections.keepProgress([someProgress({ deckId: 543, ownerId, mastery: 5, version: 2 })]);
    expect([await dayOf(543), (await decks.find(ownerId, 543))?.mastery]).toEqual([20_700, 5]);
    await progressOf(543, 20_600, 2);
    expect(await dayOf(543)).toBe(20_700);
    await progressOf(543, null, 3);
    expect(await dayOf(543)).toBeNull();
  });
});

describe('a starter deck', () => {
  it('can exist once for each learner', async () => {
    await decks.insert(aDeck({ id: 60, ownerId: 60, catalogId: 1 }));
    await expect(decks.insert(aDeck({ id: 61, ownerId: 60, catalogId: 1 }))).rejects.toMatchObject({
      code: 11000,
    });
  });
  it('does not conflict with the decks of other learners', async () => {
    await decks.insert(aDeck({ id: 62, ownerId: 61, catalogId: 1 }));
    await decks.insert(aDeck({ id: 63, ownerId: 61 }));
    await decks.insert(aDeck({ id: 64, ownerId: 61 }));
    expect(await decks.count(61, { titleKey: '' })).toBe(3);
  });
});

describe('a deck whose key an older process wrote', () => {
  it('is found and sorted by the rule of today', async () => {
    const titles = ['Chapter 10', 'İstanbul’s café', 'Chapter 2'];
    for (const [at, title] of titles.entries())
      await decks.insert(aDeck({ id: 800 + at, ownerId: 88, title }));
    const writeOldKeys = async () => {
      for (const title of titles) {
        const titleKey = title.toLowerCase();
        await mongo.connection.collection('decks').updateOne({ ownerId: 88, title }, { $set: { titleKey } });
      }
    };
    await writeOldKeys();
    expect(await decks.count(88, { titleKey: "istanbul's cafe" })).toBe(1);
    await writeOldKeys();
    const sorted = await decks.list(88, all, 'title', firstPage);
    expect(sorted.map(({ title }) => title)).toEqual(['Chapter 2', 'Chapter 10', 'İstanbul’s café']);
  });
});

describe('the indexes', () => {
  interface Stage {
    stage: string;
    inputStage?: Stage;
    inputStages?: Stage[];
  }
  const stagesOf = (stage: Stage): string[] => [
    stage.stage,
    ...[stage.inputStage, ...(stage.inputStages ?? [])].flatMap((inner) => (inner ? stagesOf(inner) : [])),
  ];
  const planOf = async (cursor: { explain(verbosity: string): Promise<unknown> }) => {
    const plan = (await cursor.explain('queryPlanner')) as { queryPlanner: { winningPlan: Stage } };
    return stagesOf(plan.queryPlanner.winningPlan);
  };

  const sorts: DeckSort[] = ['created', 'title', 'last_studied', 'difficulty', 'recent', 'due'];
  const filters: Omit<DeckMatch, 'titleKey'>[] = [
    {},
    { subjects: ['S', 's'] },
    { categories: ['C'] },
    { difficulty: 2 },
  ];
  const cases = sorts.flatMap((sort) =>
    filters.flatMap((exact) => [null, 'cell'].map((titleKey) => ({ sort, match: { ...exact, titleKey } }))),
  );

  it.each(cases)('serve the order $sort with $match', async ({ sort, match }) => {
    const stages = await planOf(decks.listQuery(70, match, sort, firstPage));
    expect(stages).toContain('IXSCAN');
    expect(stages).not.toContain('COLLSCAN');
    expect(stages).not.toContain('SORT');
  });

  it.each(filters.flatMap((exact) => [null, 'cell'].map((titleKey) => ({ ...exact, titleKey }))))(
    'serve the count of %o',
    async (match) => {
      const stages = await planOf(decks.matching(70, match));
      expect(stages).toContain('IXSCAN');
      expect(stages).not.toContain('COLLSCAN');
    },
  );

  it('serve the cards of a deck, oldest first', async () => {
    const stages = await planOf(cards.ofDeck(70, 1));
    expect(stages).toContain('IXSCAN');
    expect(stages).not.toContain('SORT');
  });
});
