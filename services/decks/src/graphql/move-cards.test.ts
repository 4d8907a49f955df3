import { limits } from '@kumbuka/contracts';
import { buildTestService, eventsOf, type TestService } from '@kumbuka/testing';
import mongoose from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let service: TestService;
let learner = 100;
const stranger = 99;

beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig, { env: { WRITES_PER_MINUTE: '100000' } });
});
afterAll(() => service.stop());
beforeEach(() => {
  learner += 1;
});

const rest = (method: 'DELETE' | 'GET' | 'POST', path: string, body?: object, as = learner) =>
  service.rest(method, path, { as, ...(body ? { body } : {}) });

const makeDeck = async (as = learner): Promise<number> =>
  (await rest('POST', '/decks', someFields(), as)).body.id;

/** Makes cards at the same moment; returns their ids, lowest first, as the service lists them. */
async function makeCards(deckId: number, count: number, as = learner): Promise<number[]> {
  const made = Array.from({ length: count }, (_, index) =>
    rest('POST', '/flashcards', { deck_id: deckId, front_text: `Q ${index}`, back_text: 'A' }, as),
  );
  const ids = (await Promise.all(made)).map(({ body }) => body.id as number);
  return ids.toSorted((a, b) => a - b);
}

const move = (ids: readonly number[], toDeckId: number, as = learner) =>
  service.graphql(
    `mutation ($input: MoveFlashcardsInput!) {
      moveFlashcards(input: $input) { id deckId version createdAt updatedAt isFlagged isSuspended } }`,
    { input: { ids: ids.map(String), toDeckId: String(toDeckId) } },
    { as },
  );

/** Cards of a deck and its counter, which must agree. */
async function cardsOf(deckId: number, as = learner): Promise<number[]> {
  const { body } = await rest('GET', `/flashcards?deck_id=${deckId}&per_page=100`, undefined, as);
  const { data } = await service.graphql(
    'query ($id: ID!) { deck(id: $id) { cardCount } }',
    { id: String(deckId) },
    { as },
  );
  const ids = body.items.map(({ id }: { id: number }) => id);
  expect(data.deck.cardCount).toBe(ids.length);
  return ids;
}

async function setCardCount(deckId: number, cardCount: number) {
  const connection = await mongoose.createConnection(service.stack.mongo.uri('kumbuka_decks')).asPromise();
  await connection.collection<{ _id: number }>('decks').updateOne({ _id: deckId }, { $set: { cardCount } });
  await connection.close();
}

/** Cards by id; `null` where a card does not exist. */
async function readCards(ids: readonly number[]) {
  const { data } = await service.graphql(
    'query ($ids: [ID!]!) { flashcards(ids: $ids) { id deckId frontText createdAt updatedAt isFlagged version } }',
    { ids: ids.map(String) },
    { as: learner },
  );
  return data.flashcards as (Record<string, unknown> | null)[];
}

const moves = async () =>
  (await eventsOf(service.stack, 'kumbuka_decks')).filter(
    ({ type, key }) => type === 'decks.card-moved' && key === String(learner),
  );

test('moved cards keep their id, times and marks, and the counts of both decks are updated', async () => {
  const [from, to] = [await makeDeck(), await makeDeck()];
  const [first = 0, second = 0, third = 0] = await makeCards(from, 3);
  const [stored] = await readCards([first]);
  const { data, errors } = await move([first, second], to);
  expect(errors).toBeUndefined();
  const same = { version: 2, isFlagged: false, isSuspended: false, deckId: String(to) };
  expect(data.moveFlashcards).toMatchObject([
    { id: String(first), ...same },
    { id: String(second), ...same },
  ]);
  expect(await readCards([first])).toEqual([{ ...stored, deckId: String(to), version: 2 }]);
  expect(await cardsOf(from)).toEqual([third]);
  expect((await cardsOf(to)).toSorted()).toEqual([first, second].toSorted());
});

test('a move that is repeated changes and publishes nothing', async () => {
  const [from, to] = [await makeDeck(), await makeDeck()];
  const ids = await makeCards(from, 2);
  await move(ids, to);
  expect((await move(ids, to)).data.moveFlashcards).toMatchObject([{ version: 2 }, { version: 2 }]);
  expect((await moves()).map(({ data, aggregate }) => [data, aggregate.version])).toEqual(
    ids.map((cardId) => [
      {
        cardId,
        deckId: to,
        fromDeckId: from,
        userId: learner,
        suspended: false,
        createdAt: expect.any(String),
        movedAt: expect.any(String),
      },
      2,
    ]),
  );
  expect(await cardsOf(to)).toHaveLength(2);
});

test('cards of several decks move together, without deleted ones', async () => {
  const [one, two, to] = [await makeDeck(), await makeDeck(), await makeDeck()];
  const ids = [...(await makeCards(one, 2)), ...(await makeCards(two, 2))];
  const [gone, ...left] = ids;
  await rest('DELETE', `/flashcards/${gone}`);
  expect((await move(ids, to)).data.moveFlashcards).toHaveLength(3);
  expect([await cardsOf(one), await cardsOf(two)]).toEqual([[], []]);
  expect((await cardsOf(to)).toSorted()).toEqual(left.toSorted());
});

test('cards or decks of another learner do not move, and nothing is left half done', async () => {
  const [mine, theirs] = [await makeDeck(), await makeDeck(stranger)];
  const [own, foreign] = [await makeCards(mine, 2), await makeCards(theirs, 1, stranger)];
  expect((await move(own, theirs)).code).toBe('DECK_NOT_FOUND');
  expect((await move(own, 987_654)).code).toBe('DECK_NOT_FOUND');
  expect((await move(foreign, mine)).code).toBe('FLASHCARD_NOT_FOUND');
  expect((await move(own, theirs, stranger)).code).toBe('FLASHCARD_NOT_FOUND');
  expect(await cardsOf(mine)).toHaveLength(2);
  expect(await cardsOf(theirs, stranger)).toEqual(foreign);
  expect(await moves()).toEqual([]);
});

test('a move of no card, of more than 100 or of more than the deck can hold is refused', async () => {
  const [from, to] = [await makeDeck(), await makeDeck()];
  const ids = await makeCards(from, 2);
  expect((await move([], to)).code).toBe('VALIDATION');
  expect(
    (
      await move(
        Array.from({ length: limits.cardsPerCall + 1 }, (_, index) => index + 1),
        to,
      )
    ).code,
  ).toBe('VALIDATION');
  await setCardCount(to, limits.cardsPerDeck - 1);
  expect((await move(ids, to)).code).toBe('LIMIT_REACHED');
  await setCardCount(to, 0);
  expect(await cardsOf(from)).toHaveLength(2);
  expect(await cardsOf(to)).toEqual([]);
});

test('opposite moves at the same moment all succeed, and no card is lost or counted twice', async () => {
  const [a, b] = [await makeDeck(), await makeDeck()];
  const [ofA, ofB] = [await makeCards(a, 6), await makeCards(b, 6)];
  const halves = (ids: readonly number[]) => [ids.slice(0, 3), ids.slice(3)];
  const outcomes = await Promise.all([
    ...halves(ofA).map((ids) => move(ids, b)),
    ...halves(ofB).map((ids) => move(ids, a)),
  ]);
  expect(outcomes.map(({ code }) => code)).toEqual([undefined, undefined, undefined, undefined]);
  expect((await cardsOf(a)).toSorted()).toEqual(ofB.toSorted());
  expect((await cardsOf(b)).toSorted()).toEqual(ofA.toSorted());
});

test('a card is never left without its deck when the deck is deleted while cards move into it', async () => {
  for (let round = 0; round < 5; round++) {
    const [from, to] = [await makeDeck(), await makeDeck()];
    const ids = await makeCards(from, 3);
    const [moved] = await Promise.all([move(ids, to), rest('DELETE', `/decks/${to}`)]);
    const left = (await readCards(ids)).map((card) => card !== null);
    // Either the move came first and the cards went with the deck, or it found no deck and they stay.
    expect(left).toEqual(ids.map(() => moved.code === 'DECK_NOT_FOUND'));
    expect((await cardsOf(from)).toSorted()).toEqual(moved.code === 'DECK_NOT_FOUND' ? ids.toSorted() : []);
  }
});

test('a card that moves out of a deck while it is deleted is saved or deleted, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const [from, to] = [await makeDeck(), await makeDeck()];
    const ids = await makeCards(from, 3);
    const [moved] = await Promise.all([move(ids, to), rest('DELETE', `/decks/${from}`)]);
    expect(moved.code ?? 'FLASHCARD_NOT_FOUND').toBe('FLASHCARD_NOT_FOUND');
    expect((await cardsOf(to)).toSorted()).toEqual(moved.code ? [] : ids.toSorted());
  }
});
