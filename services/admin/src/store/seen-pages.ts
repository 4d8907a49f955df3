import type { ClientSession, Connection } from 'mongoose';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';
import type { StoredRow } from '../use-cases/ports.ts';
import { createPageWriter, idsOnPage, isListed, userPages } from './user-pages.ts';

/**
 * Pages of the times at which users were seen, separate because they change every minute. Milliseconds by the position
 * of the id on the page, empty for never, separated by commas.
 */
export const seenPages = userPages('SeenPage', 'seen_pages');

const placeOf = (id: number) => id % idsOnPage;
const printsIn = (text: string) => text.split(',');

/** Returns a lookup of the times of a page by user id; `null` for never. */
export function seenIn(text: string): (id: number) => number | null {
  const prints = printsIn(text);
  return (id) => {
    const print = prints[placeOf(id)] ?? '';
    return print === '' ? null : Number(print);
  };
}

const seenOf = (user: DirectoryUser) => (isListed(user) ? user.lastSeenAt : null);
const isSeenAnew = ({ before, after }: UserChange) => seenOf(before)?.getTime() !== seenOf(after)?.getTime();

/** Returns the page after changes of some users. */
function rewritten(text: string, users: readonly DirectoryUser[]): string {
  const current = printsIn(text);
  const prints = Array.from({ length: idsOnPage }, (_, place) => current[place] ?? '');
  for (const user of users) prints[placeOf(user.id)] = String(seenOf(user)?.getTime() ?? '');
  return prints.join(',');
}

const printed = (id: number, seenAt: Date): StoredRow => ({ id: `seen:${id}`, fields: { seenAt } });

/** Store of the times at which users were seen, for lists. */
export function createSeenPages(connection: Connection, session: ClientSession | null = null) {
  const { rewrite, textFor } = createPageWriter(seenPages.on(connection), {
    session,
    rewritten,
  });
  return {
    rewrite,
    /** Applies changes of users. Removes the times of unlisted users. */
    save: (changes: readonly UserChange[]) => rewrite(changes.filter(isSeenAnew).map(({ after }) => after)),
    rowsOf: (user: DirectoryUser): StoredRow[] => {
      const seenAt = seenOf(user);
      return seenAt ? [printed(user.id, seenAt)] : [];
    },
    async storedRows(id: number): Promise<StoredRow[]> {
      const seenAt = seenIn(await textFor(id))(id);
      return seenAt === null ? [] : [printed(id, new Date(seenAt))];
    },
  };
}
