import type { OpenSessionPartsFragment } from './open-session.generated.ts';
import { isPausedHere } from './paused-session.ts';
import { isFinishing } from '../offline/unsent.ts';

/** A session that the server holds open. */
export type OpenSession = NonNullable<OpenSessionPartsFragment['openSession']>;

/** The server names sessions of programs that name none; their answers have no names to take them back by. */
const isNamedByServer = (id: string) => /^deck-\d+-/.test(id);

/** The session that was begun on another device; null when this browser has paused or finished it itself. */
export function sessionElsewhere(open: OpenSession | null | undefined, userId: string): OpenSession | null {
  if (!open || open.answered === 0 || isNamedByServer(open.id)) return null;
  return isPausedHere(userId, open.id) || isFinishing(userId, open.id) ? null : open;
}

export const deckOf = ({ deck }: OpenSession): string => deck?.id ?? 'due';
