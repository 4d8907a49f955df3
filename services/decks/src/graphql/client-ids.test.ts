import { buildTestService, type TestService } from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let service: TestService;
const [as, stranger] = [7, 8];
beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig, { env: { WRITES_PER_MINUTE: '100000' } });
});
afterAll(() => service.stop());

const send = (document: string, input: object, user = as) =>
  service.graphql(document, { input }, { as: user });
const createDeck = 'mutation ($input: CreateDeckInput!) { createDeck(input: $input) { id clientId title } }';
const addFlashcard =
  'mutation ($input: AddFlashcardInput!) { addFlashcard(input: $input) { id clientId frontText version } }';
const addFlashcards =
  'mutation ($input: AddFlashcardsInput!) { addFlashcards(input: $input) { id cardCount } }';
const makeDeck = async (fields: object = {}) =>
  (await send(createDeck, { ...someFields(), ...fields })).data.createDeck as { id: string };
const sides = { frontText: 'Q', backText: 'A' };
const cardsOf = async (deckId: string) =>
  (await service.rest('GET', '/flashcards', { as, query: { deck_id: deckId } })).body.items as {
    id: number;
    front_text: string;
  }[];
const deckOf = async (id: string, user = as) =>
  (await service.rest('GET', `/decks/${id}`, { as: user })).body;
const deckCount = async () =>
  (await service.rest('GET', '/decks', { as })).body.pagination.total_items as number;

describe('a repeat with the same client id', () => {
  it('creates no second deck, without any Idempotency-Key and at the same moment', async () => {
    const [clientId, before] = [randomUUID(), await deckCount()];
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => send(createDeck, { ...someFields(), clientId })),
    );
    const decks = responses.map(({ data }) => data.createDeck);
    expect(new Set(decks.map(({ id }) => id)).size).toBe(1);
    expect(decks[0].clientId).toBe(clientId);
    expect(await deckCount()).toBe(before + 1);
  });

  it('creates no second card, without any Idempotency-Key and at the same moment', async () => {
    const { id: deckId } = await makeDeck();
    const clientId = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => send(addFlashcard, { deckId, ...sides, clientId })),
    );
    expect(new Set(responses.map(({ data }) => data.addFlashcard.id)).size).toBe(1);
    expect((await deckOf(deckId)).card_count).toBe(1);
    expect(await cardsOf(deckId)).toHaveLength(1);
  });

  it('adds only the cards of a list that are missing, at the same moment', async () => {
    const { id: deckId } = await makeDeck();
    const cards = ['a', 'b', 'c'].map((frontText) => ({ ...sides, frontText, clientId: randomUUID() }));
    const longer = [...cards, { ...sides, frontText: 'd', clientId: randomUUID() }];
    await send(addFlashcards, { deckId, cards: cards.slice(0, 1) });
    const responses = await Promise.all(
      [cards, longer, cards].map((list) => send(addFlashcards, { deckId, cards: list })),
    );
    expect(responses.map(({ errors }) => errors)).toEqual([undefined, undefined, undefined]);
    expect((await cardsOf(deckId)).map(({ front_text }) => front_text).toSorted()).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect((await deckOf(deckId)).card_count).toBe(4);
  });

  it('returns the existing row, whatever was changed in it and wherever it is now', async () => {
    const [{ id: deckId }, { id: elsewhere }, clientId] = [await makeDeck(), await makeDeck(), randomUUID()];
    const add = () => send(addFlashcard, { deckId, ...sides, clientId });
    const { id } = (await add()).data.addFlashcard;
    await service.rest('PUT', `/flashcards/${id}`, { as, body: { front_text: 'Changed', back_text: 'A' } });
    const move = 'mutation ($input: MoveFlashcardsInput!) { moveFlashcards(input: $input) { id } }';
    await send(move, { ids: [id], toDeckId: elsewhere });
    expect((await add()).data.addFlashcard).toEqual({ id, clientId, frontText: 'Changed', version: 3 });
    expect([(await deckOf(deckId)).card_count, (await deckOf(elsewhere)).card_count]).toEqual([0, 1]);
  });

  it('works in REST, in any case of the letters', async () => {
    const client_id = randomUUID();
    const post = (path: string, body: object) => service.rest('POST', path, { as, body });
    const [first, second] = [
      await post('/decks', { ...someFields(), client_id }),
      await post('/decks', { ...someFields(), client_id: client_id.toUpperCase() }),
    ];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    const card = { deck_id: first.body.id, front_text: 'Q', back_text: 'A', client_id };
    const cards = [await post('/flashcards', card), await post('/flashcards', card)];
    expect(cards[1]?.body).toEqual(cards[0]?.body);
    expect(await post('/decks', { ...someFields(), client_id: 'mine' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION' },
    });
  });

  it('of another learner, or of a deleted row, creates', async () => {
    const clientId = randomUUID();
    const create = async (user: number) =>
      (await send(createDeck, { ...someFields(), clientId }, user)).data.createDeck.id as string;
    const [own, other] = [await create(as), await create(stranger)];
    expect(other).not.toBe(own);
    await service.rest('DELETE', `/decks/${own}`, { as });
    expect([own, other]).not.toContain(await create(as));
  });

  it('is refused twice in one list', async () => {
    const { id: deckId } = await makeDeck();
    const card = { ...sides, clientId: randomUUID() };
    const { code, errors } = await send(addFlashcards, {
      deckId,
      cards: [card, { ...card, frontText: 'b' }],
    });
    expect([code, errors?.[0]?.message]).toEqual(['VALIDATION', 'Every card needs an id of its own.']);
    expect(await cardsOf(deckId)).toEqual([]);
  });
});

describe('a deletion with an expected version', () => {
  const deleteDeck = 'mutation ($input: DeleteDeckInput!) { deleteDeck(input: $input) }';
  const deleteCard =
    'mutation ($input: DeleteFlashcardInput!) { deleteFlashcard(input: $input) { cardCount } }';
  const deleteCards = 'mutation ($input: DeleteFlashcardsInput!) { deleteFlashcards(input: $input) }';
  const makeCard = async (deckId: string) =>
    (await send(addFlashcard, { deckId, ...sides })).data.addFlashcard.id as string;
  const change = (id: string, front_text: string) =>
    service.rest('PUT', `/flashcards/${id}`, { as, body: { front_text, back_text: 'A' } });

  it('keeps a deck that was changed elsewhere, and shows it', async () => {
    const { id } = await makeDeck();
    await service.rest('PUT', `/decks/${id}`, { as, body: someFields({ title: 'Changed' }) });
    const refused = await send(deleteDeck, { id, expectedVersion: 1 });
    expect(refused.code).toBe('VERSION_CONFLICT');
    expect(refused.errors?.[0]?.extensions).toMatchObject({ current: { title: 'Changed', version: 2 } });
    expect((await send(deleteDeck, { id, expectedVersion: 2 })).data).toEqual({ deleteDeck: id });
  });

  it('keeps a card that was changed elsewhere, and shows it', async () => {
    const { id: deckId } = await makeDeck();
    const id = await makeCard(deckId);
    await change(id, 'Changed');
    const refused = await send(deleteCard, { id, expectedVersion: 1 });
    expect(refused.errors?.[0]?.extensions).toMatchObject({ current: { frontText: 'Changed', version: 2 } });
    expect((await deckOf(deckId)).card_count).toBe(1);
    expect((await send(deleteCard, { id, expectedVersion: 2 })).data.deleteFlashcard.cardCount).toBe(0);
  });

  it('keeps all cards of a list when one of them was changed elsewhere', async () => {
    const { id: deckId } = await makeDeck();
    const ids = [await makeCard(deckId), await makeCard(deckId)];
    await change(ids[1]!, 'Changed');
    expect((await send(deleteCards, { ids, expectedVersions: [1, 1] })).code).toBe('VERSION_CONFLICT');
    expect((await deckOf(deckId)).card_count).toBe(2);
    expect((await send(deleteCards, { ids, expectedVersions: [1, 2] })).data).toEqual({
      deleteFlashcards: ids,
    });
    expect((await deckOf(deckId)).card_count).toBe(0);
  });

  it('never succeeds together with a change of the same version, sent at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: deckId } = await makeDeck();
      const id = await makeCard(deckId);
      const [deleted, changed] = await Promise.all([
        send(deleteCards, { ids: [id], expectedVersions: [1] }),
        service.rest('PUT', `/flashcards/${id}`, {
          as,
          body: { front_text: 'Changed', back_text: 'A' },
          headers: { 'if-match': '"1"' },
        }),
      ]);
      const left = await cardsOf(deckId);
      expect([deleted.errors === undefined, changed.status < 300]).toEqual(
        left.length === 0 ? [true, false] : [false, true],
      );
    }
  });
});

describe('a card that was made offline', () => {
  const dayMs = 86_400_000;
  const made = async (madeAt: string) => {
    const deck = await makeDeck();
    const document = 'mutation ($input: AddFlashcardInput!) { addFlashcard(input: $input) { id createdAt } }';
    const { data } = await send(document, { deckId: deck.id, ...sides, clientId: randomUUID(), madeAt });
    return data.addFlashcard as { id: string; createdAt: string };
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

  it('exists from then on, so that its answers are not older than it', async () => {
    const madeAt = daysAgo(6);
    const { id, createdAt } = await made(madeAt);
    expect(createdAt).toBe(madeAt);
    const { body } = await service.rest('GET', `/internal/cards/${id}`);
    expect(body.createdAt).toBe(madeAt);
  });

  it.each([
    ['later than now', -2, 0],
    ['longer ago than answers may be', 300, 30],
  ])(
    'a card that was made %s exists from the nearest time that is possible',
    async (_when, days, expected) => {
      const { createdAt } = await made(daysAgo(days));
      expect(Math.abs(Date.parse(createdAt) - Date.parse(daysAgo(expected)))).toBeLessThan(60_000);
    },
  );
});
