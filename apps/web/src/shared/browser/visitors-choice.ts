import { sessionStore } from './storage.ts';

/**
 * Remembers that a visitor of this tab made a choice before signing in. A value that another account left in this browser is
 * no such choice.
 */
export const createVisitorsChoice = (key: string) => ({
  note: () => sessionStore.setItem(key, 'true'),
  /** Returns true once after a choice. */
  take(): boolean {
    const isThere = sessionStore.getItem(key) !== null;
    sessionStore.removeItem(key);
    return isThere;
  },
});
