import { describe, expect, it } from 'vitest';

import { call, get, learner, service, stranger, useRoutes } from '../testing/rest-suite.ts';

useRoutes();

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

  it('seeds decks with their cards', async () => {
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

  it('returns an existing copy: a repeat is 200 with the same deck', async () => {
    const first = await seed([2]);
    const second = await seed([2]);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect((await get('/decks')).body.pagination.total_items).toBe(1);
  });

  it('creates one deck however many calls run in parallel', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => seed([3, 4])));
    const ids = responses.map(({ body }) => body.created.map(({ id }: { id: number }) => id));
    expect(new Set(ids.map(String)).size).toBe(1);
    expect(responses.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect((await get('/decks')).body.pagination.total_items).toBe(2);
  });

  it('can seed a deck again that was deleted', async () => {
    const first = (await seed([5])).body.created[0];
    await call('DELETE', `/decks/${first.id}`);
    const again = await seed([5]);
    expect(again.status).toBe(201);
    expect(again.body.created[0].id).not.toBe(first.id);
  });

  it('creates a copy for each learner', async () => {
    const [mine, theirs] = [await seed([6]), await seed([6], stranger)];
    expect(mine.body.created[0].id).not.toBe(theirs.body.created[0].id);
  });

  it('returns unknown ids as errors beside the created decks', async () => {
    const { status, body } = await seed([7, 999]);
    expect(status).toBe(201);
    expect(body.created).toHaveLength(1);
    expect(body.errors).toEqual([{ deck_id: 999, error: 'This starter deck does not exist.' }]);
  });

  it('responds with 200 when nothing was created', async () =>
    expect(await seed([999])).toMatchObject({ status: 200, body: { created: [] } }));

  it('copies a deck once that is named twice', async () =>
    expect((await seed([8, 8])).body.created).toHaveLength(1));

  it('needs at least one id', async () =>
    expect(await seed([])).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', error: 'No deck IDs provided' },
    }));

  it.each([[[1, 2, 3, 4]], [['1']], [[0]], ['1'], [null], [undefined]])('refuses %o', async (ids) =>
    expect(await seed(ids)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } }),
  );
});
