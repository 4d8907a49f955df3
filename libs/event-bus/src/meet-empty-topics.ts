import type { Connection } from 'mongoose';
import { keepSeenFromNow } from './inbox/inbox.ts';
import { forgetDeadLetterNotes } from './dead-letters/dead-letter-notes.ts';
import { sendAllAgain } from './outbox/outbox.ts';

/**
 * Prepares a database that was restored from a backup for empty topics: publishes all events of its outbox
 * again, so that consumers receive those that were in flight, each with one effect.
 */
export async function meetEmptyTopics(connection: Connection): Promise<void> {
  // First, so that no processed mark expires before its event arrives again.
  await keepSeenFromNow(connection);
  await forgetDeadLetterNotes(connection);
  await sendAllAgain(connection);
}
