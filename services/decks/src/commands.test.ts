import { watchCommands } from '@kumbuka/service-kit/testing';
import { buildTestService, startStack, type TestService, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { someFields } from './testing/builders.ts';

let stack: TestStack;
let service: TestService;
let deckId: number;
let cardId: number;
let watched: ReturnType<typeof watchCommands>;
const learner = 7;
const collections = ['decks', 'flashcards', 'learners'];

beforeAll(async () => {
  stack = await startStack();
  watched = watchCommands({ url: stack.env.MONGO_URL, database: 'kumbuka_decks', collections });
  const { mongo } = watched;
  service = await buildTestService((config) => createApp(config, { mongo }), loadConfig, { stack });

  deckId = (await call('POST', '/decks', someFields())).body.id;
  for (let made = 0; made < 5; made++) await call('POST', '/decks', someFields());
  cardId = (await call('POST', '/flashcards', { deck_id: deckId, front_text: 'Q', back_text: 'A' })).body.id;
});
afterAll(async () => {
  await service.stop();
  await stack.stop();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  service.rest(method, path, { as: learner, ...(body === undefined ? {} : { body }) });
/** Sorted, because some are sent concurrently. */
const commandsOf = async (work: () => Promise<unknown>) => (await watched.commandsOf(work)).toSorted();

describe('commands to MongoDB', () => {
  it.each([
    ['/decks', ['find decks']],
    ['/decks?per_page=6', ['find decks', 'find learners']],
    ['/decks?sort=last_studied&page=2', ['find decks', 'find learners']],
    [
      '/decks?subject=Biology&q=ce',
      ['aggregate decks', 'aggregate decks', 'find decks', 'find decks', 'find learners'],
    ],
    ['/decks/{deck}', ['find decks']],
    ['/flashcards?deck_id={deck}', ['find decks', 'find flashcards']],
    ['/flashcards?deck_id={deck}&all=true', ['find decks', 'find flashcards']],
    ['/internal/cards/{card}', ['find flashcards']],
    ['/internal/decks/{deck}', ['find decks']],
    ['/catalog', []],
  ])('of GET %s are %o', async (path, expected) => {
    const filled = path.replace('{deck}', String(deckId)).replace('{card}', String(cardId));
    expect(await commandsOf(() => call('GET', filled))).toEqual(expected);
  });

  it.each([
    ['{ viewer { decks { items { title } pageInfo { totalItems } } } }', ['find decks']],
    [
      '{ deck(id: "{deck}") { title flashcards { items { frontText deck { id } } } } }',
      ['find decks', 'find flashcards'],
    ],
    ['{ flashcards(ids: ["{card}", "1000000"]) { deck { title } } }', ['find decks', 'find flashcards']],
    ['{ viewer { deckFacets { subjects categories } } }', ['aggregate decks', 'aggregate decks']],
  ])('of the operation %s are %o', async (document, expected) => {
    const filled = document.replace('{deck}', String(deckId)).replace('{card}', String(cardId));
    const send = () => service.graphql(filled, {}, { as: learner });
    expect((await send()).errors).toBeUndefined();
    expect(await commandsOf(send)).toEqual(expected);
  });

  it('of many references are one find for decks and one for cards', async () => {
    const of = [deckId, deckId + 1, deckId + 2]
      .map((id) => ({ __typename: 'Deck', id: String(id) }))
      .concat([{ __typename: 'Flashcard', id: String(cardId) }]);
    const send = () =>
      service.graphql(
        `query ($of: [_Any!]!) { _entities(representations: $of) {
          ... on Deck { title } ... on Flashcard { frontText deck { title } } } }`,
        { of },
        { as: learner },
      );
    expect((await send()).errors).toBeUndefined();
    expect(await commandsOf(send)).toEqual(['find decks', 'find flashcards']);
  });

  it('of a new card are three writes and a commit', async () =>
    expect(
      await commandsOf(() =>
        call('POST', '/flashcards', { deck_id: deckId, front_text: 'Q', back_text: 'A' }),
      ),
    ).toEqual(['commitTransaction', 'findAndModify decks', 'insert flashcards', 'insert outbox']));

  it('of a new deck are three writes and a commit', async () =>
    expect(await commandsOf(() => call('POST', '/decks', someFields()))).toEqual([
      'commitTransaction',
      'findAndModify learners',
      'insert decks',
      'insert outbox',
    ]));

  it('of a starter deck with 16 cards are five and a commit', async () =>
    expect(await commandsOf(() => call('POST', '/catalog/seed', { deck_ids: [1] }))).toEqual([
      'commitTransaction',
      'find decks',
      'findAndModify learners',
      'insert decks',
      'insert flashcards',
      'insert outbox',
    ]));
});
