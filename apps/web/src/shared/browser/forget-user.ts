import { localStore } from './storage.ts';

/** Deletes what this browser stores for a user: unsent answers and paused sessions. */
export function forgetUser(userId: string, storage: Storage = localStore): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys)
    if (key.startsWith('kumbuka.') && key.endsWith(`.${userId}`)) storage.removeItem(key);
}
