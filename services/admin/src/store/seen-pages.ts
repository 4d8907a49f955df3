import { randomUUID } from 'node:crypto';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';
import type { StoredRow } from '../use-cases/ports.ts';
import { idsOnPage, isListed, pageOf } from './name-pages.ts';

/** When the users whose ids share a page were seen. It changes every minute, so it is small and stands by itself. */
interface SeenPage {
  _id: number;
  /** Milliseconds by the place of the id on the page, nothing for never; parted by commas. */
  text: string;
  /** Another one after each change. */
  revision?: string;
}

const schema = new Schema<SeenPage>(
  { _id: { type: Number, required: true }, text: { type: String, default: '' }, revision: String },
  { collection: 'seen_pages', versionKey: false, strict: 'throw' },
);

export const seenPages = (connection: Connection): Model<SeenPage> =>
  connection.models['SeenPage'] ?? connection.model<SeenPage>('SeenPage', schema);

const placeOf = (id: number) => id % idsOnPage;
const printsIn = (text: string) => text.split(',');

/** When users of a page were seen, by their ids; null for never. */
export function seenIn(text: string): (id: number) => number | null {
  const prints = printsIn(text);
  return (id) => {
    const print = prints[placeOf(id)] ?? '';
    return print === '' ? null : Number(print);
  };
}

const seenOf = (user: DirectoryUser) => (isListed(user) ? user.lastSeenAt : null);
const isSeenAnew = ({ before, after }: UserChange) => seenOf(before)?.getTime() !== seenOf(after)?.getTime();

/** The page after some of its users changed. */
function rewritten(text: string, users: readonly DirectoryUser[]): string {
  const known = printsIn(text);
  const prints = Array.from({ length: idsOnPage }, (_, place) => known[place] ?? '');
  for (const user of users) prints[placeOf(user.id)] = String(seenOf(user)?.getTime() ?? '');
  return prints.join(',');
}

const printed = (id: number, seenAt: Date): StoredRow => ({ id: `seen:${id}`, fields: { seenAt } });

/** When users were seen, as lists need it. */
export function createSeenPages(connection: Connection, session: ClientSession | null = null) {
  const pages = seenPages(connection);
  const inSession = session ? { session } : {};

  const replaced = (_id: number, text: string) => ({
    replaceOne: { filter: { _id }, replacement: { _id, text, revision: randomUUID() }, upsert: true },
  });

  async function rewrite(users: readonly DirectoryUser[]): Promise<void> {
    const byPage = Map.groupBy(users, ({ id }) => pageOf(id));
    if (byPage.size === 0) return;
    const known = await pages
      .find({ _id: mongoose.trusted({ $in: [...byPage.keys()] }) })
      .session(session)
      .lean<SeenPage[]>();
    const textBefore = new Map(known.map(({ _id, text }) => [_id, text]));
    await pages.bulkWrite(
      [...byPage].map(([_id, ofPage]) => replaced(_id, rewritten(textBefore.get(_id) ?? '', ofPage))),
      inSession,
    );
  }

  return {
    /** Writes when these users were seen, whatever was there. */
    rewrite,
    /** Keeps what changes make of it; of users who are gone nothing. */
    save: (changes: readonly UserChange[]) => rewrite(changes.filter(isSeenAnew).map(({ after }) => after)),
    /** Writes a page anew, with nobody else on it. */
    async replace(page: number, users: readonly DirectoryUser[]): Promise<void> {
      await pages.bulkWrite([replaced(page, rewritten('', users))], inSession);
    },

    rowsOf: (user: DirectoryUser): StoredRow[] => {
      const seenAt = seenOf(user);
      return seenAt ? [printed(user.id, seenAt)] : [];
    },
    async storedRows(id: number): Promise<StoredRow[]> {
      const page = await pages.findById(pageOf(id)).lean<SeenPage>();
      const seenAt = seenIn(page?.text ?? '')(id);
      return seenAt === null ? [] : [printed(id, new Date(seenAt))];
    },
  };
}
