import { limits } from '@kumbuka/contracts';
import type { Mongo } from '@kumbuka/service-kit';
import { watchCommands } from '@kumbuka/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newCard } from '../domain/card/card.ts';
import { newDeck } from '../domain/deck/deck.ts';
import { sampleOf } from '../domain/deck/memory-sample.ts';
import { cardDocument, dayDocument, deckDocument } from '../store/documents.ts';
import { answer, events, freshId, startStudyTest, type StudyTest } from '../testing/study-suite.ts';
import { eventually } from '@kumbuka/testing/servers';

let test: StudyTest;
/** Number of documents returned by find commands. */
let read = 0;
function noteReply({ reply }: { reply: unknown }) {
  read += finds.safeParse(reply).data?.cursor.firstBatch.length ?? 0;
}
const finds = z.object({ cursor: z.object({ firstBatch: z.array(z.unknown()) }) });

beforeAll(async () => {
  const opened: Mongo[] = [];
  test = await startStudyTest(undefined, {
    mongoOf: (url, database) => {
      const { mongo } = watchCommands({ url, database, collections: [] });
      opened.push(mongo);
      return mongo;
    },
    sweepMs: 60_000,
  });
  opened[0]?.connection.getClient().on('commandSucceeded', noteReply);
});
afterAll(() => test.stop());

/** Writes a learner with a deck of answered cards, as the service would have stored it. */
async function aDeckOf(count: number) {
  const [ownerId, deckId] = [freshId(), freshId()];
  const cards = Array.from({ length: count }, (_, index) => ({
    ...newCard({ ownerId, deckId, cardId: freshId(), createdAt: new Date(0), cardVersion: 1 }),
    correct: 1,
    stability: 1 + (index % 50),
    lastDay: 20_500,
    dueDay: 20_600,
    lastStudiedAt: new Date('2026-02-16T09:00:00Z'),
  }));
  const deck = {
    ...newDeck(ownerId, deckId),
    deckVersion: 1,
    cards: count,
    studied: count,
    sample: sampleOf(cards),
  };
  const rows = [deckDocument(deck), ...cards.map(cardDocument)];
  for (let at = 0; at < rows.length; at += 1_000)
    await test.connection.collection('projections').insertMany(rows.slice(at, at + 1_000) as never);
  return { ownerId, deckId };
}

const deckFields = '... on Deck { progress { dueCount newCount mastery memory { recall isDue } } }';
async function show({ ownerId, deckId }: { ownerId: number; deckId: number }) {
  const references = [{ __typename: 'Deck', id: String(deckId) }];
  const query = `query ($references: [_Any!]!) { _entities(representations: $references) { ${deckFields} } }`;
  const { data } = await test.graphql(query, { references }, { as: ownerId });
  return data._entities[0].progress.memory;
}

/** Documents that the work reads; the least of three attempts, because jobs of the service read meanwhile. */
async function readBy(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < 3; round++) {
    read = 0;
    await work();
    counts.push(read);
  }
  return Math.min(...counts);
}
async function medianCpu(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 31; round++) {
    const before = process.threadCpuUsage();
    await work();
    times.push(process.threadCpuUsage(before).user);
  }
  return times.sort((a, b) => a - b)[15] ?? 0;
}

it('a screen with a deck reads as much and takes as long with 100 cards in it as with 10,000', async () => {
  const [small, large] = [await aDeckOf(100), await aDeckOf(10_000)];
  for (const deck of [small, large]) expect(await show(deck)).toHaveLength(limits.memoryTicks);
  expect(await readBy(() => show(large))).toBe(await readBy(() => show(small)));
  const [ofSmall, ofLarge] = [await medianCpu(() => show(small)), await medianCpu(() => show(large))];
  // A hundred times as many cards; on a busy machine the same work varies by half.
  expect(ofLarge / ofSmall).toBeLessThan(3);
});

it('statistics read one row for each day and deck, however many answers and cards there are', async () => {
  const { ownerId } = await aDeckOf(5_000);
  const today = Math.floor(test.clock.now().getTime() / 86_400_000);
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 200 : 0));
  const days = Array.from({ length: 500 }, (_, back) =>
    dayDocument(ownerId, today - back, { answers: 200, durationMs: 600_000, hours }),
  );
  await test.connection.collection('projections').insertMany(days as never);
  const query = '{ viewer { statistics(days: 90) { days { answers } decks { mastery } } } }';
  const readStatistics = async () => (await test.graphql(query, {}, { as: ownerId })).data.viewer.statistics;
  const { days: shown } = await readStatistics();
  expect(shown.filter(({ answers }: { answers: number }) => answers === 200).length).toBeGreaterThan(85);
  expect(await readBy(readStatistics)).toBeLessThanOrEqual(90 + 1 + 1);
});

it('a card that leaves the sample of a large deck makes room for another of its cards', async () => {
  const { ownerId, deckId } = await aDeckOf(200);
  const deckOf = async () => (await test.rows(ownerId)).find((row) => row.kind === 'deck');
  const [gone] = (await deckOf())?.sample ?? [];
  await test.publish([events.cardRemoved(ownerId, deckId, gone?.cardId ?? 0)]);
  await eventually(async () => expect((await deckOf())?.cards).toBe(199));
  const left = (await test.rows(ownerId)).filter((row) => row.kind === 'card');
  expect((await deckOf())?.sample).toEqual(sampleOf(left));
});

it('a row that is older than samples gets its memory from its cards, and a sample with the next answer', async () => {
  const { ownerId, deckId } = await aDeckOf(60);
  await test.connection
    .collection('projections')
    .updateOne({ ownerId, kind: 'deck' }, { $unset: { sample: 1 } });
  expect(await show({ ownerId, deckId })).toHaveLength(limits.memoryTicks);
  const cards = (await test.rows(ownerId)).filter((row) => row.kind === 'card');
  expect((await answer(test, { userId: ownerId, deckId }, cards[0]?.cardId ?? 0)).status).toBe(201);
  const after = await test.rows(ownerId);
  const deck = after.find((row) => row.kind === 'deck');
  expect(deck?.sample).toEqual(sampleOf(after.filter((row) => row.kind === 'card')));
});
