import { parseInput, type Format } from '@kumbuka/contracts';
import { z } from 'zod';
import { noteKinds } from '@kumbuka/contracts/kinds';
import {
  createFields,
  isPrincipal,
  pageView,
  requirePrincipal,
  type Idempotency,
} from '@kumbuka/service-kit';
import { DeckNotFound, NoteNotFound, showConflict } from '../domain/errors.ts';
import { noteHeldBy } from '../domain/note.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { GraphQLContext } from './context.ts';
import type {
  DeckResolvers,
  FlashcardResolvers,
  ImportResolvers,
  MutationResolvers,
  NoteResolvers,
  QueryResolvers,
  Resolvers,
  UserResolvers,
} from './generated/types.ts';
import { importView } from './import-view.ts';
import * as inputs from './inputs.ts';
import { clearLoaders } from './loaders.ts';
import {
  cardView,
  catalogView,
  deckView,
  mediaView,
  storageView,
  noteTypeView,
  noteView,
  seedingView,
  type DeckView,
} from './views.ts';

const noArguments = z.object({});

interface SidesInput {
  frontText: string;
  backText: string;
  format?: Format | undefined;
  clientId?: string | undefined;
}
const dateOrNone = (time: string | undefined) => (time === undefined ? undefined : new Date(time));
const sidesOf = ({ frontText, backText, format, clientId }: SidesInput) => ({
  front: frontText,
  back: backText,
  format,
  clientId,
});

const fieldsOf = (idempotency: Idempotency) =>
  createFields<GraphQLContext>({ idempotency, afterChange: ({ loaders }) => clearLoaders(loaders) });
type Fields = ReturnType<typeof fieldsOf>;

const queries = (useCases: UseCases, { own }: Fields): QueryResolvers<GraphQLContext> => ({
  viewer: (_parent, _arguments, context) => ({
    id: String(requirePrincipal(context).userId),
  }),
  deck: own(inputs.oneId, async ({ id }, _principal, { loaders }) => {
    const deck = await loaders.decks.load(id);
    if (!deck) throw new DeckNotFound();
    return deckView(deck);
  }),
  flashcards: own(inputs.someIds, async ({ ids }, _principal, { loaders }) => {
    const cards = await Promise.all(ids.map((id) => loaders.cards.load(id)));
    return cards.map((card) => card && cardView(card));
  }),
  import: own(inputs.importId, async ({ id }, principal, { now }) =>
    importView(await useCases.readImport(id, principal), now),
  ),
  noteTypes: (_parent, _arguments, { language }) => noteKinds.map(noteTypeView(language ?? 'en')),
  note: own(inputs.oneId, async ({ id }, principal) =>
    noteView((await useCases.readNote(id, principal)).note),
  ),
  catalog: (_parent, _arguments, { language }) => useCases.listCatalog(language).map(catalogView),
});

const mutations = (
  useCases: UseCases,
  { change, create, own }: Fields,
): MutationResolvers<GraphQLContext> => ({
  createDeck: create(
    inputs.createDeckArguments,
    ({ input }, principal) => useCases.createDeck(input, principal),
    deckView,
  ),
  updateDeck: change(
    inputs.updateDeckArguments,
    async ({ input: { id, expectedVersion, ...fields } }, principal) =>
      deckView(
        await useCases.updateDeck(id, fields, principal, expectedVersion).catch(showConflict(deckView)),
      ),
  ),
  deleteDeck: change(inputs.deletionArguments, async ({ input: { id, expectedVersion } }, principal) => {
    await useCases.deleteDeck(id, principal, expectedVersion).catch(showConflict(deckView));
    return String(id);
  }),
  restoreDeck: change(inputs.restoreDeckArguments, async ({ input: { id } }, principal) =>
    deckView(await useCases.restoreDeck(id, principal)),
  ),
  addFlashcard: create(
    inputs.addFlashcardArguments,
    ({ input: { deckId, madeAt, ...sides } }, principal) =>
      useCases.addCard(deckId, { ...sidesOf(sides), madeAt: dateOrNone(madeAt) }, principal),
    cardView,
  ),
  addFlashcards: create(
    inputs.addFlashcardsArguments,
    ({ input: { deckId, cards, existing } }, principal) =>
      useCases.addCards(deckId, cards.map(sidesOf), principal, existing !== 'ADD'),
    deckView,
  ),
  editFlashcard: change(
    inputs.editFlashcardArguments,
    async ({ input: { id, expectedVersion, ...sides } }, principal) =>
      cardView(
        await useCases
          .editCard(id, sidesOf(sides), principal, { version: expectedVersion })
          .catch(showConflict(cardView)),
      ),
  ),
  deleteFlashcard: change(inputs.deletionArguments, async ({ input: { id, expectedVersion } }, principal) =>
    deckView(await useCases.deleteCard(id, principal, expectedVersion).catch(showConflict(cardView))),
  ),
  deleteFlashcards: change(
    inputs.deleteFlashcardsArguments,
    async ({ input: { ids, expectedVersions } }, principal) => {
      const cards = ids.map((id, index) => ({ id, expectedVersion: expectedVersions?.[index] ?? null }));
      await useCases.deleteCards(cards, principal).catch(showConflict(cardView));
      return ids.map(String);
    },
  ),
  restoreFlashcards: change(inputs.restoreFlashcardsArguments, async ({ input: { ids } }, principal) =>
    (await useCases.restoreCards(ids, principal)).map(cardView),
  ),
  markFlashcards: change(inputs.markFlashcardsArguments, async ({ input: { ids, ...marks } }, principal) =>
    (await useCases.markCards(ids, marks, principal)).map(cardView),
  ),
  moveFlashcards: change(inputs.moveFlashcardsArguments, async ({ input: { ids, toDeckId } }, principal) =>
    (await useCases.moveCards(ids, toDeckId, principal)).map(cardView),
  ),
  createNote: create(
    inputs.createNoteArguments,
    ({ input: { deckId, ...note } }, principal) => useCases.createNote(deckId, note, principal),
    ({ note }) => noteView(note),
  ),
  updateNote: change(
    inputs.updateNoteArguments,
    async ({ input: { id, expectedVersion, ...content } }, principal) => {
      const updated = useCases.updateNote(id, content, principal, expectedVersion);
      return noteView((await updated.catch(showConflict(noteView))).note);
    },
  ),
  uploadMedia: change(inputs.uploadMediaArguments, async ({ input: { data } }, principal) =>
    mediaView(await useCases.storeMedia(data, principal)),
  ),
  removeUnusedMedia: change(noArguments, async (_input, principal) =>
    storageView(await useCases.removeOwnUnusedMedia(principal)),
  ),
  deleteNote: change(inputs.deletionArguments, async ({ input: { id, expectedVersion } }, principal) => {
    await useCases.deleteNote(id, principal, expectedVersion).catch(showConflict(noteView));
    return String(id);
  }),
  createImport: change(inputs.createImportArguments, async ({ input }, principal, { now }) =>
    importView(await useCases.createImport(input, principal), now),
  ),
  // Not counted as a write: the number of pieces is limited by the size and number of files.
  uploadImportPiece: own(
    inputs.uploadPieceArguments,
    async ({ input: { id, offset, data } }, principal, { now }) =>
      importView(await useCases.receivePart(id, offset, data, principal), now),
  ),
  prepareImport: change(
    inputs.prepareImportArguments,
    async ({ input: { id, mapping, ...options } }, principal, { now }) =>
      importView(await useCases.prepareImport(id, { ...options, columns: mapping }, principal), now),
  ),
  startImport: change(
    inputs.startImportArguments,
    async ({ input: { id, ...options } }, principal, { now }) =>
      importView(await useCases.startImport(id, options, principal), now),
  ),
  undoImport: change(inputs.undoImportArguments, async ({ input: { id } }, principal, { now }) =>
    importView(await useCases.undoImport(id, principal), now),
  ),
  seedCatalog: create(
    inputs.seedCatalogArguments,
    ({ input: { catalogIds } }, principal, { language }) =>
      useCases.seedCatalog(catalogIds, principal, language),
    seedingView,
  ),
});

const user = (useCases: UseCases, { own }: Fields): UserResolvers<GraphQLContext> => ({
  __resolveReference: (reference, context) => (isPrincipal(reference, context) ? { id: reference.id } : null),
  decks: own(inputs.decksArguments, async (query, principal) =>
    pageView(await useCases.listDecks(query, principal), deckView),
  ),
  cardSearch: own(inputs.cardSearchArguments, async (search, principal, { loaders }) => {
    const { items, next } = await loaders.readCards(
      () => useCases.searchCards(search, principal),
      (found) => found.items,
    );
    return { items: items.map(cardView), next: next === null ? null : String(next) };
  }),
  storage: own(noArguments, async (_input, principal) => storageView(await useCases.readStorage(principal))),
  imports: own(noArguments, async (_input, principal, { now }) =>
    (await useCases.listImports(principal)).map((run) => importView(run, now)),
  ),
  deckFacets: (_parent, _arguments, context) => useCases.readDeckFacets(requirePrincipal(context)),
});

const deck = (useCases: UseCases, { own }: Fields): DeckResolvers<GraphQLContext> => ({
  __resolveReference: async ({ id }, context) => {
    const found = await context.loaders.decks.load(parseInput(inputs.oneId, { id }).id);
    return found && deckView(found);
  },
  flashcards: own(
    inputs.cardsArguments,
    async (query, principal, { loaders }, { id, cardCount }: DeckView) => {
      const listCards = () => useCases.listCardsOf({ id: Number(id), cardCount }, query, principal);
      return pageView(await loaders.readCards(listCards, ({ items }) => items), cardView);
    },
  ),
  existingCards: own(inputs.existingCardsArguments, ({ cards }, principal, _context, { id }: DeckView) =>
    useCases.findExisting(Number(id), cards.map(sidesOf), principal),
  ),
});

const flashcard: FlashcardResolvers<GraphQLContext> = {
  __resolveReference: async ({ id }, context) => {
    const found = await context.loaders.cards.load(parseInput(inputs.oneId, { id }).id);
    return found && cardView(found);
  },
  deckId: ({ deckId }) => String(deckId),
  note: async ({ id, noteId }, _arguments, { loaders }) => {
    const holder = noteId === null ? await loaders.cards.load(Number(id)) : null;
    const found = noteId === null ? holder && noteHeldBy(holder) : await loaders.notes.load(noteId);
    if (!found) throw new NoteNotFound();
    return noteView(found);
  },
  deck: async ({ deckId }, _arguments, { loaders }) => {
    const found = await loaders.decks.load(deckId);
    if (!found) throw new DeckNotFound();
    return deckView(found);
  },
};

/** Decks that the learner has deleted meanwhile are left out. */
const importFields: ImportResolvers<GraphQLContext> = {
  madeDecks: async ({ madeDeckIds }, _arguments, { loaders }) => {
    const found = await Promise.all(madeDeckIds.map((id) => loaders.decks.load(id)));
    return found.filter((each) => each !== null).map(deckView);
  },
};

/** A stored note has cards that name it; any other note is held by the card with its id. */
const note: NoteResolvers<GraphQLContext> = {
  cards: async ({ id }, _arguments, { loaders }) => {
    const ofNote = await loaders.cardsOfNotes.load(Number(id));
    if (ofNote.length > 0) return ofNote.map(cardView);
    const holder = await loaders.cards.load(Number(id));
    return holder ? [cardView(holder)] : [];
  },
};

/** Resolvers of the schema, checked against the generated types. */
export function resolvers(useCases: UseCases, idempotency: Idempotency): Resolvers<GraphQLContext> {
  const fields = fieldsOf(idempotency);
  return {
    Query: queries(useCases, fields),
    Mutation: mutations(useCases, fields),
    User: user(useCases, fields),
    Deck: deck(useCases, fields),
    Flashcard: flashcard,
    Note: note,
    Import: importFields,
  };
}
