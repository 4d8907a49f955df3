import type { Connection } from 'mongoose';
import { restartRetention } from './inbox/inbox.ts';
import { forgetDeadLetterDispositions } from './dead-letters/dead-letter-dispositions.ts';
import { markAllUnsent } from './outbox/outbox.ts';

/**
 * Prepares a database for empty topics after it was restored from a backup. Its relay publishes all events of the outbox
 * again, so that consumers receive the events that were in flight. Each still takes effect once.
 */
export async function prepareForEmptyTopics(connection: Connection): Promise<void> {
  // Comes first, so that no processed mark expires before its event arrives again.
  await restartRetention(connection);
  await forgetDeadLetterDispositions(connection);
  await markAllUnsent(connection);
}
