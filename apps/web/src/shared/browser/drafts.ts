import { readToken, userOf } from '../auth/token.ts';
import { sessionStore } from './storage.ts';

const start = 'kumbuka.draft.';
export const visitor = 'visitor';
/** The person who is signed in now. */
const currentOwner = () => userOf(readToken()) ?? visitor;

/** Typed text that is kept in this tab, so that it survives a reload, a discarded tab and a crash. */
export interface Draft<Value> {
  /** Returns what was kept, or null. */
  read: () => Value | null;
  keep: (value: Value) => void;
  /** Forgets what was saved or discarded. */
  forget: () => void;
}

/** The draft of a place, such as the dialog of a deck. */
export function draftOf<Value>(place: string, owner = currentOwner()): Draft<Value> {
  const key = `${start}${place}.${owner}`;
  return {
    read: () => {
      try {
        return JSON.parse(sessionStore.getItem(key) ?? 'null') as Value | null;
      } catch {
        return null;
      }
    },
    keep: (value) => sessionStore.setItem(key, JSON.stringify(value)),
    forget: () => sessionStore.removeItem(key),
  };
}
