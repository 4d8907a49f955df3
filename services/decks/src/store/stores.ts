import type { ClientSession, Connection } from 'mongoose';
import { createCardStore } from './card-store.ts';
import { createDeckStore } from './deck-store.ts';
import { createInsertionStore } from './insertion-store.ts';
import { createLearnerStore } from './learner-store.ts';

/** All stores of decks; with a session every call is part of its transaction. */
export const createStores = (connection: Connection, session: ClientSession | null = null) => ({
  decks: createDeckStore(connection, session),
  cards: createCardStore(connection, session),
  learners: createLearnerStore(connection, session),
  insertions: createInsertionStore(connection, session),
});
