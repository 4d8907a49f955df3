import { isDocument } from '../bson/values.ts';
import { typeMismatch } from '../errors.ts';
import type { Reply } from '../wire/messages.ts';
import { ok, type CommandContext } from './context.ts';

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
