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
    { kind: 'decks', collection: 'decks', owner: 'ownerId' },
    { kind: 'flashcards', collection: 'flashcards', owner: 'ownerId' },
    { collection: 'notes', owner: 'ownerId' },
    { collection: 'insertions', owner: 'ownerId' },
    { collection: 'media', owner: 'ownerId' },
  ],
  markErased: eraseEach((session) => createLearnerStore(connection, session)),
  finish: async (userId) => {
    await mediaFiles.removeAll(userId);
    await forget(userId);
  },
});
