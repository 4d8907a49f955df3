import { sessionStore } from './storage.ts';

/**
 * Note of a choice by a visitor of this tab, kept until the sign-in that follows. What another person's account left in this
 * browser has no note.
 */
export const createVisitorsChoice = (key: string) => ({
  note: () => sessionStore.setItem(key, 'true'),
  /** True once after a choice. */
  take(): boolean {
    const isThere = sessionStore.getItem(key) !== null;
    sessionStore.removeItem(key);
    return isThere;
  },
});
