import { buildTestService, eventsOf, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let service: TestService;
let deckId: number;
let generationId = 0;
const [owner, stranger] = [7, 8];
const cards = [
  { front: 'What is a cell?', back: 'A unit of life' },
  { front: 'What is a tissue?', back: 'A group of cells' },
];

beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig, { env: { WRITES_PER_MINUTE: '100000' } });
});
afterAll(() => service.stop());
beforeEach(async () => {
  generationId += 1;
  deckId = (await service.rest('POST', '/decks', { as: owner, body: someFields() })).body.id;
});

const insert = (body: object = {}) =>
  service.rest('POST', `/internal/decks/${deckId}/cards`, {
    body: { ownerId: owner, generationId, cards, ...body },
  });
const cardCount = async () => (await service.rest('GET', `/decks/${deckId}`, { as: owner })).body.card_count;

describe('the cards of a generation', () => {
  it('are inserted with their events, like cards that were added by hand', async () => {
    const { status, body } = await insert();
    expect([status, body.inserted]).toEqual([200, 2]);
    expect(await cardCount()).toBe(2);
    const published = (await eventsOf(service.stack, 'kumbuka_decks')).filter(
      ({ data }) => data['deckId'] === deckId,
    );
    expect(published.map(({ type }) => type)).toEqual(['decks.deck-created', 'decks.cards-added']);
  });

  it('are formatted where they were written so, each by itself', async () => {
    const rich = { front: 'What is energy?', back: '$E = mc^2$' };
    await insert({ cards: [...cards, rich, { front: 'What does it cost?', back: '$5 or $10' }] });
    const { items } = (
      await service.rest('GET', '/flashcards', { as: owner, query: { deck_id: String(deckId) } })
    ).body;
    expect(items.map((card: { format: string }) => card.format)).toEqual(['plain', 'plain', 'rich', 'plain']);
    expect(items[2].back_text).toBe('$E = mc^2$');
  });

  it('are inserted once, however often and with whatever cards the request is repeated', async () => {
    const first = (await insert()).body;
    expect((await insert()).body).toEqual(first);
    expect((await insert({ cards: [{ front: 'Other?', back: 'Yes' }] })).body).toEqual(first);
    expect(await cardCount()).toBe(2);
  });

  it('are inserted once by ten calls at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => insert()));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await cardCount()).toBe(2);
  });

  it("do not go into another's deck", async () => {
    const { status, body } = await insert({ ownerId: stranger });
    expect([status, body.code]).toEqual([404, 'DECK_NOT_FOUND']);
    expect(await cardCount()).toBe(0);
  });

  it('are refused as a whole when they are one too many for the deck', async () => {
    const front = 'x'.repeat(2_000);
    const long = Array.from({ length: 30 }, () => ({ front, back: front }));
    let last = await insert({ cards: long });
    for (let more = 0; more < 40 && last.status === 200; more++) {
      generationId += 1;
      last = await insert({ cards: long });
    }
    expect([last.status, last.body.code]).toEqual([409, 'LIMIT_REACHED']);
    expect((await cardCount()) % 30).toBe(0);
  });
});

describe('the fronts of a deck', () => {
  it('are those of its owner, page by page', async () => {
    await insert();
    const fronts = (of: number, page = 1) =>
      service.rest('GET', `/internal/decks/${deckId}/fronts?ownerId=${of}&page=${page}`);
    expect((await fronts(owner)).body).toEqual({ fronts: cards.map(({ front }) => front), hasNext: false });
    expect((await fronts(owner, 2)).body).toEqual({ fronts: [], hasNext: false });
    expect((await fronts(stranger)).body.code).toBe('DECK_NOT_FOUND');
  });
});
