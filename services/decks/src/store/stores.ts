import type { ClientSession, Connection } from 'mongoose';
import { createCardStore } from './card-store.ts';
import { createDeckProjectionStore } from './deck-projection-store.ts';
import { createDeckStore } from './deck-store.ts';
import { createImportStore } from './import-store.ts';
import { createInsertionStore } from './insertion-store.ts';
import { createLearnerStore } from './learner-store.ts';
import { createMediaStore } from './media-store.ts';
import { createNoteSourceStore, createNoteTypeStore } from './note-source-store.ts';
import { createNoteStore } from './note-store.ts';
import { createOwnershipStore } from './ownership-store.ts';
import { createTrashStore } from './trash-store.ts';

/** Stores of decks; with a session, calls join its transaction. */
export const createStores = (connection: Connection, session: ClientSession | null = null) => ({
  decks: createDeckStore(connection, session),
  projections: createDeckProjectionStore(connection, session),
  cards: createCardStore(connection, session),
  notes: createNoteStore(connection, session),
  trash: createTrashStore(connection, session),
  ownership: createOwnershipStore(connection, session),
  learners: createLearnerStore(connection, session),
  insertions: createInsertionStore(connection, session),
  media: createMediaStore(connection, session),
  imports: createImportStore(connection, session),
  noteSources: createNoteSourceStore(connection, session),
  noteTypes: createNoteTypeStore(connection, session),
});
