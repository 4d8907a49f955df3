import type { RestResponse } from '@kumbuka/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { someFields } from '../testing/builders.ts';
import {
  call,
  get,
  learner,
  makeCard,
  makeDeck,
  service,
  stranger,
  useRoutes,
} from '../testing/rest-suite.ts';

useRoutes();

const titles = (response: RestResponse) => response.body.items.map(({ title }: { title: string }) => title);

describe('POST /decks', () => {
  it('responds with 201 and the deck', async () => {
    const { status, body } = await call('POST', '/decks', someFields());
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      ...someFields(),
      front_language: null,
      back_language: null,
      last_studied: null,
      mastery: null,
      is_default: false,
      card_count: 0,
      version: 1,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: body.created_at,
    });
  });

  it('a deck names the languages of its sides, an update that leaves them out keeps them, and null removes one', async () => {
    const { id } = (await (
      await call('POST', '/decks', { ...someFields(), front_language: 'FR', back_language: 'sw' })
    ).body) as { id: number };
    const languages = async () => {
      const { body } = await get(`/decks/${id}`);
      return [body.front_language, body.back_language, body.version];
    };
    expect(await languages()).toEqual(['fr', 'sw', 1]);
    await call('PUT', `/decks/${id}`, someFields());
    expect(await languages()).toEqual(['fr', 'sw', 1]);
    await call('PUT', `/decks/${id}`, { ...someFields(), front_language: null });
    expect(await languages()).toEqual([null, 'sw', 2]);
  });

  it.each(['a language', '', 'x', 'en_GB_', 7])('a deck of the language %j is refused', async (tag) => {
    const { status, body } = await call('POST', '/decks', { ...someFields(), back_language: tag });
    expect([status, body.details?.[0]?.path]).toEqual([400, 'back_language']);
  });

  it('keeps texts verbatim', async () => {
    const fields = someFields({ title: '  <b>Ngeli</b> 🦁\t', description: 'line\r\nline', subject: ' S ' });
    const { id } = await makeDeck(fields);
    expect((await get(`/decks/${id}`)).body).toMatchObject(fields);
  });

  it('counts Unicode characters, so 200 lions are a title and 201 are not', async () => {
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
  ])('refuses %s and makes nothing', async (_what, change) => {
    const { status, body } = await call('POST', '/decks', { ...someFields(), ...change });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION' });
    expect(body.details).not.toEqual([]);
    expect((await get('/decks')).body.pagination.total_items).toBe(0);
  });

  it('returns the stored response for the same Idempotency-Key, and 422 for another body', async () => {
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
  it('is an empty page for a new learner', async () => {
    const { status, body } = await get('/decks');
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [],
      pagination: { page: 1, per_page: 10, total_pages: 0, total_items: 0, has_next: false, has_prev: false },
    });
  });

  it('gives pages, an empty one beyond the end', async () => {
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

  it.each(['1000001', '999999999999999'])('is empty on page %s, which no list has', async (page) => {
    await makeDeck();
    const { status, body } = await get('/decks', { page, per_page: '100' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      items: [],
      pagination: { page: Number(page), total_items: 1, has_next: false },
    });
  });

  it('returns the number of decks for per_page=1', async () => {
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
    ])('sorts by %s', async (sort, expected) => {
      expect(titles(await get('/decks', { sort }))).toEqual(expected);
    });

    it('sorts by created by default', async () =>
      expect(titles(await get('/decks'))).toEqual(['banana', 'Apple', 'cherry', 'apple']));
    it('sorts never studied decks by id', async () =>
      expect(titles(await get('/decks', { sort: 'last_studied' }))).toEqual([
        'banana',
        'Apple',
        'cherry',
        'apple',
      ]));
    it('keeps the order across pages', async () => {
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
  ])('refuses %o', async (query: Record<string, string>) => {
    expect(await get('/decks', query)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
  });

  it('ignores unknown parameters and empty filters', async () => {
    const { title } = await makeDeck();
    const added = { utm_source: 'mail', owner_id: '1', _: '1700000000' };
    const empty = { q: '', subject: '', category: '', difficulty: '', sort: '' };
    for (const query of [added, empty]) expect(titles(await get('/decks', query))).toEqual([title]);
    const { id } = await makeDeck();
    expect((await get(`/decks/${id}`, added)).status).toBe(200);
    expect((await get('/flashcards', { deck_id: String(id), ...added })).status).toBe(200);
    expect((await get('/flashcards', { deck_id: '' })).status).toBe(400);
  });

  it.each(['\u200b', '\u2800', '\u00ad\u2060'])('refuses the invisible title %j', async (title) => {
    expect(await call('POST', '/decks', someFields({ title }))).toMatchObject({ status: 400 });
  });

  it('looks for a subject of 100 lions, as many as a subject may have', async () => {
    const { title } = await makeDeck({ subject: '🦁'.repeat(100) });
    expect(titles(await get('/decks', { subject: '🦁'.repeat(100) }))).toEqual([title]);
  });

  it.each(['/decks?page=1&page=2', '/decks?q=a&q=b'])('refuses %s', async (path) =>
    expect(await get(path)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } }),
  );

  it.each(['/decks?q[$ne]=x', '/decks?__proto__=1'])('takes no filter from %s', async (path) => {
    const { title } = await makeDeck();
    expect(titles(await get(path))).toEqual([title]);
  });

  it('shows a learner no decks of others', async () => {
    await makeDeck({}, stranger);
    expect((await get('/decks')).body.items).toEqual([]);
  });
});

describe('GET /decks/{id}', () => {
  it('returns the deck', async () => {
    const deck = await makeDeck();
    expect(await get(`/decks/${deck.id}`)).toMatchObject({ status: 200, body: deck });
  });
  it.each(['0', '-1', '1.5', 'abc', '99999999999999999', '1e3'])('refuses the id %s', async (id) =>
    expect(await get(`/decks/${id}`)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } }),
  );
});

describe('PUT /decks/{id}', () => {
  it('replaces all five fields', async () => {
    const { id } = await makeDeck();
    const next = someFields({ title: 'T', description: 'D', subject: 'S', category: 'C', difficulty: 1 });
    const { status, body } = await call('PUT', `/decks/${id}`, { ...next, id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...next, id });
    expect((await get(`/decks/${id}`)).body).toEqual(body);
  });

  it('moves the deck in lists by title', async () => {
    const { id } = await makeDeck({ title: 'a' });
    await makeDeck({ title: 'b' });
    await call('PUT', `/decks/${id}`, someFields({ title: 'c' }));
    expect(titles(await get('/decks', { sort: 'title' }))).toEqual(['b', 'c']);
    expect(titles(await get('/decks', { q: 'C' }))).toEqual(['c']);
  });

  it('refuses an id in the body that is not the id of the path', async () => {
    const { id, title } = await makeDeck();
    const response = await call('PUT', `/decks/${id}`, { ...someFields({ title: 'New' }), id: id + 1 });
    expect(response).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
    expect((await get(`/decks/${id}`)).body.title).toBe(title);
  });

  it('refuses a body without one of the fields', async () => {
    const { id } = await makeDeck();
    const { category: _category, ...rest } = someFields();
    expect((await call('PUT', `/decks/${id}`, rest)).status).toBe(400);
  });

  it('changes nothing, the time included, when the fields are as before', async () => {
    const deck = await makeDeck();
    expect((await call('PUT', `/decks/${deck.id}`, someFields())).body).toEqual(deck);
  });
});

describe('DELETE /decks/{id}', () => {
  it('responds with 204 and deletes the deck and its cards', async () => {
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

  it('responds with 404 the second time', async () => {
    const { id } = await makeDeck();
    await call('DELETE', `/decks/${id}`);
    expect(await call('DELETE', `/decks/${id}`)).toMatchObject({ status: 404 });
  });

  it('leaves other decks and their cards', async () => {
    const [gone, kept] = [await makeDeck(), await makeDeck()];
    await makeCard(kept.id);
    await call('DELETE', `/decks/${gone.id}`);
    expect((await get('/flashcards', { deck_id: String(kept.id) })).body.items).toHaveLength(1);
  });
});
