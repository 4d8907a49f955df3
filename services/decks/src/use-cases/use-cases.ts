import { addCard } from './card/add-card.ts';
import { addCards } from './card/add-cards.ts';
import { createDeck } from './deck/create-deck.ts';
import { deleteCard } from './card/delete-card.ts';
import { deleteCards } from './card/delete-cards.ts';
import { deleteDeck } from './deck/delete-deck.ts';
import { editCard } from './card/edit-card.ts';
import { eraseLearner } from './owner/erase-learner.ts';
import { exportCards } from './export/export-cards.ts';
import { findExisting } from './card/find-existing.ts';
import { findCards, findDecks } from './find-many.ts';
import { insertGeneratedCards } from './card/insert-generated-cards.ts';
import { listCatalog } from './deck/list-catalog.ts';
import { listOwners, listOwnership } from './owner/list-ownership.ts';
import { markCards } from './card/mark-cards.ts';
import { moveCards } from './card/move-cards.ts';
import { listFronts } from './card/list-fronts.ts';
import {
  createImport,
  importFile,
  listImportRuns,
  listImports,
  prepareImport,
  readImport,
  receivePart,
  startImport,
  undoImport,
} from './import/control-import.ts';
import { resumeImports, runImport, tidyImports } from './import/run-import.ts';
import { createNote } from './note/create-note.ts';
import { deleteNote } from './note/delete-note.ts';
import { findCardsOfNotes, findNotes, readNote } from './note/read-notes.ts';
import { updateNote } from './note/update-note.ts';
import { readMedia } from './media/read-media.ts';
import { readStorage } from './media/read-storage.ts';
import { removeOwnUnusedMedia, removeUnusedMedia } from './media/remove-unused-media.ts';
import { storeMedia } from './media/store-media.ts';
import { searchCards } from './card/search-cards.ts';
import type { Ports } from './ports.ts';
import { listAllCards, listCards, listCardsOf } from './card/read-cards.ts';
import { countOwnDecks, listDecks, readDeck, readDeckFacets } from './deck/read-decks.ts';
import { countDecks, readCardOwner, readDeckOwner } from './owner/read-owners.ts';
import { seedCatalog } from './deck/seed-catalog.ts';
import { seedDecks } from './deck/seed-decks.ts';
import { updateDeck } from './deck/update-deck.ts';
import { restoreCards, restoreDeck } from './trash/restore-deleted.ts';

/** Use-cases of decks, shared by REST, GraphQL and events. */
export const createUseCases = (ports: Ports) => ({
  listDecks: listDecks(ports),
  countOwnDecks: countOwnDecks(ports),
  readDeck: readDeck(ports),
  readDeckFacets: readDeckFacets(ports),
  findDecks: findDecks(ports),
  createDeck: createDeck(ports),
  updateDeck: updateDeck(ports),
  deleteDeck: deleteDeck(ports),
  restoreDeck: restoreDeck(ports),
  restoreCards: restoreCards(ports),
  listCards: listCards(ports),
  listCardsOf: listCardsOf(ports),
  searchCards: searchCards(ports),
  listAllCards: listAllCards(ports),
  findCards: findCards(ports),
  addCard: addCard(ports),
  addCards: addCards(ports),
  findExisting: findExisting(ports),
  editCard: editCard(ports),
  deleteCard: deleteCard(ports),
  listCatalog: listCatalog(ports),
  seedCatalog: seedCatalog(ports),
  seedDecks: seedDecks(ports),
  deleteCards: deleteCards(ports),
  markCards: markCards(ports),
  moveCards: moveCards(ports),
  readCardOwner: readCardOwner(ports),
  readDeckOwner: readDeckOwner(ports),
  listOwners: listOwners(ports),
  listOwnership: listOwnership(ports),
  countDecks: countDecks(ports),
  listFronts: listFronts(ports),
  insertGeneratedCards: insertGeneratedCards(ports),
  createNote: createNote(ports),
  updateNote: updateNote(ports),
  deleteNote: deleteNote(ports),
  readNote: readNote(ports),
  findNotes: findNotes(ports),
  findCardsOfNotes: findCardsOfNotes(ports),
  storeMedia: storeMedia(ports),
  readMedia: readMedia(ports),
  removeUnusedMedia: removeUnusedMedia(ports),
  removeOwnUnusedMedia: removeOwnUnusedMedia(ports),
  readStorage: readStorage(ports),
  createImport: createImport(ports),
  importFile: importFile(ports),
  receivePart: receivePart(ports),
  prepareImport: prepareImport(ports),
  startImport: startImport(ports),
  undoImport: undoImport(ports),
  readImport: readImport(ports),
  listImports: listImports(ports),
  listImportRuns: listImportRuns(ports),
  runImport: runImport(ports),
  resumeImports: resumeImports(ports),
  tidyImports: tidyImports(ports),
  exportCards: exportCards(ports),
  eraseLearner: eraseLearner(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
