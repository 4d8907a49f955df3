import { randomUUID } from 'node:crypto';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { DirectoryUser, UserChange } from '../domain/directory/user.ts';
import type { StoredRow } from '../use-cases/ports.ts';
import { isListed, pageOf } from './name-pages.ts';

/** When the users whose ids share a page were seen. It changes every minute, so it is small and stands by itself. */
interface SeenPage {
  _id: number;
  /** By id, without who was never seen; missing where nobody was. */
  seen?: Record<string, Date>;
  /** Another one after each change. */
  revision?: string;
}

const schema = new Schema<SeenPage>(
  {
    _id: { type: Number, required: true },
    seen: Schema.Types.Mixed,
    revision: String,
  },
  { collection: 'seen_pages', versionKey: false, strict: 'throw', minimize: false },
);

export const seenPages = (connection: Connection): Model<SeenPage> =>
  connection.models['SeenPage'] ?? connection.model<SeenPage>('SeenPage', schema);

const seenOf = (user: DirectoryUser) => (isListed(user) ? user.lastSeenAt : null);
const isSeenAnew = ({ before, after }: UserChange) =>
  seenOf(before)?.getTime() !== seenOf(after)?.getTime();

/** What becomes of a page when its users are these now. */
function changesBy(users: readonly DirectoryUser[]) {
  const $set: Record<string, unknown> = { revision: randomUUID() };
  const $unset: Record<string, ''> = {};
  for (const user of users) {
    const seenAt = seenOf(user);
    if (seenAt) $set[`seen.${user.id}`] = seenAt;
    else $unset[`seen.${user.id}`] = '';
  }
  return Object.keys($unset).length > 0 ? { $set, $unset } : { $set };
}

const printed = (id: number, seenAt: Date): StoredRow => ({ id: `seen:${id}`, fields: { seenAt } });

/** When users were seen, as lists need it. */
export function createSeenPages(connection: Connection, session: ClientSession | null = null) {
  const pages = seenPages(connection);
  const inSession = session ? { session } : {};

  async function rewrite(users: readonly DirectoryUser[]): Promise<void> {
    const byPage = Map.groupBy(users, ({ id }) => pageOf(id));
    if (byPage.size === 0) return;
    await pages.bulkWrite(
      [...byPage].map(([_id, ofPage]) => ({
        updateOne: { filter: { _id }, update: changesBy(ofPage), upsert: true },
      })),
      inSession,
    );
  }

  return {
    /** Writes when these users were seen, whatever was there. */
    rewrite,
    /** Keeps what changes make of it; users who are gone go. */
    save: (changes: readonly UserChange[]) => rewrite(changes.filter(isSeenAnew).map(({ after }) => after)),
    /** Writes a page anew, with nobody else on it. */
    async replace(_id: number, users: readonly DirectoryUser[]): Promise<void> {
      const seen = Object.fromEntries(users.flatMap((user) => {
        const seenAt = seenOf(user);
        return seenAt ? [[String(user.id), seenAt]] : [];
      }));
      const replacement = { _id, seen, revision: randomUUID() };
      await pages.bulkWrite([{ replaceOne: { filter: { _id }, replacement, upsert: true } }], inSession);
    },

    rowsOf: (user: DirectoryUser): StoredRow[] => {
      const seenAt = seenOf(user);
      return seenAt ? [printed(user.id, seenAt)] : [];
    },
    async storedRows(id: number): Promise<StoredRow[]> {
      const page = await pages.findById(pageOf(id)).lean<SeenPage>();
      const seenAt = page?.seen?.[id];
      return seenAt ? [printed(id, seenAt)] : [];
    },
  };
}
