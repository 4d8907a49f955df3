import { forgetRows } from '../offline/database.ts';
import { forgetPictures } from '../offline/picture-cache.ts';
import { localStore, sessionStore } from './storage.ts';

const unsent = ['kumbuka.answers.', 'kumbuka.unsent.'];

/**
 * Deletes what this browser keeps of a person who signs out: paused sessions, choices, drafts and the admin key. Answers
 * that are not sent yet stay until the same person signs in again.
 */
export function forgetUser(userId: string): void {
  sessionStore.clear();
  void forgetRows(userId);
  forgetPictures();
  removeKeysOf(userId, (key) => !unsent.some((start) => key.startsWith(start)));
}

/** Deletes the unsent answers too, because the account is erased. */
export function forgetErasedUser(userId: string): void {
  forgetUser(userId);
  void forgetRows(userId, { withOutbox: true });
  removeKeysOf(userId, () => true);
}

function removeKeysOf(userId: string, isGone: (key: string) => boolean) {
  const keys = Array.from({ length: localStore.length }, (_, index) => localStore.key(index) ?? '');
  for (const key of keys)
    if (key.startsWith('kumbuka.') && key.endsWith(`.${userId}`) && isGone(key)) localStore.removeItem(key);
}
