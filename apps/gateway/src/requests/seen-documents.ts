import { createHash } from 'node:crypto';
import { createBoundedStore } from './bounded-store.ts';

/** Cost in items of a document that was not seen recently, because it must be parsed, validated and planned. */
export const itemsOfUnseen = 6_000;

export interface SeenDocuments {
  has(query: string): Promise<boolean>;
  note(query: string): Promise<void>;
}

/** Remembers the hashes of the latest valid documents. */
export function createSeenDocuments(max: number): SeenDocuments {
  const seen = createBoundedStore<true>(max);
  const keyOf = (query: string) => createHash('sha256').update(query).digest('base64');
  return {
    has: async (query) => (await seen.get(keyOf(query))) === true,
    note: (query) => seen.set(keyOf(query), true),
  };
}
