import type { ClientSession, Connection } from 'mongoose';
import { createAuditStore } from './audit-store.ts';
import { createDeletionStore } from './deletion-store.ts';
import { createBatchStore } from './batch-store.ts';
import { createDayStore } from './day-store.ts';
import { createUserStore } from './user-store.ts';

/** All stores of admin; with a session every call is part of its transaction. */
export const createStores = (connection: Connection, session: ClientSession | null = null) => ({
  users: createUserStore(connection, session),
  days: createDayStore(connection, session),
  audit: createAuditStore(connection, session),
  deletions: createDeletionStore(connection, session),
  batches: createBatchStore(connection, session),
});
