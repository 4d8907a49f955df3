import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll } from 'vitest';

/** Gives the tests of a file an empty database. Other files of this window run without one. */
export function useDatabase(): void {
  beforeAll(() => void Object.assign(globalThis, { indexedDB: new IDBFactory() }));
  afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'));
}
