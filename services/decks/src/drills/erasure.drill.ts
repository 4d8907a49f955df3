import { createErasureRace, type ErasureRace } from '@kumbuka/service-kit/testing';
import {
  attemptsIn,
  buildTestService,
  eraseBeforeEachWrite,
  eraseUser,
  keptAfterErasure,
  missingIn,
  type RestOptions,
  startStack,
  type TestService,
  type TestStack,
} from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig, type Config } from '../config.ts';
import { someFields } from '../testing/builders.ts';
import { createUseCases, type UseCases } from '../use-cases/use-cases.ts';

let stack: TestStack;
let race: ErasureRace;
/** Its writes are held while `eraser`, another process on the same stores, erases the learner. */
let decks: TestService;
let eraser: TestService;
let mediaFolder: string;
let photo: string;

beforeAll(async () => {
  stack = await startStack();
  race = await createErasureRace(stack.mongo.port, 'kumbuka_decks');
  mediaFolder = await mkdtemp(join(tmpdir(), 'media-'));
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });
  photo = (await picture.jpeg().toBuffer()).toString('base64');
  const env = { WRITES_PER_MINUTE: '100000', MEDIA_STORE: mediaFolder };
  eraser = await buildTestService((config: Config) => createApp(config), loadConfig, { stack, env });
  decks = await buildTestService((config: Config) => createApp(config, { mongo: race.mongo }), loadConfig, {
    stack,
    env,
    auth: eraser.auth,
  });
});
afterAll(async () => {
  await decks.stop();
  await eraser.stop();
  race.stop();
  await stack.stop();
  await rm(mediaFolder, { recursive: true });
});

interface Learner {
  id: number;
  deckId: number;
  otherDeckId: number;
  cardId: number;
  noteId: number;
}

let learners = 0;
const keyed = (as: number): RestOptions => ({ as, headers: { 'idempotency-key': randomUUID() } });
const mutation = (name: string, input: string) =>
  `mutation ($input: ${input}!) { ${name}(input: $input) { __typename } }`;
const mutate = (on: TestService, { id }: { id: number }, document: string, input: object) =>
  on.graphql(document, { input }, keyed(id));

async function aLearner(): Promise<Learner> {
  const id = 7_300_000_000 + ++learners;
  const make = async () =>
    Number((await eraser.rest('POST', '/decks', { as: id, body: someFields() })).body.id);
  const [deckId, otherDeckId] = [await make(), await make()];
  const card = { deck_id: deckId, front_text: 'Q', back_text: 'A' };
  const { body } = await eraser.rest('POST', '/flashcards', { as: id, body: card });
  const { data } = await mutate(
    eraser,
    { id },
    'mutation ($input: CreateNoteInput!) { createNote(input: $input) { id } }',
    aNote(deckId),
  );
  return { id, deckId, otherDeckId, cardId: Number(body.id), noteId: Number(data.createNote.id) };
}
const aNote = (deckId: number) => ({
  deckId: String(deckId),
  kind: 'basic-reversed',
  fields: ['Mji mkuu wa Kenya', 'Nairobi'],
});

type Attempt = (learner: Learner) => () => Promise<unknown>;
const rest =
  (
    method: 'POST' | 'PUT' | 'DELETE',
    pathOf: (learner: Learner) => string,
    bodyOf: (learner: Learner) => object,
  ) =>
  (learner: Learner) =>
  () =>
    decks.rest(method, pathOf(learner), { ...keyed(learner.id), body: bodyOf(learner) });
const graphql =
  (document: string, inputOf: (learner: Learner) => object): Attempt =>
  (learner) =>
  () =>
    mutate(decks, learner, document, inputOf(learner));

/** Attempts by use case; null for use cases that write nothing. */
const attempts: Partial<Record<keyof UseCases, Attempt | null>> = {
  listDecks: null,
  countOwnDecks: null,
  readDeck: null,
  readDeckFacets: null,
  findDecks: null,
  createDeck: rest('POST', () => '/decks', someFields.bind(null, {})),
  updateDeck: rest(
    'PUT',
    ({ deckId }) => `/decks/${deckId}`,
    () => someFields({ title: 'Cells and tissues' }),
  ),
  deleteDeck:
    ({ id, deckId }) =>
    () =>
      decks.rest('DELETE', `/decks/${deckId}`, keyed(id)),
  restoreDeck: (learner) => async () => {
    await decks.rest('DELETE', `/decks/${learner.deckId}`, keyed(learner.id));
    return mutate(decks, learner, mutation('restoreDeck', 'RestoreDeckInput'), {
      id: String(learner.deckId),
    });
  },
  restoreCards: (learner) => async () => {
    await decks.rest('DELETE', `/flashcards/${learner.cardId}`, keyed(learner.id));
    return mutate(decks, learner, mutation('restoreFlashcards', 'RestoreFlashcardsInput'), {
      ids: [String(learner.cardId)],
    });
  },
  listCards: null,
  listCardsOf: null,
  searchCards: null,
  listAllCards: null,
  findCards: null,
  addCard: rest(
    'POST',
    () => '/flashcards',
    ({ deckId }) => ({ deck_id: deckId, front_text: 'Q2', back_text: 'A2' }),
  ),
  addCards: graphql(mutation('addFlashcards', 'AddFlashcardsInput'), ({ deckId }) => ({
    deckId: String(deckId),
    cards: [{ frontText: 'Q3', backText: 'A3' }],
  })),
  findExisting: null,
  editCard: rest(
    'PUT',
    ({ cardId }) => `/flashcards/${cardId}`,
    () => ({ front_text: 'New', back_text: 'Newer' }),
  ),
  deleteCard:
    ({ id, cardId }) =>
    () =>
      decks.rest('DELETE', `/flashcards/${cardId}`, keyed(id)),
  listCatalog: null,
  seedCatalog: rest(
    'POST',
    () => '/catalog/seed',
    () => ({ deck_ids: ['1'] }),
  ),
  seedDecks:
    ({ id }) =>
    () =>
      decks.rest('POST', '/internal/users/starter-decks', {
        body: { userId: id, starterDecks: 1, at: new Date().toISOString() },
      }),
  deleteCards: graphql(
    'mutation ($input: DeleteFlashcardsInput!) { deleteFlashcards(input: $input) }',
    ({ cardId }) => ({
      ids: [String(cardId)],
    }),
  ),
  markCards: graphql(mutation('markFlashcards', 'MarkFlashcardsInput'), ({ cardId }) => ({
    ids: [String(cardId)],
    flagged: true,
    suspended: true,
  })),
  moveCards: graphql(mutation('moveFlashcards', 'MoveFlashcardsInput'), ({ cardId, otherDeckId }) => ({
    ids: [String(cardId)],
    toDeckId: String(otherDeckId),
  })),
  readCardOwner: null,
  readDeckOwner: null,
  listOwners: null,
  listOwnership: null,
  countDecks: null,
  listFronts: null,
  insertGeneratedCards:
    ({ id, deckId }) =>
    () =>
      decks.rest('POST', `/internal/decks/${deckId}/cards`, {
        body: { ownerId: id, generationId: id, cards: [{ front: 'Q4', back: 'A4' }] },
      }),
  createNote: graphql(mutation('createNote', 'CreateNoteInput'), ({ deckId }) => aNote(deckId)),
  updateNote: graphql(mutation('updateNote', 'UpdateNoteInput'), ({ noteId }) => ({
    id: String(noteId),
    fields: ['Mji mkuu wa Tanzania', 'Dodoma'],
  })),
  deleteNote: graphql('mutation ($input: DeleteNoteInput!) { deleteNote(input: $input) }', ({ noteId }) => ({
    id: String(noteId),
  })),
  storeMedia: graphql(mutation('uploadMedia', 'UploadMediaInput'), () => ({ data: photo })),
  readMedia: null,
  removeUnusedMedia: null,
  removeOwnUnusedMedia: null,
  readStorage: null,
  readNote: null,
  exportCards: null,
  findNotes: null,
  findCardsOfNotes: null,
  /** `import-erasure.drill.ts` runs these, with the jobs that they start. */
  createImport: null,
  importFile: null,
  receivePart: null,
  prepareImport: null,
  startImport: null,
  runImport: null,
  undoImport: null,
  readImport: null,
  listImports: null,
  listImportRuns: null,
  resumeImports: null,
  tidyImports: null,
  eraseLearner: null,
};

const written = attemptsIn(attempts);

it('every use case is in the table of erasures', () => {
  expect(missingIn(attempts, createUseCases)).toEqual([]);
});

describe('a learner who is erased', () => {
  it.each(written)('while %s runs leaves no row', { timeout: 120_000 }, async (_name, prepare) => {
    const writes = await eraseBeforeEachWrite({
      race,
      remaining: keptAfterErasure,
      aLearner,
      prepare,
      erase: ({ id }) => eraseUser(eraser, id),
      textsOf: ({ id }) => [id],
      async expectMore({ id }) {
        expect(await readdir(join(mediaFolder, String(id))).catch(() => [])).toEqual([]);
      },
    });
    expect(writes).toBeGreaterThan(0);
  });
});
