import { localStore } from './storage.ts';

/** Takes away what this browser keeps for a user: answers on their way, paused sessions. */
export function forgetUser(userId: string, storage: Storage = localStore): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys)
    if (key.startsWith('kumbuka.') && key.endsWith(`.${userId}`)) storage.removeItem(key);
}
