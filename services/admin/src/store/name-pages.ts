import { randomUUID } from 'node:crypto';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { foldName, inByteOrder, type Listed } from '../domain/directory/listing.ts';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';
import type { StoredRow } from '../use-cases/ports.ts';

/** What hardly changes of the users whose ids share a page, in one text: a list reads few large rows, not many small ones. */
interface NamePage {
  _id: number;
  /** Prints as JSON: parsed at once, and each name a string of its own, which compares faster than a piece of another. */
  text: string;
  make?: number;
  /** Another one after each change. */
  revision?: string;
}

/** Raised with what an entry holds: pages of an older make are written anew at the start. */
export const make = 2;

const schema = new Schema<NamePage>(
  {
    _id: { type: Number, required: true },
    text: { type: String, default: '' },
    make: Number,
    revision: String,
  },
  { collection: 'name_pages', versionKey: false, strict: 'throw' },
);

export const namePages = (connection: Connection): Model<NamePage> =>
  connection.models['NamePage'] ?? connection.model<NamePage>('NamePage', schema);

export const idsOnPage = 500;
export const pageOf = (id: number) => Math.floor(id / idsOnPage);

/** Of a user without when that one was seen, which changes every minute. */
export type Entry = Omit<Listed, 'seenAt'>;

export const isListed = ({ state }: DirectoryUser) => state === 'listed';

/** A user as a page holds it: id, flags, folded name and address, dates in milliseconds, null for who stays. */
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
  foldName(username),
  foldName(email),
  createdAt.getTime(),
  demoExpiresAt?.getTime() ?? null,
];

const printsIn = (text: string): Print[] => (text === '' ? [] : JSON.parse(text));

const toEntry = ([id, flags, name, email, createdAt, expiresAt]: Print): Entry => ({
  id,
  isDemo: flags.includes('d'),
  isVerified: flags.includes('v'),
  name: inByteOrder(name),
  email: inByteOrder(email),
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
  const pages = namePages(connection);
  const inSession = session ? { session } : {};

  const replaced = (_id: number, text: string) => ({
    replaceOne: { filter: { _id }, replacement: { _id, text, make, revision: randomUUID() }, upsert: true },
  });

  async function rewrite(users: readonly DirectoryUser[]): Promise<void> {
    const byPage = Map.groupBy(users, ({ id }) => pageOf(id));
    if (byPage.size === 0) return;
    const known = await pages
      .find({ _id: mongoose.trusted({ $in: [...byPage.keys()] }) })
      .session(session)
      .lean<NamePage[]>();
    const textBefore = new Map(known.map(({ _id, text }) => [_id, text]));
    await pages.bulkWrite(
      [...byPage].map(([_id, ofPage]) => replaced(_id, rewritten(textBefore.get(_id) ?? '', ofPage))),
      inSession,
    );
  }

  return {
    /** Writes these users' entries, whatever was there. */
    rewrite,
    /** Keeps what changes make of entries; those of users who are gone go. */
    save: (changes: readonly UserChange[]) => rewrite(changes.filter(isReprinted).map(({ after }) => after)),
    /** Writes a page anew, with nobody else on it. */
    async replace(page: number, users: readonly DirectoryUser[]): Promise<void> {
      await pages.bulkWrite([replaced(page, rewritten('', users))], inSession);
    },

    rowOf: (user: DirectoryUser): StoredRow => printed(printOf(user)),
    async storedRows(id: number): Promise<StoredRow[]> {
      const page = await pages.findById(pageOf(id)).lean<NamePage>();
      const print = printsIn(page?.text ?? '').find(([each]) => each === id);
      return print ? [printed(print)] : [];
    },
  };
}
