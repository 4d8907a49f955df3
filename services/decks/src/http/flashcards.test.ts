import { describe, expect, it } from 'vitest';

import { call, get, makeCard, makeDeck, useRoutes } from '../testing/rest-suite.ts';

useRoutes();

describe('flashcards', () => {
  it('POST /flashcards responds with 201 and the card, and the deck counts it', async () => {
    const { id } = await makeDeck();
    const body = { deck_id: id, front_text: ' <i>Q</i>\n', back_text: '$x^2$' };
    const response = await call('POST', '/flashcards', body);
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(Number),
      ...body,
      format: 'plain',
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
  ])('POST /flashcards refuses %s', async (_what, change) => {
    const { id } = await makeDeck();
    const body = { deck_id: id, front_text: 'Q', back_text: 'A', ...change };
    expect(await call('POST', '/flashcards', body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION' },
    });
    expect((await get(`/decks/${id}`)).body.card_count).toBe(0);
  });

  it('POST /flashcards takes a front of 10,000 lions', async () => {
    const { id } = await makeDeck();
    expect(
      (await call('POST', '/flashcards', { deck_id: id, front_text: '🦁'.repeat(10_000), back_text: 'A' }))
        .status,
    ).toBe(201);
  });

  it('GET /flashcards gives pages of a deck, oldest first', async () => {
    const { id } = await makeDeck();
    for (const front of ['1', '2', '3']) await makeCard(id, front);
    const { body } = await get('/flashcards', { deck_id: String(id), page: '2', per_page: '2' });
    expect(body.items.map(({ front_text }: { front_text: string }) => front_text)).toEqual(['3']);
    expect(body.pagination).toMatchObject({ total_items: 3, total_pages: 2, has_next: false });
  });

  it('GET /flashcards of an empty deck is an empty list with the specified message, which a deck with cards does not have', async () => {
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

  it('GET /flashcards with all=true gives every card in one list', async () => {
    const { id } = await makeDeck();
    for (let number = 0; number < 12; number++) await makeCard(id, String(number));
    const { body } = await get('/flashcards', { deck_id: String(id), all: 'true' });
    expect(Object.keys(body)).toEqual(['items']);
    expect(body.items.map(({ front_text }: { front_text: string }) => front_text)).toEqual(
      Array.from({ length: 12 }, (_, number) => String(number)),
    );
  });

  it.each([{}, { deck_id: 'x' }, { deck_id: '1', all: 'yes' }, { deck_id: '1', per_page: '101' }])(
    'GET /flashcards refuses %o',
    async (query: Record<string, string>) =>
      expect(await get('/flashcards', query)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } }),
  );

  it('PUT /flashcards/{id} replaces both sides', async () => {
    const { id: deckId } = await makeDeck();
    const { id } = await makeCard(deckId);
    const { status, body } = await call('PUT', `/flashcards/${id}`, { front_text: 'Q2', back_text: 'A2' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, deck_id: deckId, front_text: 'Q2', back_text: 'A2' },
    });
    expect((await get('/flashcards', { deck_id: String(deckId) })).body.items).toEqual([body]);
  });

  it('PUT /flashcards/{id} refuses one side alone and a move to another deck', async () => {
    const { id: deckId } = await makeDeck();
    const { id } = await makeCard(deckId);
    expect((await call('PUT', `/flashcards/${id}`, { front_text: 'Q2' })).status).toBe(400);
    const { id: another } = await makeDeck();
    const move = { front_text: 'Q2', back_text: 'A', deck_id: another };
    const { status, body } = await call('PUT', `/flashcards/${id}`, move);
    expect([status, body.details[0].path]).toEqual([400, 'deck_id']);
    expect((await get('/flashcards', { deck_id: String(deckId) })).body.items[0].front_text).toBe('Q');
  });

  it('DELETE /flashcards/{id} responds with 204, and the deck counts one card less', async () => {
    const { id: deckId } = await makeDeck();
    const [first] = [await makeCard(deckId), await makeCard(deckId)];
    expect((await call('DELETE', `/flashcards/${first.id}`)).status).toBe(204);
    expect((await get(`/decks/${deckId}`)).body.card_count).toBe(1);
    expect((await call('DELETE', `/flashcards/${first.id}`)).status).toBe(404);
  });
});
