import { buildTestService, eventsOf, type TestService } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let service: TestService;
let connection: Connection;
const [as, stranger] = [7, 8];
beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig, { env: { WRITES_PER_MINUTE: '100000' } });
  connection = await mongoose.createConnection(service.stack.mongo.uri('kumbuka_decks')).asPromise();
});
afterAll(async () => {
  await connection.close();
  await service.stop();
});

const noteFields =
  'id kind fields tags version clientId cards { id number kind frontText backText version deckId }';
const createNote = `mutation ($input: CreateNoteInput!) { createNote(input: $input) { ${noteFields} } }`;
const updateNote = `mutation ($input: UpdateNoteInput!) { updateNote(input: $input) { ${noteFields} } }`;
const deleteNote = 'mutation ($input: DeleteNoteInput!) { deleteNote(input: $input) }';
const send = (document: string, input: object, user = as) =>
  service.graphql(document, { input }, { as: user });
const makeDeck = async () =>
  (await service.rest('POST', '/decks', { as, body: someFields() })).body.id as number;
const text = '{{c1::Nairobi}} is in {{c2::Kenya}}';
const makeNote = async (deckId: number, note: object = {}) =>
  (await send(createNote, { deckId: String(deckId), kind: 'cloze', fields: [text, ''], ...note })).data
    .createNote as {
    id: string;
    version: number;
    fields: string[];
    cards: { id: string; number: number; frontText: string; backText: string; version: number }[];
  };
const readNote = async (id: string, user = as) =>
  service.graphql(`query ($id: ID!) { note(id: $id) { ${noteFields} } }`, { id }, { as: user });
const restCards = async (deckId: number) =>
  (await service.rest('GET', '/flashcards', { as, query: { deck_id: String(deckId) } })).body.items as {
    id: number;
    front_text: string;
    back_text: string;
  }[];
const deckOf = async (id: number) => (await service.rest('GET', `/decks/${id}`, { as })).body;
const removeCard = (id: string) => service.rest('DELETE', `/flashcards/${id}`, { as });
const storedNotes = () => connection.collection<{ _id: number }>('notes').countDocuments({ ownerId: as });
const eventTypes = async (deckId: number) =>
  (await eventsOf(service.stack, 'kumbuka_decks'))
    .filter(({ data }) => data['deckId'] === deckId)
    .map(({ type }) => type.replace('decks.', ''));

describe('a note', () => {
  it('with gaps makes a card for each number, which REST lists with derived sides', async () => {
    const deckId = await makeDeck();
    const note = await makeNote(deckId, { tags: ['geo', ' Geo', 'africa'] });
    expect(note).toMatchObject({ kind: 'cloze', fields: [text, ''], tags: ['geo', 'africa'], version: 1 });
    expect(note.cards.map(({ number }) => number)).toEqual([1, 2]);
    expect(note.id).toBe(note.cards[0]?.id);
    expect((await restCards(deckId)).map(({ front_text, back_text }) => [front_text, back_text])).toEqual([
      ['[...] is in Kenya', 'Nairobi is in Kenya'],
      ['Nairobi is in [...]', 'Nairobi is in Kenya'],
    ]);
    expect((await deckOf(deckId)).card_count).toBe(2);
    expect(await eventTypes(deckId)).toEqual(['deck-created', 'cards-added']);
  });

  it('with covered parts of a picture makes rich cards, whose sides are readable words in REST', async () => {
    const deckId = await makeDeck();
    const rect = (number: number) =>
      `{{c${number}::image-occlusion:rect:left=.1:top=.${number}:width=.2:height=.1:oi=1::part ${number}}}`;
    const image = `![The heart](/media/${'a'.repeat(32)}-640x480.webp)`;
    const fields = [rect(1) + rect(3), image, 'Which part?', '', ''];
    const note = await makeNote(deckId, { kind: 'image-occlusion', fields });
    expect(note.cards.map(({ number }) => number)).toEqual([1, 3]);
    const [first, second] = await restCards(deckId);
    expect([first, second]).toMatchObject([{ format: 'rich' }, { format: 'rich' }]);
    expect(first?.front_text).toMatch(/^Which part\?\n\n!\[The heart \(1\/2\)\]\(\/media\/\S+\)$/);
    expect(second?.back_text).toMatch(/^part 3\n\n!\[The heart \(2\/2\)\]\(\/media\/\S+\)$/);
    const moved = fields.with(0, rect(3) + rect(4));
    const updated = (await send(updateNote, { id: note.id, fields: moved })).data.updateNote;
    expect(updated.cards.map((card: { number: number }) => card.number)).toEqual([3, 4]);
    expect(updated.cards[0].id).toBe(note.cards[1]?.id);
  });

  it('of one plain card is held by the card: REST and notes read and write the same row', async () => {
    const deckId = await makeDeck();
    const before = await storedNotes();
    const note = await makeNote(deckId, { kind: 'basic', fields: ['Q', 'A'] });
    const body = { front_text: 'Q2', back_text: 'A' };
    expect((await service.rest('PUT', `/flashcards/${note.id}`, { as, body })).status).toBe(200);
    expect((await readNote(note.id)).data.note).toMatchObject({ fields: ['Q2', 'A'], version: 2 });
    const updated = await send(updateNote, {
      id: note.id,
      fields: ['Q3', 'A'],
      tags: ['x'],
      expectedVersion: 2,
    });
    expect(updated.data.updateNote).toMatchObject({ fields: ['Q3', 'A'], tags: ['x'], version: 3 });
    expect((await restCards(deckId))[0]).toMatchObject({ front_text: 'Q3', version: 3 });
    expect(await storedNotes()).toBe(before);
    expect(await eventTypes(deckId)).toEqual(['deck-created', 'card-added', 'card-edited', 'card-edited']);
  });

  it('a card that is added over REST stores nothing about notes, and is its own note', async () => {
    const deckId = await makeDeck();
    const body = { deck_id: deckId, front_text: 'Q', back_text: 'A' };
    const { id } = (await service.rest('POST', '/flashcards', { as, body })).body;
    const row = await connection.collection<{ _id: number }>('flashcards').findOne({ _id: id });
    expect(Object.keys(row ?? {}).toSorted()).toEqual(
      [
        '_id',
        'back',
        'createdAt',
        'deckId',
        'flagged',
        'front',
        'ownerId',
        'suspended',
        'updatedAt',
        'version',
      ].toSorted(),
    );
    expect((await readNote(String(id))).data.note).toMatchObject({
      kind: 'basic',
      fields: ['Q', 'A'],
      tags: [],
      cards: [{ id: String(id), number: 1 }],
    });
  });

  it('keeps its format until an edit names another, and gives it to its cards', async () => {
    const deckId = await makeDeck();
    const formatsOf = async (id: string) => {
      const document = 'query ($id: ID!) { note(id: $id) { format cards { format version } } }';
      return (await service.graphql(document, { id }, { as })).data.note;
    };
    const { id } = await makeNote(deckId, { format: 'RICH' });
    await send(updateNote, { id, fields: [`${text}!`, ''] });
    const card = (format: string, version: number) => ({ format, version });
    expect(await formatsOf(id)).toEqual({ format: 'RICH', cards: [card('RICH', 2), card('RICH', 2)] });
    await send(updateNote, { id, fields: [`${text}!`, ''], format: 'PLAIN' });
    expect(await formatsOf(id)).toEqual({ format: 'PLAIN', cards: [card('PLAIN', 3), card('PLAIN', 3)] });
  });

  it('a rich card over REST stays rich when an edit names no format, and a plain one stores none', async () => {
    const deckId = await makeDeck();
    const sides = { front_text: '**Q**', back_text: 'A' };
    const added = await service.rest('POST', '/flashcards', {
      as,
      body: { deck_id: deckId, ...sides, format: 'rich' },
    });
    const path = `/flashcards/${added.body.id}`;
    const put = async (body: object) => (await service.rest('PUT', path, { as, body })).body;
    const rows = connection.collection<{ _id: number; format?: string }>('flashcards');
    const storedFormat = async () => (await rows.findOne({ _id: added.body.id }))?.format;
    expect(await put({ ...sides, back_text: 'B' })).toMatchObject({ format: 'rich', version: 2 });
    expect(await storedFormat()).toBe('rich');
    expect(await put({ ...sides, back_text: 'B', format: 'plain' })).toMatchObject({
      format: 'plain',
      version: 3,
    });
    expect(await storedFormat()).toBeUndefined();
  });

  it.each([
    ['no gap', { fields: ['no gap', ''] }, 'Mark at least one gap, such as {{c1::word}}.'],
    ['a blank field', { kind: 'basic', fields: ['Q', '  '] }, 'The field fields.1 must not be blank.'],
    ['a missing field', { fields: ['{{c1::a}}'] }, 'The field fields is not valid.'],
    [
      'too many cards',
      { fields: [Array.from({ length: 101 }, (_, index) => `{{c${index + 1}::a}}`).join(' '), ''] },
      'The field fields.0 must have at most 100 items.',
    ],
    [
      'a side that grows too long',
      { fields: [`{{c1::${'a'.repeat(9_000)}}}`, 'b'.repeat(9_000)] },
      'The field fields.0 must be at most 10000 characters.',
    ],
  ])('with %s is refused and creates nothing', async (_what, note, message) => {
    const deckId = await makeDeck();
    const input = { deckId: String(deckId), kind: 'cloze', ...note };
    const { code, errors } = await send(createNote, input);
    expect([code, errors?.[0]?.message]).toEqual(['VALIDATION', message]);
    expect((await deckOf(deckId)).card_count).toBe(0);
  });

  it.each([
    ['cloze', [text, '']],
    ['basic', ['Q', 'A']],
    ['basic-reversed', ['Q', 'A']],
  ])(
    'of the kind %s is created once for a client id, at the same moment and without a key',
    async (kind, fields) => {
      const deckId = await makeDeck();
      const input = { deckId: String(deckId), kind, fields, clientId: randomUUID() };
      const responses = await Promise.all(Array.from({ length: 5 }, () => send(createNote, input)));
      const [first, ...others] = responses.map(({ data }) => data.createNote);
      expect(others).toEqual([first, first, first, first]);
      expect(first.clientId).toBe(input.clientId);
      expect((await deckOf(deckId)).card_count).toBe(first.cards.length);
    },
  );

  it('of another learner does not exist', async () => {
    const { id } = await makeNote(await makeDeck());
    expect((await readNote(id, stranger)).code).toBe('NOTE_NOT_FOUND');
    expect((await send(updateNote, { id, fields: [text, 'x'] }, stranger)).code).toBe('NOTE_NOT_FOUND');
    expect((await send(deleteNote, { id }, stranger)).code).toBe('NOTE_NOT_FOUND');
  });
});

describe('an update of a note', () => {
  it('changes all its cards in one step, and cards keep their ids', async () => {
    const deckId = await makeDeck();
    const { id, cards } = await makeNote(deckId);
    const fields = ['{{c1::Kampala}} is in {{c3::Uganda}}', ''];
    const updated = (await send(updateNote, { id, fields, expectedVersion: 1 })).data.updateNote;
    expect(updated.version).toBe(2);
    expect(updated.cards).toMatchObject([
      { id: cards[0]?.id, number: 1, frontText: '[...] is in Uganda', version: 2 },
      { number: 3, frontText: 'Kampala is in [...]', version: 1 },
    ]);
    expect((await restCards(deckId)).map(({ id: cardId }) => String(cardId))).not.toContain(cards[1]?.id);
    expect(await eventTypes(deckId)).toEqual([
      'deck-created',
      'cards-added',
      'card-edited',
      'card-removed',
      'card-added',
    ]);
    const deck = await connection
      .collection<{ _id: number; cardCount: number; textBytes: number }>('decks')
      .findOne({ _id: deckId });
    const bytes = (await restCards(deckId)).reduce(
      (sum, card) => sum + card.front_text.length + card.back_text.length,
      0,
    );
    expect([deck?.cardCount, deck?.textBytes]).toEqual([2, bytes]);
  });

  it('on an older version is refused with the note as it is, and a repeat is no conflict', async () => {
    const { id } = await makeNote(await makeDeck());
    const change = (extra: string, expectedVersion: number) =>
      send(updateNote, { id, fields: [text, extra], expectedVersion });
    expect((await change('one', 1)).errors).toBeUndefined();
    expect((await change('one', 1)).errors).toBeUndefined();
    const { code, errors } = await change('two', 1);
    expect(code).toBe('VERSION_CONFLICT');
    expect(errors?.[0]?.extensions).toMatchObject({ current: { fields: [text, 'one'], version: 2 } });
  });

  it('of two updates of a note sent at the same moment one wins as a whole', async () => {
    const deckId = await makeDeck();
    const { id } = await makeNote(deckId);
    const responses = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        send(updateNote, { id, fields: [`{{c1::${name}}} {{c2::${name}}}`, ''], expectedVersion: 1 }),
      ),
    );
    expect(responses.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    const backs = new Set((await restCards(deckId)).map(({ back_text }) => back_text));
    expect(backs.size).toBe(1);
  });

  it('does not bring back a card that the learner deleted', async () => {
    const deckId = await makeDeck();
    const { id, cards } = await makeNote(deckId);
    await removeCard(cards[1]?.id ?? '');
    const { data } = await send(updateNote, { id, fields: [`${text}!`, ''] });
    expect(data.updateNote.cards.map(({ number }: { number: number }) => number)).toEqual([1]);
    expect((await deckOf(deckId)).card_count).toBe(1);
  });

  it('the sides of a card of such a note are read-only, and the same sides are no change', async () => {
    const deckId = await makeDeck();
    await makeNote(deckId);
    const [card] = await restCards(deckId);
    const put = (front_text: string) =>
      service.rest('PUT', `/flashcards/${card?.id}`, {
        as,
        body: { front_text, back_text: card?.back_text },
      });
    expect(await put('Other')).toMatchObject({ status: 409, body: { code: 'SIDES_READ_ONLY' } });
    expect((await put(card?.front_text ?? '')).status).toBe(200);
  });
});

describe('the end of a note', () => {
  it('deleting a note deletes its cards, also those in another deck', async () => {
    const [deckId, elsewhere] = [await makeDeck(), await makeDeck()];
    const { id, cards } = await makeNote(deckId);
    const move = 'mutation ($input: MoveFlashcardsInput!) { moveFlashcards(input: $input) { id } }';
    await send(move, { ids: [cards[1]?.id], toDeckId: String(elsewhere) });
    const before = await storedNotes();
    expect((await send(deleteNote, { id, expectedVersion: 1 })).data).toEqual({ deleteNote: id });
    expect([(await deckOf(deckId)).card_count, (await deckOf(elsewhere)).card_count]).toEqual([0, 0]);
    expect(await storedNotes()).toBe(before - 1);
    expect((await readNote(id)).code).toBe('NOTE_NOT_FOUND');
  });

  it('a note goes with its last card, also when all are deleted at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const before = await storedNotes();
      const { cards } = await makeNote(await makeDeck());
      await Promise.all(cards.map(({ id }) => removeCard(id)));
      expect(await storedNotes()).toBe(before);
    }
  });

  it('a deleted deck takes the notes that have no card elsewhere', async () => {
    const [deckId, elsewhere, before] = [await makeDeck(), await makeDeck(), await storedNotes()];
    const [gone, kept] = [await makeNote(deckId), await makeNote(deckId)];
    const move = 'mutation ($input: MoveFlashcardsInput!) { moveFlashcards(input: $input) { id } }';
    await send(move, { ids: [kept.cards[0]?.id], toDeckId: String(elsewhere) });
    expect((await service.rest('DELETE', `/decks/${deckId}`, { as })).status).toBe(204);
    expect(await storedNotes()).toBe(before + 1);
    expect((await readNote(gone.id)).code).toBe('NOTE_NOT_FOUND');
    expect((await readNote(kept.id)).data.note.cards).toHaveLength(1);
  });

  it('the kinds of notes have names in the language of the request', async () => {
    const namesIn = async (language: string) =>
      (
        await service.graphql(
          '{ noteTypes { id name fields } }',
          {},
          { as, headers: { 'accept-language': language } },
        )
      ).data.noteTypes;
    expect((await namesIn('en'))[0]).toEqual({
      id: 'basic',
      name: 'Question and answer',
      fields: ['Question', 'Answer'],
    });
    expect((await namesIn('sw'))[0].fields).toEqual(['Swali', 'Jibu']);
  });
});

it('a hundred cards of nested Markdown do not hold up the service, which does not render them', async () => {
  const deckId = String(await makeDeck());
  const nested = '**a '.repeat(1_250) + ' b**'.repeat(1_250);
  const cards = Array.from({ length: 100 }, (_, index) => ({
    frontText: `Question ${index}`,
    backText: nested,
    format: 'RICH',
  }));
  const began = performance.now();
  const { data } = await send(
    'mutation ($input: AddFlashcardsInput!) { addFlashcards(input: $input) { cardCount } }',
    { deckId, cards },
  );
  expect(data).toEqual({ addFlashcards: { cardCount: 100 } });
  // Each text takes more than 200 ms to render.
  expect(performance.now() - began).toBeLessThan(10_000);
});
