import type { Connection } from 'mongoose';
import { keepSeenFromNow } from './inbox.ts';
import { forgetLetterNotes } from './letter-notes.ts';
import { sendAllAgain } from './outbox.ts';

/**
 * Prepares a service's database that came back from a backup for topics that hold nothing: every event that its outbox
 * keeps is published again, so that readers get those that were under way, and each takes effect once.
 */
export async function meetEmptyTopics(connection: Connection): Promise<void> {
  // First, so that no row is forgotten before its event comes again.
  await keepSeenFromNow(connection);
  await forgetLetterNotes(connection);
  await sendAllAgain(connection);
}
