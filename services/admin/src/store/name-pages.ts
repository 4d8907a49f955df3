import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { foldName, type UserMatch } from '../domain/directory/listing.ts';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';
import type { StoredRow } from '../use-cases/ports.ts';

/** The names of the users whose ids share a page, in one text: a search reads few large rows, not many small ones. */
interface PageRow {
  _id: number;
  /** Entries of four parts: id, flags, folded name, folded address, all parted by NUL, which no name can hold. */
  text: string;
}

const schema = new Schema<PageRow>(
  { _id: { type: Number, required: true }, text: { type: String, default: '' } },
  { collection: 'name_pages', versionKey: false, strict: 'throw' },
);

const modelOf = (connection: Connection): Model<PageRow> =>
  connection.models['NamePage'] ?? connection.model<PageRow>('NamePage', schema);

const idsOnPage = 500;
const pageOf = (id: number) => Math.floor(id / idsOnPage);

interface Entry {
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

function* matching(text: string, searchKey: string, { isDemo, isVerified }: UserMatch): Generator<number> {
  // Most pages hold nothing of a rare name: they need not be taken apart.
  if (!text.includes(searchKey)) return;
  for (const entry of entriesOf(text))
    if (fits(entry.isDemo, isDemo) && fits(entry.isVerified, isVerified))
      if (entry.name.includes(searchKey) || entry.email.includes(searchKey)) yield entry.id;
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
        replacement: { _id, text: rewritten(textBefore.get(_id) ?? '', ofPage) },
        upsert: true,
      },
    }));
    await pages.bulkWrite(operations, session ? { session } : {});
  }

  return {
    /** Writes these users' names, whatever was there. */
    rewrite,
    /** Keeps what changes make of names; those of users who are gone go. */
    save: (changes: readonly UserChange[]) => rewrite(changes.filter(isReprinted).map(({ after }) => after)),

    /** Ids of all users whose name or address contains the text, of the kinds that are asked for. */
    async find(searchKey: string, match: UserMatch): Promise<number[]> {
      const ids: number[] = [];
      for await (const { text } of pages.find().lean<PageRow[]>().cursor())
        for (const id of matching(text, searchKey, match)) ids.push(id);
      return ids;
    },

    rowOf: (user: DirectoryUser): StoredRow => printed(user.id, print(entryOf(user))),
    async storedRows(id: number): Promise<StoredRow[]> {
      const row = await pages.findById(pageOf(id)).lean<PageRow>();
      const entry = [...entriesOf(row?.text ?? '')].find((each) => each.id === id);
      return entry ? [printed(id, print(entry))] : [];
    },
  };
}
