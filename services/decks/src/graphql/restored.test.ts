import { limits } from '@kumbuka/contracts';
import { buildTestService, eventsOf, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let service: TestService;
let learner = 300;
const stranger = 99;
let at = new Date('2026-03-04T09:00:00Z');

beforeAll(async () => {
  service = await buildTestService((config) => createApp(config, { now: () => at }), loadConfig, {
    env: { WRITES_PER_MINUTE: '100000' },
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  learner += 1;
});

const rest = (method: 'DELETE' | 'GET' | 'POST', path: string, body?: object) =>
  service.rest(method, path, { as: learner, ...(body ? { body } : {}) });
const graphql = (query: string, variables: object, as = learner) =>
  service.graphql(query, { ...variables }, { as });

const makeDeck = async (): Promise<number> => (await rest('POST', '/decks', someFields())).body.id;
const makeCard = async (deckId: number, index = 0): Promise<number> =>
  (await rest('POST', '/flashcards', { deck_id: deckId, front_text: `Q ${index}`, back_text: 'A' })).body.id;

const parts = 'id deckId kind number frontText backText createdAt updatedAt isFlagged isSuspended';
const cardsOf = async (deckId: number) => {
  const { data } = await graphql(
    `query ($id: ID!) { deck(id: $id) { title cardCount createdAt
      flashcards(page: 1, perPage: 100) { items { ${parts} note { tags fields } } } } }`,
    { id: String(deckId) },
  );
  return data?.deck ?? null;
};
const restoreDeck = (id: number, as = learner) =>
  graphql('mutation ($id: ID!) { restoreDeck(input: { id: $id }) { id cardCount } }', { id: String(id) }, as);
const restoreCards = (ids: readonly number[], as = learner) =>
  graphql(
    'mutation ($ids: [ID!]!) { restoreFlashcards(input: { ids: $ids }) { id version } }',
    { ids: ids.map(String) },
    as,
  );
const codeOf = ({ errors }: { errors?: readonly { extensions: { code: string } }[] }) =>
  errors?.[0]?.extensions.code;
const types = async () =>
  (await eventsOf(service.stack, 'kumbuka_decks'))
    .filter(({ key }) => key === String(learner))
    .map(({ type, aggregate }) => `${type} ${aggregate.version}`);

describe('a deleted card', () => {
  test('comes back as it was, with its marks, and is announced in its deck', async () => {
    const deckId = await makeDeck();
    const [first, second] = [await makeCard(deckId, 1), await makeCard(deckId, 2)];
    await graphql(
      'mutation ($ids: [ID!]!) { markFlashcards(input: { ids: $ids, flagged: true, suspended: true }) { id } }',
      { ids: [String(first)] },
    );
    const before = await cardsOf(deckId);
    await rest('DELETE', `/flashcards/${first}`);
    expect((await restoreCards([first])).errors).toBeUndefined();
    expect(await cardsOf(deckId)).toEqual(before);
    expect(await types()).toEqual([
      'decks.deck-created 1',
      'decks.card-added 1',
      'decks.card-added 1',
      'decks.card-suspension-changed 2',
      'decks.card-removed 3',
      'decks.card-moved 4',
    ]);
    // A repeat changes nothing.
    expect((await restoreCards([first, second])).data.restoreFlashcards).toHaveLength(2);
    expect(await cardsOf(deckId)).toEqual(before);
  });

  test('comes back once for two calls at the same moment', async () => {
    const deckId = await makeDeck();
    const cardId = await makeCard(deckId);
    await rest('DELETE', `/flashcards/${cardId}`);
    const both = await Promise.all([restoreCards([cardId]), restoreCards([cardId])]);
    for (const { errors } of both) expect(errors).toBeUndefined();
    expect(await cardsOf(deckId)).toMatchObject({ cardCount: 1 });
  });

  test.each(['its last card', 'all its cards at once'])(
    'comes back with its note, which went with %s',
    async (way) => {
      const deckId = await makeDeck();
      const { data } = await graphql(
        `
          mutation ($id: ID!) {
            createNote(
              input: { deckId: $id, kind: "cloze", fields: ["{{c1::a}} {{c2::b}}", ""], tags: ["x"] }
            ) {
              id
              cards {
                id
              }
            }
          }
        `,
        { id: String(deckId) },
      );
      const ids = data.createNote.cards.map(({ id }: { id: string }) => Number(id));
      const before = await cardsOf(deckId);
      const [removal, variables] =
        way === 'its last card'
          ? ['($ids: [ID!]!) { deleteFlashcards(input: { ids: $ids }) }', { ids: ids.map(String) }]
          : ['($id: ID!) { deleteNote(input: { id: $id }) }', { id: data.createNote.id }];
      expect((await graphql(`mutation ${removal}`, variables)).errors).toBeUndefined();
      expect((await restoreCards(ids)).errors).toBeUndefined();
      expect(await cardsOf(deckId)).toEqual(before);
      const note = await graphql('query ($id: ID!) { note(id: $id) { fields tags cards { id } } }', {
        id: data.createNote.id,
      });
      expect(note.data.note).toMatchObject({ tags: ['x'], cards: data.createNote.cards });
    },
  );

  test('of another learner, of a deleted deck or after an hour does not come back', async () => {
    const deckId = await makeDeck();
    const [first, second] = [await makeCard(deckId, 1), await makeCard(deckId, 2)];
    await rest('DELETE', `/flashcards/${first}`);
    expect(codeOf(await restoreCards([first], stranger))).toBe('RESTORE_TOO_LATE');
    at = new Date(at.getTime() + (limits.restoreMinutes + 1) * 60_000);
    expect(codeOf(await restoreCards([first]))).toBe('RESTORE_TOO_LATE');
    await rest('DELETE', `/flashcards/${second}`);
    await rest('DELETE', `/decks/${deckId}`);
    expect(codeOf(await restoreCards([second]))).toBe('DECK_NOT_FOUND');
    // Nothing was taken: the card comes back after its deck.
    await restoreDeck(deckId);
    expect((await restoreCards([second])).errors).toBeUndefined();
    expect(await cardsOf(deckId)).toMatchObject({ cardCount: 1 });
  });
});

describe('a deleted deck', () => {
  test('comes back with all its cards, more than one stored part', async () => {
    const deckId = await makeDeck();
    for (let from = 0; from < 600; from += 100)
      await graphql('mutation ($input: AddFlashcardsInput!) { addFlashcards(input: $input) { id } }', {
        input: {
          deckId: String(deckId),
          cards: Array.from({ length: 100 }, (_, index) => ({
            frontText: `Q ${from + index}`,
            backText: 'A',
          })),
        },
      });
    const before = await cardsOf(deckId);
    expect(before).toMatchObject({ cardCount: 600 });
    await rest('DELETE', `/decks/${deckId}`);
    expect(await cardsOf(deckId)).toBeNull();
    expect(codeOf(await restoreDeck(deckId, stranger))).toBe('RESTORE_TOO_LATE');
    const both = await Promise.all([restoreDeck(deckId), restoreDeck(deckId)]);
    for (const { data } of both) expect(data.restoreDeck).toEqual({ id: String(deckId), cardCount: 600 });
    expect(await cardsOf(deckId)).toEqual(before);
    expect((await rest('GET', '/decks')).body.items ?? (await rest('GET', '/decks')).body).toHaveLength(1);
    const told = await types();
    expect(told).toContain('decks.deck-created 3');
    expect(told.filter((type) => type === 'decks.card-moved 3')).toHaveLength(600);
  });

  test('that was a starter deck comes back beside a new copy', async () => {
    const seed = () => graphql('mutation { seedCatalog(input: { catalogIds: ["1"] }) { decks { id } } }', {});
    const first = (await seed()).data.seedCatalog.decks[0].id;
    await rest('DELETE', `/decks/${first}`);
    const second = (await seed()).data.seedCatalog.decks[0].id;
    expect((await restoreDeck(Number(first))).errors).toBeUndefined();
    expect(await cardsOf(Number(second))).toMatchObject({ title: (await cardsOf(Number(first))).title });
  });
});
