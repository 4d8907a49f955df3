import { Binary } from 'bson';
import { randomUUID } from 'node:crypto';
import { isDocument } from '../bson/values.ts';
import { typeMismatch } from '../errors.ts';
import { SESSION_MINUTES } from '../limits.ts';
import type { Reply } from '../wire/messages.ts';
import { ok, type CommandContext } from './context.ts';

export function startSession(): Reply {
  const bytes = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
  return ok({ id: { id: new Binary(bytes, Binary.SUBTYPE_UUID) }, timeoutMinutes: SESSION_MINUTES });
}

/** `endSessions` and `killSessions`: aborts open transactions and closes cursors. */
export function endSessions({ command, name, sessions, cursors, snapshots }: CommandContext): Reply {
  const list = command[name];
  if (!Array.isArray(list)) throw typeMismatch(`${name} needs an array of sessions`);
  for (const lsid of list) {
    const ended = sessions.end(lsid);
    if (!ended) continue;
    cursors.endSession(ended);
    snapshots.endSession(ended);
  }
  return ok();
}

export function killAllSessions({ sessions, cursors, snapshots }: CommandContext): Reply {
  for (const { id } of sessions.all()) {
    sessions.end({ id: new Binary(Buffer.from(id, 'hex'), Binary.SUBTYPE_UUID) });
    cursors.endSession(id);
    snapshots.endSession(id);
  }
  return ok();
}

export function refreshSessions({ command }: CommandContext): Reply {
  if (!Array.isArray(command.refreshSessions) || !command.refreshSessions.every(isDocument)) {
    throw typeMismatch('refreshSessions needs an array of sessions');
  }
  return ok();
}

export function commitTransaction({ command, sessions }: CommandContext): Reply {
  sessions.commit(command);
  return ok();
}

export function abortTransaction({ command, sessions }: CommandContext): Reply {
  sessions.abort(command);
  return ok();
}
