import { randomUUID } from 'node:crypto';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { foldName, type UserMatch } from '../domain/directory/listing.ts';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';
import type { StoredRow } from '../use-cases/ports.ts';

/** The names of the users whose ids share a page, in one text: a search reads few large rows, not many small ones. */
interface PageRow {
  _id: number;
  /** Entries of four parts: id, flags, folded name, folded address, all parted by NUL, which no name can hold. */
  text: string;
  /** Another one after each change; rows of an older make have none. */
  revision?: string;
}

const schema = new Schema<PageRow>(
  { _id: { type: Number, required: true }, text: { type: String, default: '' }, revision: String },
  { collection: 'name_pages', versionKey: false, strict: 'throw' },
);

const modelOf = (connection: Connection): Model<PageRow> =>
  connection.models['NamePage'] ?? connection.model<PageRow>('NamePage', schema);

const idsOnPage = 500;
const pageOf = (id: number) => Math.floor(id / idsOnPage);

/** What a page holds of a user; name and address are folded. */
export interface Entry {
  id: number;
  isDemo: boolean;
  isVerified: boolean;
  name: string;
  email: string;
}

const isListed = ({ state }: DirectoryUser) => state === 'listed';
const entryOf = ({ id, isDemo, isVerified, username, email }: DirectoryUser): Entry => ({
  id,
  isDemo,
  isVerified,
  name: foldName(username),
  email: foldName(email),
});

const separator = '\0';
const print = ({ id, isDemo, isVerified, name, email }: Entry) =>
  [id, `${isDemo ? 'd' : ''}${isVerified ? 'v' : ''}`, name, email].join(separator);

function* entriesOf(text: string): Generator<Entry> {
  const parts = text === '' ? [] : text.split(separator);
  for (let at = 0; at < parts.length; at += 4) {
    const [id, flags = '', name = '', email = ''] = parts.slice(at, at + 4);
    yield { id: Number(id), isDemo: flags.includes('d'), isVerified: flags.includes('v'), name, email };
  }
}

const textOf = (entries: Iterable<Entry>) => [...entries].map(print).join(separator);

/** The page after some of its users changed; those who are not listed are not on it. */
function rewritten(text: string, users: readonly DirectoryUser[]): string {
  const entries = new Map([...entriesOf(text)].map((entry) => [entry.id, entry]));
  for (const user of users)
    if (isListed(user)) entries.set(user.id, entryOf(user));
    else entries.delete(user.id);
  return textOf(entries.values());
}

const isReprinted = ({ before, after }: UserChange) =>
  isListed(before) !== isListed(after) ||
  (isListed(after) && print(entryOf(before)) !== print(entryOf(after)));

const fits = (is: boolean, wanted: boolean | undefined) => wanted === undefined || is === wanted;

const isFound = (entry: Entry, searchKey: string, { isDemo, isVerified }: UserMatch) =>
  fits(entry.isDemo, isDemo) &&
  fits(entry.isVerified, isVerified) &&
  (entry.name.includes(searchKey) || entry.email.includes(searchKey));

/** A page as this process has read it: about 15 MB for 100,000 users. */
interface KeptPage {
  revision: string;
  entries: readonly Entry[];
}

const kept = new WeakMap<Connection, Map<number, KeptPage>>();
function keptFor(connection: Connection): Map<number, KeptPage> {
  const pages = kept.get(connection) ?? new Map<number, KeptPage>();
  kept.set(connection, pages);
  return pages;
}

const printed = (id: number, text: string): StoredRow => ({ id: `name:${id}`, fields: { text } });

/** Names and addresses by what they contain. */
export function createNamePages(connection: Connection, session: ClientSession | null = null) {
  const pages = modelOf(connection);

  async function rewrite(users: readonly DirectoryUser[]): Promise<void> {
    const byPage = Map.groupBy(users, ({ id }) => pageOf(id));
    if (byPage.size === 0) return;
    const known = await pages
      .find({ _id: mongoose.trusted({ $in: [...byPage.keys()] }) })
      .session(session)
      .lean<PageRow[]>();
    const textBefore = new Map(known.map(({ _id, text }) => [_id, text]));
    const operations = [...byPage].map(([_id, ofPage]) => ({
      replaceOne: {
        filter: { _id },
        replacement: { _id, text: rewritten(textBefore.get(_id) ?? '', ofPage), revision: randomUUID() },
        upsert: true,
      },
    }));
    await pages.bulkWrite(operations, session ? { session } : {});
  }

  /** Every page as it is now: what did not change since the last search is not read again. */
  async function readPages(): Promise<Map<number, KeptPage>> {
    const known = keptFor(connection);
    const present = await pages.find({}, { revision: 1 }).lean<Omit<PageRow, 'text'>[]>();
    const ids = new Set(present.map(({ _id }) => _id));
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    const changed = present.filter(
      ({ _id, revision }) => revision === undefined || known.get(_id)?.revision !== revision,
    );
    if (changed.length === 0) return known;
    const wanted = mongoose.trusted({ $in: changed.map(({ _id }) => _id) });
    for await (const { _id, text, revision = '' } of pages.find({ _id: wanted }).lean<PageRow[]>().cursor())
      known.set(_id, { revision, entries: [...entriesOf(text)] });
    return known;
  }

  return {
    /** Writes these users' names, whatever was there. */
    rewrite,
    /** Keeps what changes make of names; those of users who are gone go. */
    save: (changes: readonly UserChange[]) => rewrite(changes.filter(isReprinted).map(({ after }) => after)),

    /** All users whose name or address contains the text, of the kinds that are asked for. */
    async find(searchKey: string, match: UserMatch): Promise<Entry[]> {
      const found: Entry[] = [];
      for (const { entries } of (await readPages()).values())
        for (const entry of entries) if (isFound(entry, searchKey, match)) found.push(entry);
      return found;
    },

    rowOf: (user: DirectoryUser): StoredRow => printed(user.id, print(entryOf(user))),
    async storedRows(id: number): Promise<StoredRow[]> {
      const row = await pages.findById(pageOf(id)).lean<PageRow>();
      const entry = [...entriesOf(row?.text ?? '')].find((each) => each.id === id);
      return entry ? [printed(id, print(entry))] : [];
    },
  };
}
