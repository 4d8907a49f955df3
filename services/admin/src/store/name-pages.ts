import { randomUUID } from 'node:crypto';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { foldName, inByteOrder, type Listed } from '../domain/directory/listing.ts';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';
import type { StoredRow } from '../use-cases/ports.ts';

/** What hardly changes of the users whose ids share a page, in one text: a list reads few large rows, not many small ones. */
interface NamePage {
  _id: number;
  /** Entries of six parts, all parted by NUL, which no name can hold. */
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

const separator = '\0';
const print = ({ id, isDemo, isVerified, username, email, createdAt, demoExpiresAt }: DirectoryUser) =>
  [
    id,
    `${isDemo ? 'd' : ''}${isVerified ? 'v' : ''}`,
    foldName(username),
    foldName(email),
    createdAt.getTime(),
    demoExpiresAt?.getTime() ?? '',
  ].join(separator);

/** The printed entries of a page by their ids. */
function printsIn(text: string): Map<number, string> {
  const parts = text === '' ? [] : text.split(separator);
  const prints = new Map<number, string>();
  for (let at = 0; at < parts.length; at += 6)
    prints.set(Number(parts[at]), parts.slice(at, at + 6).join(separator));
  return prints;
}

function toEntry(print: string): Entry {
  const [id, flags = '', name = '', email = '', createdAt, expiresAt = ''] = print.split(separator);
  return {
    id: Number(id),
    isDemo: flags.includes('d'),
    isVerified: flags.includes('v'),
    name: inByteOrder(name),
    email: inByteOrder(email),
    createdAt: Number(createdAt),
    expiresAt: expiresAt === '' ? Infinity : Number(expiresAt),
  };
}

/** The users of a page of names. */
export const entriesOf = (text: string): Entry[] => [...printsIn(text).values()].map(toEntry);

/** The page after some of its users changed; those who are not listed are not on it. */
function rewritten(text: string, users: readonly DirectoryUser[]): string {
  const prints = printsIn(text);
  for (const user of users)
    if (isListed(user)) prints.set(user.id, print(user));
    else prints.delete(user.id);
  return [...prints.values()].join(separator);
}

const isReprinted = ({ before, after }: UserChange) =>
  isListed(before) !== isListed(after) || (isListed(after) && print(before) !== print(after));

const printed = (id: number, text: string): StoredRow => ({ id: `name:${id}`, fields: { text } });

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

    rowOf: (user: DirectoryUser): StoredRow => printed(user.id, print(user)),
    async storedRows(id: number): Promise<StoredRow[]> {
      const page = await pages.findById(pageOf(id)).lean<NamePage>();
      const text = printsIn(page?.text ?? '').get(id);
      return text === undefined ? [] : [printed(id, text)];
    },
  };
}
