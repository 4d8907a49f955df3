import { eraseEach, type Idempotency, type UserDeletion } from '@kumbuka/service-kit';
import type { Connection } from 'mongoose';
import type { MediaFiles } from '../use-cases/media/ports.ts';
import { createLearnerStore } from './learner-store.ts';

/** Deletes decks' data of users. The tombstone blocks new decks, and without decks there are no new cards. */
export const userDeletion = (
  connection: Connection,
  { forget }: Idempotency,
  mediaFiles: MediaFiles,
): UserDeletion => ({
  rows: [
    // First: a running import writes cards in the transaction that finds it, so it ends here.
    { collection: 'imports', owner: 'ownerId' },
    { kind: 'decks', collection: 'decks', owner: 'ownerId' },
    { kind: 'flashcards', collection: 'flashcards', owner: 'ownerId' },
    { collection: 'notes', owner: 'ownerId' },
    // After the decks: without them no deletion of cards adds to it.
    { collection: 'trash', owner: 'ownerId' },
    { collection: 'insertions', owner: 'ownerId' },
    { collection: 'media', owner: 'ownerId' },
    { collection: 'note_sources', owner: 'ownerId' },
    { collection: 'note_types', owner: 'ownerId' },
  ],
  markErased: eraseEach((session) => createLearnerStore(connection, session)),
  finish: async (userId) => {
    await mediaFiles.removeAll(userId);
    await forget(userId);
  },
});
