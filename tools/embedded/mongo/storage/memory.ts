import type { Storage } from './sqlite.ts';

/** Storage that persists nothing, for a server without a directory. */
export const createMemoryStorage = (): Storage => ({
  collections: () => [],
  indexes: () => [],
  documents: () => [],
  putDocument: () => undefined,
  putRetry: () => undefined,
  retry: () => undefined,
  forgetRetries: () => undefined,
  putCollection: () => undefined,
  dropCollection: () => undefined,
  putIndexes: () => undefined,
  dropIndexes: () => undefined,
  hasSpace: () => true,
  durable: () => Promise.resolve(),
  close: () => undefined,
});
