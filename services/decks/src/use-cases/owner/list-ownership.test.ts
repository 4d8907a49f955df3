import { buildTestService, type TestService } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { loadConfig } from '../../config.ts';
import { createStores } from '../../store/stores.ts';
import { aCard, aDeck, later, noon } from '../../testing/builders.ts';

let service: TestService;
let connection: Connection;
beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig);
  connection = await mongoose.createConnection(service.stack.mongo.uri('kumbuka_decks')).asPromise();
});
afterAll(async () => {
  await connection.close();
  await service.stop();
});

const pageOf = async (ownerId: number, after: string | null) => {
  const query = after === null ? {} : { after };
  const { status, body } = await service.rest('GET', `/internal/owners/${ownerId}/ownership`, { query });
  expect(status).toBe(200);
  return body;
};

/** Reads all pages; `between` runs after each. */
async function allOf(ownerId: number, between: (page: number) => Promise<void> = async () => undefined) {
  const pages = [await pageOf(ownerId, null)];
  for (let next = pages[0].next; next !== null; next = pages.at(-1).next) {
    await between(pages.length);
    pages.push(await pageOf(ownerId, next));
  }
  return {
    pages: pages.length,
    decks: pages.flatMap((page) => page.decks),
    cards: pages.flatMap((page) => page.cards),
  };
}

const idsOf = (cards: { cardId: number }[]) => cards.map(({ cardId }) => cardId);

it('ownership of a deck of 2,500 cards made at one instant comes in pages without a gap or a repeat', async () => {
  const { decks, cards, learners } = createStores(connection);
  await decks.insert(aDeck({ id: 500, ownerId: 70 }));
  await decks.insert(aDeck({ id: 501, ownerId: 70, version: 3 }));
  await learners.incrementDeckCount(70, 2);
  const made = Array.from({ length: 2_500 }, (_, index) =>
    aCard({ id: 5_000 + index, deckId: 500, ownerId: 70 }),
  );
  await cards.insert([...made, aCard({ id: 9_000, deckId: 501, ownerId: 70, createdAt: later, version: 2 })]);
  const { pages, decks: owned, cards: found } = await allOf(70);
  expect(pages).toBe(3);
  expect(owned).toEqual([
    {
      deckId: 500,
      ownerId: 70,
      createdAt: noon.toISOString(),
      deckVersion: 1,
      progressVersion: 0,
      catalogId: null,
    },
    {
      deckId: 501,
      ownerId: 70,
      createdAt: noon.toISOString(),
      deckVersion: 3,
      progressVersion: 0,
      catalogId: null,
    },
  ]);
  expect(idsOf(found)).toEqual([...made.map(({ id }) => id), 9_000]);
  expect(found.at(-1)).toEqual({
    cardId: 9_000,
    deckId: 501,
    ownerId: 70,
    createdAt: later.toISOString(),
    cardVersion: 2,
    suspended: false,
    noteId: null,
  });
});

it('cards that are deleted while pages are read hide no others', async () => {
  const { decks, cards } = createStores(connection);
  await decks.insert(aDeck({ id: 600, ownerId: 80 }));
  const ids = Array.from({ length: 1_500 }, (_, index) => 20_000 + index);
  await cards.insert(ids.map((id) => aCard({ id, deckId: 600, ownerId: 80 })));
  const { cards: found } = await allOf(80, async () => {
    for (const id of ids.slice(0, 5)) await cards.remove(80, id);
  });
  expect(idsOf(found)).toEqual(ids);
});

it('ownership of 250 decks comes in pages, nobody else is in it, and no owner is left out', async () => {
  const { decks, learners } = createStores(connection);
  for (let id = 1_000; id < 1_250; id++) await decks.insert(aDeck({ id, ownerId: 90 }));
  await learners.incrementDeckCount(90, 250);
  await learners.erase(91, noon);
  const { pages, decks: owned } = await allOf(90);
  expect(pages).toBe(3);
  expect(owned).toHaveLength(250);
  expect((await service.rest('GET', '/internal/owners')).body).toEqual({
    owners: [
      { ownerId: 70, erased: false },
      { ownerId: 90, erased: false },
      { ownerId: 91, erased: true },
    ],
    next: null,
  });
  expect(
    (await service.rest('GET', '/internal/owners', { query: { after: '70' } })).body.owners,
  ).toHaveLength(2);
});

it('a malformed cursor is refused with 400', async () => {
  const path = '/internal/owners/70/ownership';
  expect((await service.rest('GET', path, { query: { after: '1.2' } })).status).toBe(400);
});
