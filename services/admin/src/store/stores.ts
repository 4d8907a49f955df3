import type { ClientSession, Connection } from 'mongoose';
import { createAuditStore } from './audit-store.ts';
import { createDeletionItemStore } from './deletion-item-store.ts';
import { createDeletionKeyStore } from './deletion-key-store.ts';
import { createDeletionStore } from './deletion-store.ts';
import { createBatchStore } from './batch-store.ts';
import { createDayStore } from './day-store.ts';
import { createTotalsStore } from './totals-store.ts';
import { createUserListing } from './user-listing.ts';
import { createUserStore } from './user-store.ts';

/** Stores of admin; with a session, calls join its transaction. */
export const createStores = (connection: Connection, session: ClientSession | null = null) => ({
  users: createUserStore(connection, session),
  listing: createUserListing(connection, session),
  totals: createTotalsStore(connection, session),
  days: createDayStore(connection, session),
  audit: createAuditStore(connection, session),
  deletions: createDeletionStore(connection, session),
  deletionItems: createDeletionItemStore(connection, session),
  deletionKeys: createDeletionKeyStore(connection, session),
  batches: createBatchStore(connection, session),
});
