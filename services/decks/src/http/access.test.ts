import type { RestResponse } from '@kumbuka/testing';
import { describe, expect, it } from 'vitest';
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
  type Method,
} from '../testing/rest-suite.ts';

useRoutes();

const withoutRequestId = ({ status, body }: RestResponse) => ({ status, body: { ...body, requestId: '' } });

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

  it('every route needs the internal key', async () => {
    const response = await service.rest('GET', '/catalog', {
      headers: { 'x-kumbuka-internal-key': 'wrong' },
    });
    expect(response.status).toBe(403);
  });
});

describe('internal routes', () => {
  it('return owner, deck and version of a card', async () => {
    const { id: deckId } = await makeDeck();
    const { id } = await makeCard(deckId);
    await call('PUT', `/flashcards/${id}`, { front_text: 'Q2', back_text: 'A2' });
    const { status, body } = await service.rest('GET', `/internal/cards/${id}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        cardId: id,
        deckId,
        noteId: null,
        ownerId: learner,
        createdAt: expect.any(String),
        cardVersion: 2,
        suspended: false,
      },
    });
  });

  it('return owner and version of a deck', async () => {
    const { id } = await makeDeck();
    expect((await service.rest('GET', `/internal/decks/${id}`)).body).toEqual({
      deckId: id,
      ownerId: learner,
      createdAt: expect.any(String),
      deckVersion: 1,
    });
  });

  it('respond with 404 for deleted decks and cards', async () => {
    expect((await service.rest('GET', '/internal/cards/987654321')).body.code).toBe('FLASHCARD_NOT_FOUND');
    expect((await service.rest('GET', '/internal/decks/987654321')).body.code).toBe('DECK_NOT_FOUND');
  });
});
