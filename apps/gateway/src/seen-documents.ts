import { createHash } from 'node:crypto';
import { createBoundedStore } from './bounded-store.ts';

/** Cost of a document that was not seen lately: it has to be parsed, checked and planned before it can run. */
export const itemsOfUnseen = 6_000;

export interface SeenDocuments {
  has(query: string): Promise<boolean>;
  note(query: string): Promise<void>;
}

/** Remembers the last documents that turned out to be operations, by their hash. */
export function createSeenDocuments(most: number): SeenDocuments {
  const seen = createBoundedStore<true>(most);
  const keyOf = (query: string) => createHash('sha256').update(query).digest('base64');
  return {
    has: async (query) => (await seen.get(keyOf(query))) === true,
    note: (query) => seen.set(keyOf(query), true),
  };
}
