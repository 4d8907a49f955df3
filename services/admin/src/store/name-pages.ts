import type { ClientSession, Connection } from 'mongoose';
import { keysOf, type Listed } from '../domain/directory/listing.ts';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';
import type { StoredRow } from '../use-cases/ports.ts';
import { createPageWriter, isListed, userPages } from './user-pages.ts';

/** Format version of the entries. Increment it when they change. */
/** Pages with the rarely changing fields of users. */
export const namePages = userPages('NamePage', 'name_pages');

/** Fields of a listed user without `seenAt`, which changes every minute. */
type Entry = Omit<Listed, 'seenAt'>;

/**
 * Entry in the JSON of a page: id, flags, name, address, and dates in milliseconds (`null` without an expiry). JSON is
 * parsed in one step and results in separate strings, which compare faster than substrings.
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

/** Parses the users of a page. */
export const entriesOf = (text: string): Entry[] => printsIn(text).map(toEntry);

/** Returns the page after changes of some users. It contains only listed users. */
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

/** Store of the names, addresses, kinds and dates of users for lists. */
export function createNamePages(connection: Connection, session: ClientSession | null = null) {
  const { rewrite, textFor } = createPageWriter(namePages.on(connection), {
    session,
    rewritten,
  });
  return {
    rewrite,
    /** Applies changes of users. Removes the entries of unlisted users. */
    save: (changes: readonly UserChange[]) => rewrite(changes.filter(isReprinted).map(({ after }) => after)),
    rowOf: (user: DirectoryUser): StoredRow => printed(printOf(user)),
    async storedRows(id: number): Promise<StoredRow[]> {
      const print = printsIn(await textFor(id)).find(([each]) => each === id);
      return print ? [printed(print)] : [];
    },
  };
}
