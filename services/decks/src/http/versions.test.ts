import { buildTestService, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let service: TestService;
const as = 7;
beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig, { env: { WRITES_PER_MINUTE: '100000' } });
});
afterAll(() => service.stop());

const post = (path: string, body: unknown) => service.rest('POST', path, { as, body });
const put = (path: string, body: unknown, version?: string) =>
  service.rest('PUT', path, { as, body, ...(version ? { headers: { 'if-match': version } } : {}) });
const remove = (path: string, version: string) =>
  service.rest('DELETE', path, { as, headers: { 'if-match': version } });
const makeDeck = () => post('/decks', someFields());
const sides = { front_text: 'Osmosis', back_text: 'movement of water' };
const makeCard = async () => post('/flashcards', { deck_id: (await makeDeck()).body.id, ...sides });

describe('what GET returns can be PUT back', () => {
  it('a deck that GET returned can be PUT back, and its read-only fields are ignored', async () => {
    const { body } = await makeDeck();
    const read = (await service.rest('GET', `/decks/${body.id}`, { as })).body;
    const changed = { ...read, title: 'Photosynthesis', updated_at: '1999-01-01T00:00:00.000Z', version: 99 };
    const { status, body: after } = await put(`/decks/${body.id}`, changed);
    expect([status, after.title, after.version]).toEqual([200, 'Photosynthesis', 2]);
    expect(after.created_at).toBe(read.created_at);
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse('2020-01-01'));
  });

  it('a card that GET returned can be PUT back, and its read-only fields are ignored', async () => {
    const { body } = await makeCard();
    const { status, body: after } = await put(`/flashcards/${body.id}`, { ...body, front_text: 'Diffusion' });
    expect([status, after.front_text, after.deck_id]).toEqual([200, 'Diffusion', body.deck_id]);
  });

  it('what GET returns cannot be PUT to another address', async () => {
    const [deck, card] = [(await makeDeck()).body, (await makeCard()).body];
    expect((await put(`/decks/${deck.id}`, { ...deck, id: deck.id + 1 })).status).toBe(400);
    expect((await put(`/flashcards/${card.id}`, { ...card, id: card.id + 1 })).status).toBe(400);
    expect((await put(`/decks/${deck.id}`, { ...deck, owner: 1 })).status).toBe(400);
  });
});

describe('two forms of one deck', () => {
  it('overwrite each other without If-Match, as before', async () => {
    const { body } = await makeDeck();
    for (const title of ['One', 'Two'])
      expect((await put(`/decks/${body.id}`, someFields({ title }))).status).toBe(200);
  });

  it('show the second one what the first one saved', async () => {
    const made = await makeDeck();
    const path = `/decks/${made.body.id}`;
    const { headers } = await service.rest('GET', path, { as });
    expect([made.headers['etag'], headers['etag']]).toEqual(['"1"', '"1"']);
    const first = await put(path, someFields({ title: 'First' }), '"1"');
    expect([first.status, first.headers['etag']]).toEqual([200, '"2"']);
    const second = await put(path, someFields({ title: 'Second' }), '"1"');
    expect([second.status, second.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(second.body.current).toEqual(first.body);
    expect((await put(path, someFields({ title: 'Second' }), '"2"')).status).toBe(200);
  });

  it('save one of two that are sent at the same moment', async () => {
    const { body } = await makeDeck();
    const responses = await Promise.all(
      ['A', 'B', 'C'].map((title) => put(`/decks/${body.id}`, someFields({ title }), '"1"')),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('do not conflict when the first response was lost and the form is sent again', async () => {
    const { body } = await makeDeck();
    for (let time = 0; time < 2; time += 1)
      expect(await put(`/decks/${body.id}`, someFields({ title: 'Same' }), '"1"')).toMatchObject({
        status: 200,
        body: { version: 2 },
      });
  });

  it.each(['W/"1"', '*', undefined])('accept the version %j', async (version) => {
    const { body } = await makeDeck();
    expect((await put(`/decks/${body.id}`, someFields({ title: 'New' }), version)).status).toBe(200);
  });

  it.each(['1', '"one"', '"1", "2"', '""'])('refuse the version %j', async (version) => {
    const { body } = await makeDeck();
    expect((await put(`/decks/${body.id}`, someFields({ title: 'New' }), version)).body.code).toBe(
      'VALIDATION',
    );
  });
});

describe('two forms of one card', () => {
  it('show the second one what the first one saved', async () => {
    const made = await makeCard();
    const path = `/flashcards/${made.body.id}`;
    expect(made.headers['etag']).toBe('"1"');
    const first = await put(path, { ...sides, front_text: 'First' }, '"1"');
    const second = await put(path, { ...sides, front_text: 'Second' }, '"1"');
    expect([second.status, second.body.code, second.body.current]).toEqual([
      409,
      'VERSION_CONFLICT',
      first.body,
    ]);
  });

  it('show the second one what the first one saved over GraphQL, too', async () => {
    const { body } = await makeCard();
    const edit = `mutation ($input: EditFlashcardInput!) { editFlashcard(input: $input) { frontText version } }`;
    const send = (frontText: string, expectedVersion: number | null) =>
      service.graphql(
        edit,
        { input: { id: String(body.id), frontText, backText: 'B', expectedVersion } },
        { as },
      );
    expect((await send('First', 1)).data.editFlashcard).toEqual({ frontText: 'First', version: 2 });
    const { code, errors } = await send('Second', 1);
    expect(code).toBe('VERSION_CONFLICT');
    expect(errors?.[0]?.extensions).toMatchObject({
      current: { id: String(body.id), frontText: 'First', version: 2 },
    });
    expect((await send('Third', null)).data.editFlashcard.version).toBe(3);
  });
});

describe('a deletion with If-Match', () => {
  it('a deletion with the ETag of an older version keeps the deck that another device changed', async () => {
    const { body } = await makeDeck();
    const path = `/decks/${body.id}`;
    const changed = await put(path, someFields({ title: 'Changed elsewhere' }));
    const refused = await remove(path, '"1"');
    expect([refused.status, refused.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(refused.body.current).toEqual(changed.body);
    expect((await service.rest('GET', path, { as })).body.title).toBe('Changed elsewhere');
    expect((await remove(path, '"2"')).status).toBe(204);
  });

  it('a deletion with the ETag of an older version keeps the card that another device changed', async () => {
    const { body } = await makeCard();
    const path = `/flashcards/${body.id}`;
    const changed = await put(path, { ...sides, front_text: 'Changed elsewhere' });
    const refused = await remove(path, '"1"');
    expect([refused.status, refused.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(refused.body.current).toEqual(changed.body);
    const { items } = (await service.rest('GET', `/flashcards?deck_id=${body.deck_id}`, { as })).body;
    expect(items).toEqual([changed.body]);
    expect((await remove(path, '"2"')).status).toBe(204);
  });

  it('a deletion and a change of the same version, sent at the same moment, never both succeed', async () => {
    const { body } = await makeCard();
    const path = `/flashcards/${body.id}`;
    const [deleted, changed] = await Promise.all([
      remove(path, '"1"'),
      put(path, { ...sides, front_text: 'Changed' }, '"1"'),
    ]);
    expect([deleted.status < 300, changed.status < 300].filter(Boolean)).toHaveLength(1);
  });

  it.each(['W/"1"', '*'])('a deletion accepts the version %j', async (version) => {
    const { body } = await makeDeck();
    expect((await remove(`/decks/${body.id}`, version)).status).toBe(204);
  });

  it('a deletion refuses a version that is no ETag, by the name of the header', async () => {
    const { body } = await makeDeck();
    const { status, body: problem } = await remove(`/decks/${body.id}`, 'one');
    expect([status, problem.error]).toEqual([
      400,
      'The field If-Match must be one ETag of this resource, or *.',
    ]);
  });
});
