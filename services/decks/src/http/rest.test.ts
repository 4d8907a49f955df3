import { buildTestService, type RestResponse, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let service: TestService;
let learner = 100;
const stranger = 99;
/** Clock that advances by a second on every read. */
let clock = Date.parse('2026-03-01T12:00:00Z');
const now = () => new Date((clock += 1_000));

beforeAll(async () => {
  service = await buildTestService((config) => createApp(config, { now }), loadConfig, {
    env: { WRITES_PER_MINUTE: '100000' },
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  learner += 1;
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, path: string, body?: unknown, as = learner) =>
  service.rest(method, path, { as, ...(body === undefined ? {} : { body }) });
const get = (path: string, query: Record<string, string> = {}, as = learner) =>
  service.rest('GET', path, { as, query });

const makeDeck = async (fields: Partial<ReturnType<typeof someFields>> = {}, as = learner) =>
  (await call('POST', '/decks', someFields(fields), as)).body as { id: number; title: string };
const makeCard = async (deckId: number, front = 'Q', back = 'A', as = learner) =>
  (await call('POST', '/flashcards', { deck_id: deckId, front_text: front, back_text: back }, as)).body as {
    id: number;
  };
const titles = (response: RestResponse) => response.body.items.map(({ title }: { title: string }) => title);
const withoutRequestId = ({ status, body }: RestResponse) => ({ status, body: { ...body, requestId: '' } });

describe('POST /decks', () => {
  it('POST /decks answers 201 with the deck', async () => {
    const { status, body } = await call('POST', '/decks', someFields());
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      ...someFields(),
      last_studied: null,
      mastery: null,
      is_default: false,
      card_count: 0,
      version: 1,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: body.created_at,
    });
  });

  it('POST /decks keeps texts verbatim', async () => {
    const fields = someFields({ title: '  <b>Ngeli</b> 🦁\t', description: 'line\r\nline', subject: ' S ' });
    const { id } = await makeDeck(fields);
    expect((await get(`/decks/${id}`)).body).toMatchObject(fields);
  });

  it('POST /decks counts Unicode characters, so 200 lions are a title and 201 are not', async () => {
    expect((await call('POST', '/decks', someFields({ title: '🦁'.repeat(200) }))).status).toBe(201);
    expect((await call('POST', '/decks', someFields({ title: '🦁'.repeat(201) }))).status).toBe(400);
  });

  it.each([
    ['a blank title', { title: ' \n' }],
    ['a missing title', { title: undefined }],
    ['a title of 201 characters', { title: 'x'.repeat(201) }],
    ['a description of 2,001 characters', { description: 'x'.repeat(2_001) }],
    ['a subject of 101 characters', { subject: 'x'.repeat(101) }],
    ['a blank category', { category: '' }],
    ['difficulty 0', { difficulty: 0 }],
    ['difficulty 6', { difficulty: 6 }],
    ['difficulty 2.5', { difficulty: 2.5 }],
    ['difficulty as text', { difficulty: '3' }],
    ['a title that is a number', { title: 5 }],
    ['a title that is an operator', { title: { $ne: null } }],
    ['a NUL', { title: 'a\0b' }],
    ['a lone surrogate', { title: 'a\uD83E' }],
    ['an unknown field', { owner_id: 1 }],
    ['a mastery of its own', { mastery: 100 }],
  ])('POST /decks refuses %s and makes nothing', async (_what, change) => {
    const { status, body } = await call('POST', '/decks', { ...someFields(), ...change });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION' });
    expect(body.details).not.toEqual([]);
    expect((await get('/decks')).body.pagination.total_items).toBe(0);
  });

  it('POST /decks returns the stored response for the same Idempotency-Key, and 422 for another body', async () => {
    const send = (title: string) =>
      service.rest('POST', '/decks', {
        as: learner,
        body: someFields({ title }),
        headers: { 'idempotency-key': 'k-1' },
      });
    const [first, second] = [await send('One'), await send('One')];
    expect(second.body).toEqual(first.body);
    expect((await send('Two')).status).toBe(422);
    expect((await get('/decks')).body.pagination.total_items).toBe(1);
  });
});

describe('GET /decks', () => {
  it('GET /decks is an empty page for a new learner', async () => {
    const { status, body } = await get('/decks');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [],
      pagination: { page: 1, per_page: 10, total_pages: 0, total_items: 0, has_next: false, has_prev: false },
    });
  });

  it('GET /decks gives pages, an empty one beyond the end', async () => {
    for (const title of ['a', 'b', 'c']) await makeDeck({ title });
    const second = await get('/decks', { page: '2', per_page: '2' });
    expect(titles(second)).toEqual(['c']);
    expect(second.body.pagination).toEqual({
      page: 2,
      per_page: 2,
      total_pages: 2,
      total_items: 3,
      has_next: false,
      has_prev: true,
    });
    const beyond = await get('/decks', { page: '9', per_page: '2' });
    expect(beyond.body).toMatchObject({ items: [], pagination: { page: 9, total_items: 3, has_prev: true } });
  });

  it.each(['1000001', '999999999999999'])(
    'GET /decks is empty on page %s, which no list has',
    async (page) => {
      await makeDeck();
      const { status, body } = await get('/decks', { page, per_page: '100' });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        items: [],
        pagination: { page: Number(page), total_items: 1, has_next: false },
      });
    },
  );

  it('GET /decks returns the number of decks for per_page=1', async () => {
    for (const title of ['a', 'b']) await makeDeck({ title });
    expect((await get('/decks', { per_page: '1' })).body.pagination.total_items).toBe(2);
  });

  describe('in an order', () => {
    beforeEach(async () => {
      await makeDeck({ title: 'banana', difficulty: 3 });
      await makeDeck({ title: 'Apple', difficulty: 5 });
      await makeDeck({ title: 'cherry', difficulty: 1 });
      await makeDeck({ title: 'apple', difficulty: 1 });
    });

    it.each([
      ['created', ['banana', 'Apple', 'cherry', 'apple']],
      ['title', ['Apple', 'apple', 'banana', 'cherry']],
      ['difficulty', ['cherry', 'apple', 'banana', 'Apple']],
      ['recent', ['apple', 'cherry', 'Apple', 'banana']],
    ])('GET /decks in an order sorts by %s', async (sort, expected) => {
      expect(titles(await get('/decks', { sort }))).toEqual(expected);
    });

    it('GET /decks in an order sorts by created unless asked', async () =>
      expect(titles(await get('/decks'))).toEqual(['banana', 'Apple', 'cherry', 'apple']));
    it('GET /decks in an order sorts never studied decks by id', async () =>
      expect(titles(await get('/decks', { sort: 'last_studied' }))).toEqual([
        'banana',
        'Apple',
        'cherry',
        'apple',
      ]));
    it('GET /decks in an order keeps the order across pages', async () => {
      const pages = ['1', '2', '3', '4'].map((page) => get('/decks', { sort: 'title', page, per_page: '1' }));
      expect((await Promise.all(pages)).flatMap(titles)).toEqual(['Apple', 'apple', 'banana', 'cherry']);
    });
  });

  describe('with filters', () => {
    beforeEach(async () => {
      await makeDeck({ title: 'Cell biology', subject: 'Biology', category: 'KCSE', difficulty: 2 });
      await makeDeck({ title: 'Plants', subject: 'Biology', category: 'Hobby', difficulty: 4 });
      await makeDeck({
        title: '100% (a+b)*c [x] \\d .',
        subject: 'Mathematics',
        category: 'KCSE',
        difficulty: 4,
      });
      await makeDeck({ title: 'Élan vital', subject: '.*', category: '$where', difficulty: 1 });
    });

    it.each([
      [{ q: 'BIO' }, ['Cell biology']],
      [{ q: 'élAN' }, ['Élan vital']],
      [{ q: 'e\u0301lan' }, ['Élan vital']],
      [{ q: '.*' }, []],
      [{ q: '(a+b)*c' }, ['100% (a+b)*c [x] \\d .']],
      [{ q: '\\d' }, ['100% (a+b)*c [x] \\d .']],
      [{ q: '^Cell' }, []],
      [{ q: '%' }, ['100% (a+b)*c [x] \\d .']],
      [{ q: '' }, ['Cell biology', 'Plants', '100% (a+b)*c [x] \\d .', 'Élan vital']],
      [{ subject: 'Biology' }, ['Cell biology', 'Plants']],
      [{ subject: '.*' }, ['Élan vital']],
      [{ subject: ' biology' }, ['Cell biology', 'Plants']],
      [{ subject: '' }, ['Cell biology', 'Plants', '100% (a+b)*c [x] \\d .', 'Élan vital']],
      [{ subject: 'Bio' }, []],
      [{ q: 'elan' }, ['Élan vital']],
      [{ q: 'Cell\u00a0biology' }, ['Cell biology']],
      [{ q: 'cell\u2028BIOLOGY' }, ['Cell biology']],
      [{ category: 'KCSE' }, ['Cell biology', '100% (a+b)*c [x] \\d .']],
      [{ difficulty: '4' }, ['Plants', '100% (a+b)*c [x] \\d .']],
      [{ subject: 'Biology', difficulty: '4', q: 'ant' }, ['Plants']],
    ])(
      'GET /decks lists and counts the decks that match %o',
      async (query: Record<string, string>, expected) => {
        const list = await get('/decks', query);
        expect(titles(list)).toEqual(expected);
        expect(list.body.pagination.total_items).toBe(expected.length);
      },
    );
  });

  it.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { per_page: '0' },
    { per_page: '101' },
    { difficulty: '6' },
    { sort: 'colour' },
    { q: 'x'.repeat(101) },
    { q: 'a\0' },
    { page: '' },
    { per_page: '' },
  ])('GET /decks refuses %o', async (query: Record<string, string>) => {
    expect(await get('/decks', query)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  });

  it('GET /decks ignores unknown parameters and empty filters', async () => {
    const { title } = await makeDeck();
    const added = { utm_source: 'mail', owner_id: '1', _: '1700000000' };
    const empty = { q: '', subject: '', category: '', difficulty: '', sort: '' };
    for (const query of [added, empty]) expect(titles(await get('/decks', query))).toEqual([title]);
    const { id } = await makeDeck();
    expect((await get(`/decks/${id}`, added)).status).toBe(200);
    expect((await get('/flashcards', { deck_id: String(id), ...added })).status).toBe(200);
    expect((await get('/flashcards', { deck_id: '' })).status).toBe(400);
  });

  it.each(['\u200b', '\u2800', '\u00ad\u2060'])(
    'GET /decks refuses the invisible title %j',
    async (title) => {
      expect(await call('POST', '/decks', someFields({ title }))).toMatchObject({ status: 400 });
    },
  );

  it('GET /decks looks for a subject of 100 lions, as many as a subject may have', async () => {
    const { title } = await makeDeck({ subject: '🦁'.repeat(100) });
    expect(titles(await get('/decks', { subject: '🦁'.repeat(100) }))).toEqual([title]);
  });

  it.each(['/decks?page=1&page=2', '/decks?q=a&q=b'])('GET /decks refuses %s', async (path) =>
    expect(await get(path)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } }),
  );

  it.each(['/decks?q[$ne]=x', '/decks?__proto__=1'])('GET /decks takes no filter from %s', async (path) => {
    const { title } = await makeDeck();
    expect(titles(await get(path))).toEqual([title]);
  });

  it('GET /decks shows nobody the decks of another', async () => {
    await makeDeck({}, stranger);
    expect((await get('/decks')).body.items).toEqual([]);
  });
});

describe('GET /decks/{id}', () => {
  it('GET /decks/{id} answers with the deck', async () => {
    const deck = await makeDeck();
    expect(await get(`/decks/${deck.id}`)).toMatchObject({ status: 200, body: deck });
  });
  it.each(['0', '-1', '1.5', 'abc', '99999999999999999', '1e3'])(
    'GET /decks/{id} refuses the id %s',
    async (id) =>
      expect(await get(`/decks/${id}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } }),
  );
});

describe('PUT /decks/{id}', () => {
  it('PUT /decks/{id} replaces all five fields', async () => {
    const { id } = await makeDeck();
    const next = someFields({ title: 'T', description: 'D', subject: 'S', category: 'C', difficulty: 1 });
    const { status, body } = await call('PUT', `/decks/${id}`, { ...next, id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...next, id });
    expect((await get(`/decks/${id}`)).body).toEqual(body);
  });

  it('PUT /decks/{id} moves the deck in lists by title', async () => {
    const { id } = await makeDeck({ title: 'a' });
    await makeDeck({ title: 'b' });
    await call('PUT', `/decks/${id}`, someFields({ title: 'c' }));
    expect(titles(await get('/decks', { sort: 'title' }))).toEqual(['b', 'c']);
    expect(titles(await get('/decks', { q: 'C' }))).toEqual(['c']);
  });

  it('PUT /decks/{id} refuses an id in the body that is not the id of the path', async () => {
    const { id, title } = await makeDeck();
    const response = await call('PUT', `/decks/${id}`, { ...someFields({ title: 'New' }), id: id + 1 });
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect((await get(`/decks/${id}`)).body.title).toBe(title);
  });

  it('PUT /decks/{id} refuses a body without one of the fields', async () => {
    const { id } = await makeDeck();
    const { category: _category, ...rest } = someFields();
    expect((await call('PUT', `/decks/${id}`, rest)).status).toBe(400);
  });

  it('PUT /decks/{id} changes nothing, the time included, when the fields are as before', async () => {
    const deck = await makeDeck();
    expect((await call('PUT', `/decks/${deck.id}`, someFields())).body).toEqual(deck);
  });
});

describe('DELETE /decks/{id}', () => {
  it('DELETE /decks/{id} responds with 204 and deletes the deck and its cards', async () => {
    const { id } = await makeDeck();
    const card = await makeCard(id);
    const { status, text } = await call('DELETE', `/decks/${id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect((await get(`/decks/${id}`)).body.code).toBe('DECK_NOT_FOUND');
    expect((await get('/flashcards', { deck_id: String(id) })).body.code).toBe('DECK_NOT_FOUND');
    expect(await call('DELETE', `/flashcards/${card.id}`)).toMatchObject({
      status: 404,
      body: { code: 'FLASHCARD_NOT_FOUND' },
    });
    expect((await get('/decks')).body.pagination.total_items).toBe(0);
  });

  it('DELETE /decks/{id} answers 404 the second time', async () => {
    const { id } = await makeDeck();
    await call('DELETE', `/decks/${id}`);
    expect(await call('DELETE', `/decks/${id}`)).toMatchObject({ status: 404 });
  });

  it('DELETE /decks/{id} leaves other decks and their cards', async () => {
    const [gone, kept] = [await makeDeck(), await makeDeck()];
    await makeCard(kept.id);
    await call('DELETE', `/decks/${gone.id}`);
    expect((await get('/flashcards', { deck_id: String(kept.id) })).body.items).toHaveLength(1);
  });
});

describe('flashcards', () => {
  it('POST answers 201 with the card and the deck counts it', async () => {
    const { id } = await makeDeck();
    const body = { deck_id: id, front_text: ' <i>Q</i>\n', back_text: '$x^2$' };
    const response = await call('POST', '/flashcards', body);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(Number),
      ...body,
      version: 1,
      created_at: expect.any(String),
      updated_at: response.body.created_at,
    });
    expect((await get(`/decks/${id}`)).body.card_count).toBe(1);
  });

  it.each([
    ['a blank front', { front_text: '  ' }],
    ['no back', { back_text: undefined }],
    ['a front of 10,001 characters', { front_text: 'x'.repeat(10_001) }],
    ['a deck id as text', { deck_id: '1' }],
    ['an unknown field', { id: 4 }],
    ['a NUL', { back_text: '\0' }],
  ])('POST refuses %s', async (_what, change) => {
    const { id } = await makeDeck();
    const body = { deck_id: id, front_text: 'Q', back_text: 'A', ...change };
    expect(await call('POST', '/flashcards', body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION' },
    });
    expect((await get(`/decks/${id}`)).body.card_count).toBe(0);
  });

  it('POST takes a front of 10,000 lions', async () => {
    const { id } = await makeDeck();
    expect(
      (await call('POST', '/flashcards', { deck_id: id, front_text: '🦁'.repeat(10_000), back_text: 'A' }))
        .status,
    ).toBe(201);
  });

  it('GET gives pages of a deck, oldest first', async () => {
    const { id } = await makeDeck();
    for (const front of ['1', '2', '3']) await makeCard(id, front);
    const { body } = await get('/flashcards', { deck_id: String(id), page: '2', per_page: '2' });
    expect(body.items.map(({ front_text }: { front_text: string }) => front_text)).toEqual(['3']);
    expect(body.pagination).toMatchObject({ total_items: 3, total_pages: 2, has_next: false });
  });

  it('GET of an empty deck is an empty list with the specified message, which a deck with cards does not have', async () => {
    const { id } = await makeDeck();
    expect(await get('/flashcards', { deck_id: String(id) })).toMatchObject({
      status: 200,
      body: { items: [], pagination: { total_items: 0, total_pages: 0 }, message: 'No flashcards found.' },
    });
    await makeCard(id);
    const beyond = await get('/flashcards', { deck_id: String(id), page: '9' });
    expect(beyond.body.items).toEqual([]);
    expect(beyond.body).not.toHaveProperty('message');
  });

  it('GET with all=true gives every card in one list', async () => {
    const { id } = await makeDeck();
    for (let number = 0; number < 12; number++) await makeCard(id, String(number));
    const { body } = await get('/flashcards', { deck_id: String(id), all: 'true' });
    expect(Object.keys(body)).toEqual(['items']);
    expect(body.items.map(({ front_text }: { front_text: string }) => front_text)).toEqual(
      Array.from({ length: 12 }, (_, number) => String(number)),
    );
  });

  it.each([{}, { deck_id: 'x' }, { deck_id: '1', all: 'yes' }, { deck_id: '1', per_page: '101' }])(
    'GET refuses %o',
    async (query: Record<string, string>) =>
      expect(await get('/flashcards', query)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } }),
  );

  it('PUT replaces both sides', async () => {
    const { id: deckId } = await makeDeck();
    const { id } = await makeCard(deckId);
    const { status, body } = await call('PUT', `/flashcards/${id}`, { front_text: 'Q2', back_text: 'A2' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, deck_id: deckId, front_text: 'Q2', back_text: 'A2' },
    });
    expect((await get('/flashcards', { deck_id: String(deckId) })).body.items).toEqual([body]);
  });

  it('PUT refuses one side alone and a move to another deck', async () => {
    const { id: deckId } = await makeDeck();
    const { id } = await makeCard(deckId);
    expect((await call('PUT', `/flashcards/${id}`, { front_text: 'Q2' })).status).toBe(400);
    const { id: another } = await makeDeck();
    const move = { front_text: 'Q2', back_text: 'A', deck_id: another };
    const { status, body } = await call('PUT', `/flashcards/${id}`, move);
    expect([status, body.details[0].path]).toEqual([400, 'deck_id']);
    expect((await get('/flashcards', { deck_id: String(deckId) })).body.items[0].front_text).toBe('Q');
  });

  it('DELETE answers 204 and the deck counts one card less', async () => {
    const { id: deckId } = await makeDeck();
    const [first] = [await makeCard(deckId), await makeCard(deckId)];
    expect((await call('DELETE', `/flashcards/${first.id}`)).status).toBe(204);
    expect((await get(`/decks/${deckId}`)).body.card_count).toBe(1);
    expect((await call('DELETE', `/flashcards/${first.id}`)).status).toBe(404);
  });
});

describe('things of another learner', () => {
  it.each<[Method, string, unknown]>([
    ['GET', '/decks/{deck}', undefined],
    ['PUT', '/decks/{deck}', someFields()],
    ['DELETE', '/decks/{deck}', undefined],
    ['GET', '/flashcards?deck_id={deck}', undefined],
    ['GET', '/flashcards?deck_id={deck}&all=true', undefined],
    ['POST', '/flashcards', { deck_id: '{deck}', front_text: 'Q', back_text: 'A' }],
    ['PUT', '/flashcards/{card}', { front_text: 'Q', back_text: 'A' }],
    ['DELETE', '/flashcards/{card}', undefined],
  ])('%s %s responds as if they did not exist', async (method, path, body) => {
    const deck = await makeDeck({}, stranger);
    const card = await makeCard(deck.id, 'Q', 'A', stranger);
    const remove = (deckId: number, cardId: number) => {
      const filled = path.replace('{deck}', String(deckId)).replace('{card}', String(cardId));
      const sent =
        typeof body === 'object' && body && 'deck_id' in body ? { ...body, deck_id: deckId } : body;
      return call(method, filled, sent);
    };
    const [foreign, missing] = [await remove(deck.id, card.id), await remove(987_654_321, 987_654_321)];
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing));
    expect((await get(`/decks/${deck.id}`, {}, stranger)).body).toMatchObject({ ...deck, card_count: 1 });
  });
});

describe('the caller', () => {
  it.each<[Method, string]>([
    ['GET', '/decks'],
    ['POST', '/decks'],
    ['GET', '/decks/1'],
    ['PUT', '/decks/1'],
    ['DELETE', '/decks/1'],
    ['GET', '/flashcards?deck_id=1'],
    ['POST', '/flashcards'],
    ['PUT', '/flashcards/1'],
    ['DELETE', '/flashcards/1'],
    ['POST', '/catalog/seed'],
  ])('%s %s needs a token', async (method, path) =>
    expect(await service.rest(method, path)).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    }),
  );

  it('every address needs the key of the processes', async () => {
    const response = await service.rest('GET', '/catalog', {
      headers: { 'x-kumbuka-internal-key': 'wrong' },
    });
    expect(response.status).toBe(403);
  });
});

describe('the catalogue', () => {
  it('GET /catalog needs no token and lists every starter deck', async () => {
    const { status, body } = await service.rest('GET', '/catalog');
    expect(status).toBe(200);
    expect(body.catalog.length).toBeGreaterThanOrEqual(12);
    expect(body.catalog[0]).toEqual({
      id: 1,
      title: 'Ngeli za Kiswahili',
      subject: 'Kiswahili',
      category: 'Sarufi',
      difficulty: 3,
      description: expect.any(String),
      flashcard_count: 16,
      estCards: 16,
    });
  });

  const seed = (ids: unknown, as = learner) => call('POST', '/catalog/seed', { deck_ids: ids }, as);

  it('the catalogue seeds decks with their cards', async () => {
    const { status, body } = await seed([1, 12]);
    expect(status).toBe(201);
    expect(body).toEqual({
      created: [
        { id: expect.any(Number), title: 'Ngeli za Kiswahili', catalog_id: 1, flashcards: 16 },
        { id: expect.any(Number), title: 'World Capitals', catalog_id: 12, flashcards: 16 },
      ],
      errors: [],
    });
    const deck = (await get(`/decks/${body.created[1].id}`)).body;
    expect(deck).toMatchObject({ is_default: true, card_count: 16, difficulty: 2, category: 'World' });
    const cards = await get('/flashcards', { deck_id: String(deck.id), all: 'true' });
    expect(cards.body.items).toHaveLength(16);
    expect(cards.body.items[0]).toMatchObject({
      front_text: 'What is the capital of Australia?',
      back_text: 'Canberra.',
    });
  });

  it('the catalogue returns an existing copy: a repeat is 200 with the same deck', async () => {
    const first = await seed([2]);
    const second = await seed([2]);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect((await get('/decks')).body.pagination.total_items).toBe(1);
  });

  it('the catalogue creates one deck however many calls run in parallel', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => seed([3, 4])));
    const ids = responses.map(({ body }) => body.created.map(({ id }: { id: number }) => id));
    expect(new Set(ids.map(String)).size).toBe(1);
    expect(responses.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect((await get('/decks')).body.pagination.total_items).toBe(2);
  });

  it('the catalogue can seed a deck again that was deleted', async () => {
    const first = (await seed([5])).body.created[0];
    await call('DELETE', `/decks/${first.id}`);
    const again = await seed([5]);
    expect(again.status).toBe(201);
    expect(again.body.created[0].id).not.toBe(first.id);
  });

  it('the catalogue seeds for each learner', async () => {
    const [mine, theirs] = [await seed([6]), await seed([6], stranger)];
    expect(mine.body.created[0].id).not.toBe(theirs.body.created[0].id);
  });

  it('the catalogue returns unknown ids as errors beside the created decks', async () => {
    const { status, body } = await seed([7, 999]);
    expect(status).toBe(201);
    expect(body.created).toHaveLength(1);
    expect(body.errors).toEqual([{ deck_id: 999, error: 'This starter deck does not exist.' }]);
  });

  it('the catalogue answers 200 when nothing was made', async () =>
    expect(await seed([999])).toMatchObject({ status: 200, body: { created: [] } }));

  it('the catalogue copies a deck once that is named twice', async () =>
    expect((await seed([8, 8])).body.created).toHaveLength(1));

  it('the catalogue needs at least one id', async () =>
    expect(await seed([])).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', error: 'No deck IDs provided' },
    }));

  it.each([[[1, 2, 3, 4]], [['1']], [[0]], ['1'], [null], [undefined]])(
    'the catalogue refuses %o',
    async (ids) => expect(await seed(ids)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } }),
  );
});

describe('internal routes', () => {
  it('internal routes return owner, deck and version of a card', async () => {
    const { id: deckId } = await makeDeck();
    const { id } = await makeCard(deckId);
    await call('PUT', `/flashcards/${id}`, { front_text: 'Q2', back_text: 'A2' });
    const { status, body } = await service.rest('GET', `/internal/cards/${id}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        cardId: id,
        deckId,
        ownerId: learner,
        createdAt: expect.any(String),
        cardVersion: 2,
        suspended: false,
      },
    });
  });

  it('internal routes return owner and version of a deck', async () => {
    const { id } = await makeDeck();
    expect((await service.rest('GET', `/internal/decks/${id}`)).body).toEqual({
      deckId: id,
      ownerId: learner,
      createdAt: expect.any(String),
      deckVersion: 1,
    });
  });

  it('internal routes respond with 404 for deleted decks and cards', async () => {
    expect((await service.rest('GET', '/internal/cards/987654321')).body.code).toBe('FLASHCARD_NOT_FOUND');
    expect((await service.rest('GET', '/internal/decks/987654321')).body.code).toBe('DECK_NOT_FOUND');
  });
});
