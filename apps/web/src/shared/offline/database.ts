import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Queued } from './queued.ts';

/** Response of the server to a query, as the page that sent it opens again without a network. */
export interface StoredResponse {
  userId: string;
  /** Operation and variables. */
  key: string;
  data: unknown;
  bytes: number;
  /** Times by the server's clock, in milliseconds. */
  storedAt: number;
  usedAt: number;
}

/** Card with its schedule as the server last sent it. */
export interface StoredCard {
  userId: string;
  id: string;
  deckId: string;
  /** The objects of the GraphQL responses, merged. */
  card: Record<string, unknown>;
  storedAt: number;
}

/** Change that waits, with the version of its form, because a later version of the client may send it. */
export interface StoredEntry {
  seq?: number;
  userId: string;
  version: 1;
  queued: Queued;
}

export interface Rows extends DBSchema {
  outbox: { key: number; value: StoredEntry; indexes: { userId: string } };
  responses: { key: [string, string]; value: StoredResponse; indexes: { userId: string } };
  cards: { key: [string, string]; value: StoredCard; indexes: { deck: [string, string]; userId: string } };
  /** Ids that the server gave to what was made on this device. */
  ids: {
    key: [string, string];
    value: { userId: string; localId: string; id: string };
    indexes: { userId: string };
  };
}

export type Database = IDBPDatabase<Rows>;

function createStores(database: Database) {
  database
    .createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
    .createIndex('userId', 'userId');
  database.createObjectStore('responses', { keyPath: ['userId', 'key'] }).createIndex('userId', 'userId');
  const cards = database.createObjectStore('cards', { keyPath: ['userId', 'id'] });
  cards.createIndex('deck', ['userId', 'deckId']);
  cards.createIndex('userId', 'userId');
  database.createObjectStore('ids', { keyPath: ['userId', 'localId'] }).createIndex('userId', 'userId');
}

const name = 'kumbuka';
let opened: Promise<Database | null> | null = null;
const forget = () => {
  opened = null;
};

async function open(): Promise<Database | null> {
  try {
    const database = await openDB<Rows>(name, 1, {
      upgrade: createStores,
      // A tab with a later version of the client upgrades the database; this one opens it anew at its next use.
      blocking: (_current, _later, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
    return database;
  } catch {
    return null;
  }
}

/** The database of this browser; null where it has none or refuses it. */
export const openDatabase = (): Promise<Database | null> =>
  globalThis.indexedDB ? (opened ??= open()) : Promise.resolve(null);

const stores = ['responses', 'cards', 'ids'] as const;

/** Deletes what was read by a person who signs out. What waits to be sent stays, unless the account is erased. */
export async function forgetRows(userId: string, { withOutbox = false } = {}): Promise<void> {
  const database = await openDatabase();
  if (!database) return;
  const names = withOutbox ? ([...stores, 'outbox'] as const) : stores;
  const transaction = database.transaction(names, 'readwrite');
  for (const store of names) {
    const keys = await transaction.objectStore(store).index('userId').getAllKeys(userId);
    for (const key of keys) await transaction.objectStore(store).delete(key);
  }
  await transaction.done;
}
