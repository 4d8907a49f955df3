import type { Connection } from 'mongoose';
import { isUnavailable } from '../transactions/unavailable.ts';
import { isConflict } from '../transactions/conflict.ts';
import { handleAll } from './handle.ts';
import { AlreadyProcessed, type Inbox } from './inbox.ts';
import type { Work } from './parse-message.ts';
import { transactOnce } from '../transactions/transact.ts';

/** Outcome of applying events in one transaction. */
export type Outcome =
  { kind: 'done' } | { kind: 'conflict'; error: unknown } | { kind: 'failed'; error: unknown };

/** Assumes that all events are new, and looks up processed ones only when the assumption was wrong. */
async function applyOnce(connection: Connection, inbox: Inbox, items: readonly Work[]): Promise<void> {
  try {
    await transactOnce(connection, async (session) => {
      await inbox.claimAll(items, session);
      await handleAll(inbox.group, items, session);
    });
  } catch (error) {
    if (!(error instanceof AlreadyProcessed)) throw error;
    await transactOnce(connection, async (session) =>
      handleAll(inbox.group, await inbox.claimNew(items, session), session),
    );
  }
}

/** Handles events and marks them as processed, all or none. Throws only errors of unavailable infrastructure. */
export async function apply(connection: Connection, inbox: Inbox, items: readonly Work[]): Promise<Outcome> {
  try {
    await applyOnce(connection, inbox, items);
    return { kind: 'done' };
  } catch (error) {
    if (isConflict(error)) return { kind: 'conflict', error };
    if (isUnavailable(error)) throw error;
    return { kind: 'failed', error };
  }
}
