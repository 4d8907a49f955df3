import { createTransactions } from '../transactions.ts';
import type { Storage } from './sqlite.ts';
import type { Store } from './store.ts';
import { forgetOldVersions } from './versions.ts';

export function createStore(storage: Storage): Store {
  const store: Store = {
    storage,
    collections: new Map(),
    replacedAt: new Map(),
    versioned: new Map(),
    transactions: createTransactions(() => forgetOldVersions(store)),
    seq: 0,
    lastRid: 0,
    lastCollection: 0,
    trimmedTo: 0,
  };
  return store;
}
