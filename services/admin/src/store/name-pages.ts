import type { ClientSession, Connection } from 'mongoose';
import { keysOf, type Listed } from '../domain/directory/listing.ts';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';
import type { StoredRow } from '../use-cases/ports.ts';
import { createPageWriter, isListed, userPages } from './user-pages.ts';

/** Raised with what an entry holds. */
export const make = 3;

/** Pages of what hardly changes of users. */
export const namePages = userPages('NamePage', 'name_pages');

/** Of a user without when that one was seen, which changes every minute. */
type Entry = Omit<Listed, 'seenAt'>;

/**
 * A user as the JSON of a page holds it, which is parsed at once, and each name a string of its own, which compares faster
 * than a piece of another: id, flags, name and address, dates in
 * milliseconds, null for who stays.
 */
type Print = [number, string, string, string, number, number | null];

const printOf = ({
  id,
  isDemo,
  isVerified,
  username,
  email,
  createdAt,
  demoExpiresAt,
}: DirectoryUser): Print => [
  id,
  `${isDemo ? 'd' : ''}${isVerified ? 'v' : ''}`,
  username,
  email,
  createdAt.getTime(),
  demoExpiresAt?.getTime() ?? null,
];

const printsIn = (text: string): Print[] => (text === '' ? [] : JSON.parse(text));

const toEntry = ([id, flags, username, email, createdAt, expiresAt]: Print): Entry => ({
  id,
  isDemo: flags.includes('d'),
  isVerified: flags.includes('v'),
  ...keysOf({ username, email }),
  createdAt,
  expiresAt: expiresAt ?? Infinity,
});

/** The users of a page of names. */
export const entriesOf = (text: string): Entry[] => printsIn(text).map(toEntry);

/** The page after some of its users changed; those who are not listed are not on it. */
function rewritten(text: string, users: readonly DirectoryUser[]): string {
  const prints = new Map(printsIn(text).map((print) => [print[0], print]));
  for (const user of users)
    if (isListed(user)) prints.set(user.id, printOf(user));
    else prints.delete(user.id);
  return JSON.stringify([...prints.values()]);
}

const isReprinted = ({ before, after }: UserChange) =>
  isListed(before) !== isListed(after) ||
  (isListed(after) && JSON.stringify(printOf(before)) !== JSON.stringify(printOf(after)));

const printed = (print: Print): StoredRow => ({ id: `name:${print[0]}`, fields: { print } });

/** Names, addresses, kinds and dates of users, as lists need them. */
export function createNamePages(connection: Connection, session: ClientSession | null = null) {
  const { rewrite, replace, textFor } = createPageWriter(namePages.on(connection), {
    make,
    session,
    rewritten,
  });
  return {
    rewrite,
    replace,
    /** Keeps what changes make of entries; those of users who are gone go. */
    save: (changes: readonly UserChange[]) => rewrite(changes.filter(isReprinted).map(({ after }) => after)),
    rowOf: (user: DirectoryUser): StoredRow => printed(printOf(user)),
    async storedRows(id: number): Promise<StoredRow[]> {
      const print = printsIn(await textFor(id)).find(([each]) => each === id);
      return print ? [printed(print)] : [];
    },
  };
}
