import { buildTestService, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

const query = (document: string, variables: Record<string, unknown> = {}, as = learner) =>
  service.graphql(document, variables, { as });

const deckFields = `id title description subject category difficulty lastStudied mastery isDefault cardCount
  createdAt updatedAt`;
const cardFields = 'id frontText backText createdAt updatedAt deck { id cardCount }';
const createDeck = `mutation ($input: CreateDeckInput!) { createDeck(input: $input) { ${deckFields} } }`;
const addFlashcard = `mutation ($input: AddFlashcardInput!) { addFlashcard(input: $input) { ${cardFields} } }`;
const entities = `query ($of: [_Any!]!) { _entities(representations: $of) {
  __typename ... on Deck { id title } ... on Flashcard { id frontText } ... on User { id decks { items { id } } } } }`;

const makeDeck = async (fields = {}, as = learner) =>
  (await query(createDeck, { input: someFields(fields) }, as)).data.createDeck as {
    id: string;
    title: string;
  };
const makeCard = async (deckId: string, frontText = 'Q', as = learner) =>
  (await query(addFlashcard, { input: { deckId, frontText, backText: 'A' } }, as)).data.addFlashcard as {
    id: string;
    updatedAt: string;
  };

describe('decks', () => {
  it('createDeck gives the whole deck', async () => {
    const { data, errors } = await query(createDeck, { input: someFields() });
    expect(errors).toBeUndefined();
    expect(data.createDeck).toEqual({
      id: expect.stringMatching(/^[1-9]\d*$/),
      ...someFields(),
      lastStudied: null,
      mastery: null,
      isDefault: false,
      cardCount: 0,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: data.createDeck.createdAt,
    });
  });

  it('a repeat with the Idempotency-Key after a lost response creates no second deck or card', async () => {
    const send = (document: string, input: object, key: string) =>
      service.graphql(document, { input }, { as: learner, headers: { 'idempotency-key': key } });
    const responses = await Promise.all([1, 2, 3].map(() => send(createDeck, someFields(), 'k-1')));
    const deck = responses[0]?.data.createDeck;
    expect(responses.map(({ data }) => data.createDeck)).toEqual([deck, deck, deck]);
    const cards = [1, 2].map(() =>
      send(addFlashcard, { deckId: deck.id, frontText: 'Q', backText: 'A' }, 'k-1'),
    );
    const [first, second] = (await Promise.all(cards)).map(({ data }) => data.addFlashcard);
    expect(second.id).toBe(first.id);
    expect((await send(createDeck, someFields({ title: 'Other' }), 'k-1')).code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    const { data } = await query('{ viewer { decks { items { id cardCount } } } }');
    expect(data.viewer.decks.items).toEqual([{ id: deck.id, cardCount: 1 }]);
  });

  it('one Idempotency-Key serves every field of a request', async () => {
    const both = `mutation ($input: CreateDeckInput!) { a: createDeck(input: $input) { id } b: createDeck(input: $input) { id } }`;
    const send = () =>
      service.graphql(both, { input: someFields() }, { as: learner, headers: { 'idempotency-key': 'k-2' } });
    const first = await send();
    expect(first.data.a.id).not.toBe(first.data.b.id);
    expect((await send()).data).toEqual(first.data);
  });

  it('deck(id) reads it', async () => {
    const deck = await makeDeck();
    const { data } = await query(`query ($id: ID!) { deck(id: $id) { ${deckFields} } }`, { id: deck.id });
    expect(data.deck).toEqual(deck);
  });

  it('updateDeck replaces the five fields', async () => {
    const { id } = await makeDeck();
    const input = { id, title: 'T', description: 'D', subject: 'S', category: 'C', difficulty: 5 };
    const { data } = await query(
      `mutation ($input: UpdateDeckInput!) { updateDeck(input: $input) { ${deckFields} } }`,
      { input },
    );
    expect(data.updateDeck).toMatchObject(input);
  });

  it('deleteDeck deletes the deck and returns its id', async () => {
    const { id } = await makeDeck();
    const remove = 'mutation ($input: DeleteDeckInput!) { deleteDeck(input: $input) }';
    expect((await query(remove, { input: { id } })).data).toEqual({ deleteDeck: id });
    expect((await query('query ($id: ID!) { deck(id: $id) { id } }', { id })).code).toBe('DECK_NOT_FOUND');
    expect((await query(remove, { input: { id } })).code).toBe('DECK_NOT_FOUND');
  });
});

describe('viewer', () => {
  const list = `query ($filter: DeckFilter, $sort: DeckSort, $page: Int, $perPage: Int) { viewer { id
    decks(filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
      items { title } pageInfo { page perPage totalPages totalItems hasNext hasPrev } } } }`;
  const titles = async (variables: Record<string, unknown>) =>
    (await query(list, variables)).data.viewer.decks.items.map(({ title }: { title: string }) => title);

  beforeEach(async () => {
    await makeDeck({ title: 'banana', subject: 'Fruit', difficulty: 2 });
    await makeDeck({ title: 'Apple', subject: 'Fruit', category: 'Sweet', difficulty: 1 });
    await makeDeck({ title: 'carrot', subject: 'Root', difficulty: 2 });
  });

  it('the viewer’s list of decks is empty on a page that no list has', async () => {
    const { decks } = (await query(list, { page: 2_147_483_647, perPage: 100 })).data.viewer;
    expect(decks).toMatchObject({ items: [], pageInfo: { page: 2_147_483_647, totalItems: 3 } });
  });

  it('the viewer’s list of decks has decks in pages, with the numbers of REST', async () => {
    const { data } = await query(list, { sort: 'TITLE', page: 2, perPage: 2 });
    expect(data.viewer).toEqual({
      id: String(learner),
      decks: {
        items: [{ title: 'carrot' }],
        pageInfo: { page: 2, perPage: 2, totalPages: 2, totalItems: 3, hasNext: false, hasPrev: true },
      },
    });
  });

  it.each([
    ['CREATED', ['banana', 'Apple', 'carrot']],
    ['TITLE', ['Apple', 'banana', 'carrot']],
    ['DIFFICULTY', ['Apple', 'banana', 'carrot']],
    ['LAST_STUDIED', ['banana', 'Apple', 'carrot']],
    [null, ['banana', 'Apple', 'carrot']],
  ])('the viewer’s list of decks sorts by %s', async (sort, expected) =>
    expect(await titles({ sort })).toEqual(expected),
  );

  it.each([
    [{ titleContains: 'APP' }, ['Apple']],
    [{ subject: 'Fruit' }, ['banana', 'Apple']],
    [{ category: 'Sweet' }, ['Apple']],
    [{ difficulty: 2 }, ['banana', 'carrot']],
    [{ subject: 'Fruit', difficulty: 2, titleContains: null }, ['banana']],
    [null, ['banana', 'Apple', 'carrot']],
  ])('the viewer’s list of decks filters by %o', async (filter, expected) =>
    expect(await titles({ filter })).toEqual(expected),
  );

  it.each([
    { page: 0 },
    { perPage: 101 },
    { filter: { titleContains: 'x'.repeat(101) } },
    { filter: { difficulty: 9 } },
  ])('the viewer’s list of decks refuses %o and returns the rest of the response', async (variables) => {
    const { code, data } = await query(list, variables);
    expect(code).toBe('VALIDATION');
    expect(data.viewer).toEqual({ id: String(learner), decks: null });
  });

  it('the viewer’s list of decks has facets: distinct subjects and categories from A to Z', async () => {
    const { data } = await query('{ viewer { deckFacets { subjects categories } } }');
    expect(data.viewer.deckFacets).toEqual({ subjects: ['Fruit', 'Root'], categories: ['KCSE', 'Sweet'] });
  });

  it('the viewer’s list of decks needs a token', async () =>
    expect((await service.graphql('{ viewer { id } }')).code).toBe('UNAUTHENTICATED'));
});

describe('flashcards', () => {
  it('500 cards are added in five calls, in their order, each call all or none and once', async () => {
    const deck = await makeDeck();
    const addFlashcards = `mutation ($input: AddFlashcardsInput!) { addFlashcards(input: $input) { id cardCount } }`;
    const send = (from: number, count: number, back = 'A') =>
      service.graphql(
        addFlashcards,
        {
          input: {
            deckId: deck.id,
            cards: Array.from({ length: count }, (_, at) => ({
              frontText: `Q ${from + at}`,
              backText: back,
            })),
          },
        },
        { as: learner, headers: { 'idempotency-key': `several-${from}` } },
      );
    for (const from of [0, 100, 200, 300, 400]) await send(from, 100);
    const { data } = await send(400, 100);
    expect(data.addFlashcards).toEqual({ id: deck.id, cardCount: 500 });
    expect((await send(500, 101)).code).toBe('VALIDATION');
    expect((await send(600, 2, '')).code).toBe('VALIDATION');
    const page = `query ($id: ID!) { deck(id: $id) { cardCount flashcards(page: 5, perPage: 100) { items { frontText } } } }`;
    const { data: read } = await query(page, { id: deck.id });
    expect(read.deck.cardCount).toBe(500);
    expect(read.deck.flashcards.items.map((card: { frontText: string }) => card.frontText)).toEqual(
      Array.from({ length: 100 }, (_, at) => `Q ${400 + at}`),
    );
    expect(
      (
        await query(
          addFlashcards,
          { input: { deckId: deck.id, cards: [{ frontText: 'a', backText: 'b' }] } },
          stranger,
        )
      ).code,
    ).toBe('DECK_NOT_FOUND');
  });

  it('a list that is added twice, longer the second time, adds only its new cards', async () => {
    const deck = await makeDeck();
    const document = `mutation ($input: AddFlashcardsInput!) { addFlashcards(input: $input) { cardCount } }`;
    const sides = (...lines: string[]) =>
      lines.map((line) => ({ frontText: line.split(' - ')[0], backText: line.split(' - ')[1] }));
    const add = async (cards: unknown, existing?: string) =>
      (await query(document, { input: { deckId: deck.id, cards, ...(existing ? { existing } : {}) } })).data
        .addFlashcards.cardCount;
    const all = sides('mti - tree', 'maji - water', 'moto - fire', 'mti - wood');
    expect(await add(all.slice(0, 2))).toBe(2);
    const known = `query ($id: ID!, $cards: [CardSidesInput!]!) { deck(id: $id) { existingCards(cards: $cards) } }`;
    expect((await query(known, { id: deck.id, cards: all })).data.deck.existingCards).toEqual([0, 1]);
    expect(await add(all)).toBe(4);
    expect(await add(all)).toBe(4);
    expect(await add(all.slice(0, 1), 'ADD')).toBe(5);
  });

  it('addFlashcard gives the card and its deck with the new count', async () => {
    const deck = await makeDeck();
    const input = { deckId: deck.id, frontText: ' Q\n', backText: '<b>A</b>' };
    const { data } = await query(addFlashcard, { input });
    expect(data.addFlashcard).toEqual({
      id: expect.any(String),
      frontText: ' Q\n',
      backText: '<b>A</b>',
      createdAt: expect.any(String),
      updatedAt: data.addFlashcard.createdAt,
      deck: { id: deck.id, cardCount: 1 },
    });
  });

  it('two cards added in one operation each show the count as it then is', async () => {
    const { id } = await makeDeck();
    const { data } = await query(
      `mutation ($input: AddFlashcardInput!) {
        a: addFlashcard(input: $input) { deck { cardCount } }
        b: addFlashcard(input: $input) { deck { cardCount } } }`,
      { input: { deckId: id, frontText: 'Q', backText: 'A' } },
    );
    expect(data).toEqual({ a: { deck: { cardCount: 1 } }, b: { deck: { cardCount: 2 } } });
  });

  it('editFlashcard replaces both sides', async () => {
    const { id } = await makeCard((await makeDeck()).id);
    const { data } = await query(
      'mutation ($input: EditFlashcardInput!) { editFlashcard(input: $input) { id frontText backText } }',
      { input: { id, frontText: 'Q2', backText: 'A2' } },
    );
    expect(data.editFlashcard).toEqual({ id, frontText: 'Q2', backText: 'A2' });
  });

  const mark = (ids: readonly string[], marks: object) =>
    query(
      `mutation ($input: MarkFlashcardsInput!) {
        markFlashcards(input: $input) { id isSuspended isFlagged version updatedAt } }`,
      { input: { ids, ...marks } },
    );

  it('markFlashcards suspends and flags cards, and a mark that is left out stays', async () => {
    const deck = await makeDeck();
    const cards = [await makeCard(deck.id), await makeCard(deck.id)];
    const ids = cards.map(({ id }) => id);
    const { data } = await mark(ids, { suspended: true });
    expect(data.markFlashcards).toEqual(
      cards.map(({ id, updatedAt }) => ({ id, isSuspended: true, isFlagged: false, version: 2, updatedAt })),
    );
    expect((await mark(ids.slice(0, 1), { flagged: true })).data.markFlashcards).toMatchObject([
      { id: ids[0], isSuspended: true, isFlagged: true, version: 2 },
    ]);
    expect((await mark(ids, { suspended: false, flagged: false })).data.markFlashcards).toMatchObject([
      { isSuspended: false, isFlagged: false, version: 3 },
      { isSuspended: false, isFlagged: false, version: 3 },
    ]);
  });

  it('markFlashcards leaves out cards that are gone, and refuses only those of others', async () => {
    const deck = await makeDeck();
    const { id } = await makeCard(deck.id);
    expect((await mark([id, '999999'], { suspended: true })).data.markFlashcards).toMatchObject([{ id }]);
    expect((await mark(['999999'], { suspended: true })).code).toBe('FLASHCARD_NOT_FOUND');
    const input = { ids: [id], suspended: false };
    const others = await query(
      'mutation ($input: MarkFlashcardsInput!) { markFlashcards(input: $input) { id } }',
      { input },
      stranger,
    );
    expect(others.code).toBe('FLASHCARD_NOT_FOUND');
    expect((await mark([id], {})).data.markFlashcards).toMatchObject([{ isSuspended: true }]);
  });

  it('Deck.flashcards returns only flagged or suspended cards when it has that filter', async () => {
    const deck = await makeDeck();
    await makeCard(deck.id, 'osmosis');
    const [flagged, both] = [await makeCard(deck.id, 'cell'), await makeCard(deck.id, 'cell 2')];
    await mark([flagged.id, both.id], { flagged: true });
    await mark([both.id], { suspended: true });
    const found = async (marked: string, containing = '') => {
      const { data } = await query(
        `query ($id: ID!, $marked: CardMark, $containing: String) { deck(id: $id) {
          flashcards(marked: $marked, containing: $containing) { items { id } pageInfo { totalItems } } } }`,
        { id: deck.id, marked, containing },
      );
      return data.deck.flashcards.items.map(({ id }: { id: string }) => id);
    };
    expect(await found('FLAGGED')).toEqual([flagged.id, both.id]);
    expect(await found('SUSPENDED')).toEqual([both.id]);
    expect(await found('FLAGGED', '2')).toEqual([both.id]);
  });

  it('deleteFlashcards deletes cards once, with their counts, and never those of others', async () => {
    const [deck, theirs] = [await makeDeck(), await makeDeck({}, stranger)];
    const cards = [await makeCard(deck.id), await makeCard(deck.id), await makeCard(deck.id)];
    const foreign = await makeCard(theirs.id, 'Q', stranger);
    const ids = [cards[0]?.id, cards[1]?.id, foreign.id, '999999'];
    const remove = () =>
      query('mutation ($input: DeleteFlashcardsInput!) { deleteFlashcards(input: $input) }', {
        input: { ids },
      });
    const all = await Promise.all([remove(), remove(), remove()]);
    expect(all.map(({ data }) => data?.deleteFlashcards)).toEqual([ids, ids, ids]);
    const count = async (id: string, as: number) =>
      (
        await query(
          'query ($id: ID!) { deck(id: $id) { cardCount flashcards { items { id } } } }',
          { id },
          as,
        )
      ).data.deck;
    expect(await count(deck.id, learner)).toEqual({
      cardCount: 1,
      flashcards: { items: [{ id: cards[2]?.id }] },
    });
    expect(await count(theirs.id, stranger)).toMatchObject({ cardCount: 1 });
  });

  it('deleteFlashcard gives the deck with one card less', async () => {
    const deck = await makeDeck();
    const [card] = [await makeCard(deck.id), await makeCard(deck.id)];
    const { data } = await query(
      'mutation ($input: DeleteFlashcardInput!) { deleteFlashcard(input: $input) { id cardCount } }',
      { input: { id: card.id } },
    );
    expect(data.deleteFlashcard).toEqual({ id: deck.id, cardCount: 1 });
  });

  it('Deck.flashcards is a page, oldest first', async () => {
    const deck = await makeDeck();
    for (const front of ['1', '2', '3']) await makeCard(deck.id, front);
    const { data } = await query(
      `query ($id: ID!) { deck(id: $id) { flashcards(page: 2, perPage: 2) {
        items { frontText deckId deck { title } } pageInfo { totalItems hasNext } } } }`,
      { id: deck.id },
    );
    expect(data.deck.flashcards).toEqual({
      items: [{ frontText: '3', deckId: deck.id, deck: { title: 'Cells' } }],
      pageInfo: { totalItems: 3, hasNext: false },
    });
  });

  it('Deck.flashcards finds what either side contains, in any case, page by page', async () => {
    const deck = await makeDeck();
    for (const front of ['The TANA rises', 'Athi', 'Into what does the Tana flow?', 'Tana dams', 'Étude'])
      await makeCard(deck.id, front);
    const find = async (containing: string, page = 1) =>
      (
        await query(
          `query ($id: ID!, $page: Int!, $containing: String) { deck(id: $id) {
            flashcards(page: $page, perPage: 2, containing: $containing) {
              items { frontText } pageInfo { totalItems totalPages } } } }`,
          { id: deck.id, page, containing },
        )
      ).data.deck.flashcards;
    expect(await find('tana')).toEqual({
      items: [{ frontText: 'The TANA rises' }, { frontText: 'Into what does the Tana flow?' }],
      pageInfo: { totalItems: 3, totalPages: 2 },
    });
    expect((await find('tana', 2)).items).toEqual([{ frontText: 'Tana dams' }]);
    expect((await find('E\u0301t\u00adude')).items).toEqual([{ frontText: 'Étude' }]);
    expect((await find('.*')).pageInfo.totalItems).toBe(0);
    expect((await find('')).pageInfo.totalItems).toBe(5);
  });

  it('flashcards(ids) keeps the requested order, with null for deleted cards and those of others', async () => {
    const deck = await makeDeck();
    const [one, two] = [await makeCard(deck.id, '1'), await makeCard(deck.id, '2')];
    const foreign = await makeCard((await makeDeck({}, stranger)).id, 'secret', stranger);
    const { data } = await query('query ($ids: [ID!]!) { flashcards(ids: $ids) { frontText } }', {
      ids: [two.id, '987654321', foreign.id, one.id, two.id],
    });
    expect(data.flashcards).toEqual([{ frontText: '2' }, null, null, { frontText: '1' }, { frontText: '2' }]);
  });

  it('flashcards(ids) takes at most 100', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => String(index + 1));
    expect((await query('query ($ids: [ID!]!) { flashcards(ids: $ids) { id } }', { ids })).code).toBe(
      'VALIDATION',
    );
  });
});

describe('the catalogue', () => {
  const seed = `mutation ($input: SeedCatalogInput!) { seedCatalog(input: $input) {
    decks { id title isDefault cardCount } errors { catalogId message } } }`;

  it('catalog needs no token', async () => {
    const { data, errors } = await service.graphql(
      '{ catalog { id title subject category difficulty description cardCount language } }',
    );
    expect(errors).toBeUndefined();
    expect(data.catalog.length).toBeGreaterThanOrEqual(12);
    expect(data.catalog[0]).toMatchObject({
      id: '1',
      title: 'Ngeli za Kiswahili',
      cardCount: 16,
      language: 'sw',
    });
  });

  it('seedCatalog copies decks once and names ids that it does not know', async () => {
    const first = await query(seed, { input: { catalogIds: ['1', '999'] } });
    expect(first.data.seedCatalog).toEqual({
      decks: [{ id: expect.any(String), title: 'Ngeli za Kiswahili', isDefault: true, cardCount: 16 }],
      errors: [{ catalogId: '999', message: 'This starter deck does not exist.' }],
    });
    expect((await query(seed, { input: { catalogIds: ['1', '999'] } })).data).toEqual(first.data);
  });

  it('shows and copies starter decks in Kiswahili on request, and says in it which ones it could not copy', async () => {
    const swahili = { as: 4711, headers: { 'accept-language': 'sw-KE,en;q=0.5' } };
    const { data } = await service.graphql('{ catalog { id title subject cardCount } }', {}, swahili);
    const shown = data.catalog.find(({ id }: { id: string }) => id === '15');
    expect(shown).toMatchObject({ title: 'Mfumo wa Jua', subject: 'Sayansi ya Jumla' });
    const copied = await service.graphql(seed, { input: { catalogIds: ['15', '999'] } }, swahili);
    expect(copied.data.seedCatalog.decks).toEqual([
      expect.objectContaining({ title: 'Mfumo wa Jua', cardCount: shown.cardCount }),
    ]);
    expect(copied.data.seedCatalog.errors).toEqual([
      { catalogId: '999', message: 'Seti hii ya kuanzia haipo.' },
    ]);
  });

  it('seedCatalog needs 1 to 3 ids', async () => {
    const none = await query(seed, { input: { catalogIds: [] } });
    expect(none).toMatchObject({ code: 'VALIDATION', errors: [{ message: 'No deck IDs provided' }] });
    expect((await query(seed, { input: { catalogIds: ['1', '2', '3', '4'] } })).code).toBe('VALIDATION');
  });
});

describe('inputs', () => {
  it.each([
    ['a blank title', { title: ' ' }],
    ['a title of 201 characters', { title: 'x'.repeat(201) }],
    ['difficulty 6', { difficulty: 6 }],
    ['a NUL', { description: '\0' }],
  ])('createDeck refuses %s', async (_what, change) => {
    const { code, errors } = await query(createDeck, { input: someFields(change) });
    expect(code).toBe('VALIDATION');
    expect(errors?.[0]?.extensions.details).toEqual([
      { path: Object.keys(change)[0], message: expect.any(String) },
    ]);
  });

  it('createDeck does not know other fields', async () =>
    expect((await query(createDeck, { input: { ...someFields(), mastery: 100 } })).errors).toHaveLength(1));

  it('an id that is no integer is refused', async () =>
    expect((await query('{ deck(id: "x") { id } }')).code).toBe('VALIDATION'));
});

describe('things of another learner', () => {
  it.each([
    ['DECK_NOT_FOUND', 'query ($deck: ID!) { deck(id: $deck) { id } }'],
    [
      'DECK_NOT_FOUND',
      `mutation ($deck: ID!) { updateDeck(input: { id: $deck, title: "T", description: "D", subject: "S",
        category: "C", difficulty: 1 }) { id } }`,
    ],
    ['DECK_NOT_FOUND', 'mutation ($deck: ID!) { deleteDeck(input: { id: $deck }) }'],
    [
      'DECK_NOT_FOUND',
      'mutation ($deck: ID!) { addFlashcard(input: { deckId: $deck, frontText: "Q", backText: "A" }) { id } }',
    ],
    [
      'FLASHCARD_NOT_FOUND',
      'mutation ($card: ID!) { editFlashcard(input: { id: $card, frontText: "Q", backText: "A" }) { id } }',
    ],
    ['FLASHCARD_NOT_FOUND', 'mutation ($card: ID!) { deleteFlashcard(input: { id: $card }) { id } }'],
  ])('are %s for %s', async (code, document) => {
    const deck = await makeDeck({}, stranger);
    const card = await makeCard(deck.id, 'secret', stranger);
    const nothing = { deck: '987654321', card: '987654321' };
    // The first execution of a document is interpreted and reports locations; later ones are compiled.
    await query(document, nothing);
    const [foreign, missing] = [
      await query(document, { deck: deck.id, card: card.id }),
      await query(document, nothing),
    ];
    expect(foreign.code).toBe(code);
    expect(foreign).toEqual(missing);
  });

  it('decks and cards of another learner resolve to null as references of the gateway', async () => {
    const [mine, theirs] = [await makeDeck({ title: 'mine' }), await makeDeck({}, stranger)];
    const [card, foreign] = [await makeCard(mine.id), await makeCard(theirs.id, 'secret', stranger)];
    const { data } = await query(entities, {
      of: [
        { __typename: 'Deck', id: mine.id },
        { __typename: 'Deck', id: theirs.id },
        { __typename: 'Deck', id: '987654321' },
        { __typename: 'Flashcard', id: card.id },
        { __typename: 'Flashcard', id: foreign.id },
        { __typename: 'User', id: String(learner) },
        { __typename: 'User', id: String(stranger) },
      ],
    });
    expect(data._entities).toEqual([
      { __typename: 'Deck', id: mine.id, title: 'mine' },
      null,
      null,
      { __typename: 'Flashcard', id: card.id, frontText: 'Q' },
      null,
      { __typename: 'User', id: String(learner), decks: { items: [{ id: mine.id }] } },
      null,
    ]);
  });

  it('do not resolve as references without a token', async () =>
    expect((await service.graphql(entities, { of: [{ __typename: 'Deck', id: '1' }] })).code).toBe(
      'UNAUTHENTICATED',
    ));
});

describe('the search over all decks', () => {
  const search = `query ($containing: String!, $after: ID, $first: Int) {
    viewer { cardSearch(containing: $containing, after: $after, first: $first) { items { frontText deck { title } } next } } }`;
  const find = async (variables: Record<string, unknown>) =>
    (await query(search, variables)).data.viewer.cardSearch;

  it('finds cards of every deck of the learner, newest deck first, as they are typed in Kiswahili', async () => {
    const [old, young] = [await makeDeck({ title: 'Mito' }), await makeDeck({ title: 'Rivers' })];
    await makeCard((await makeDeck({}, stranger)).id, 'Mto Tana wa wengine', stranger);
    await makeCard(old.id, 'Mto Tana huishia wapi?');
    await makeCard(young.id, 'Where does the TANA end?');
    await makeCard(young.id, 'Where does the Nile end?');
    expect(await find({ containing: 'tana' })).toEqual({
      items: [
        { frontText: 'Where does the TANA end?', deck: { title: 'Rivers' } },
        { frontText: 'Mto Tana huishia wapi?', deck: { title: 'Mito' } },
      ],
      next: null,
    });
    expect(await find({ containing: 'zambezi' })).toEqual({ items: [], next: null });
  });

  it('continues behind the deck at which it had enough cards, and after 100 decks', async () => {
    const first = await makeDeck({ title: 'First' });
    await makeCard(first.id, 'Tana 0');
    for (let deck = 0; deck < 101; deck += 1)
      await makeCard((await makeDeck()).id, deck === 100 ? 'Tana 1' : 'Q');
    const one = await find({ containing: 'tana', first: 1 });
    expect(one.items).toMatchObject([{ frontText: 'Tana 1' }]);
    const rest = await find({ containing: 'tana', after: one.next });
    expect(rest.items).toEqual([]);
    expect(await find({ containing: 'tana', after: rest.next })).toMatchObject({
      items: [{ frontText: 'Tana 0' }],
      next: null,
    });
  });

  it('refuses a text of 101 characters', async () =>
    expect((await query(search, { containing: 'a'.repeat(101) })).code).toBe('VALIDATION'));
});
