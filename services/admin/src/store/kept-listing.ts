import mongoose, { type Connection, type Model } from 'mongoose';
import type { Listed } from '../domain/directory/listing.ts';
import { entriesOf, namePages } from './name-pages.ts';
import { seenIn, seenPages } from './seen-pages.ts';
import type { UserPage } from './user-pages.ts';

type Revision = Pick<UserPage, '_id' | 'revision'>;

/** Cached content of a page with its revision. */
interface Kept<Content> {
  revision: string;
  content: Content;
}

/** Cache of the pages of one collection. */
function cachedPages<Content>(pages: Model<UserPage>, contentOf: (text: string) => Content) {
  const kept = new Map<number, Kept<Content>>();

  function forget(present: readonly Revision[]): number[] {
    const ids = new Set(present.map(({ _id }) => _id));
    const gone = [...kept.keys()].filter((id) => !ids.has(id));
    for (const id of gone) kept.delete(id);
    return gone;
  }

  return {
    contentOf: (id: number) => kept.get(id)?.content,
    /** Reloads pages whose revision has changed. Returns their ids. */
    async refresh(): Promise<number[]> {
      const present = await pages.find({}, { revision: 1 }).lean<Revision[]>();
      const gone = forget(present);
      const changed = present.filter(
        ({ _id, revision }) => revision === undefined || kept.get(_id)?.revision !== revision,
      );
      if (changed.length === 0) return gone;
      const wanted = mongoose.trusted({ $in: changed.map(({ _id }) => _id) });
      for await (const row of pages.find().where('_id', wanted).lean<UserPage[]>().cursor())
        kept.set(row._id, { revision: row.revision ?? '', content: contentOf(row.text) });
      return [...gone, ...changed.map(({ _id }) => _id)];
    },
  };
}

/** Coalesces reads: a call gets a read that starts after it, and calls during a read share the next one. */
function shareNext<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  const begin = () => {
    next = null;
    return read();
  };
  return () => {
    if (next) return next;
    next = running.then(begin, begin);
    running = next;
    return next;
  };
}

const kept = new WeakMap<Connection, () => Promise<readonly Listed[]>>();

function createListing(connection: Connection) {
  const names = cachedPages(namePages.on(connection), entriesOf);
  const seen = cachedPages(seenPages.on(connection), seenIn);
  const byPage = new Map<number, readonly Listed[]>();
  let listed: readonly Listed[] = [];

  function joined(page: number): Listed[] {
    const seenAt = seen.contentOf(page);
    const timeOf = (id: number) => seenAt?.(id) ?? -Infinity;
    return (names.contentOf(page) ?? []).map((entry) => ({ ...entry, seenAt: timeOf(entry.id) }));
  }

  return shareNext(async () => {
    const changed = new Set((await Promise.all([names.refresh(), seen.refresh()])).flat());
    for (const page of changed) byPage.set(page, joined(page));
    if (changed.size > 0) listed = [...byPage.values()].flat();
    return listed;
  });
}

/**
 * Returns all listed users in their current state. A process caches them, about 56 MB for 100,000 users, and reloads
 * only pages whose revision has changed.
 */
export function readListing(connection: Connection): Promise<readonly Listed[]> {
  const read = kept.get(connection) ?? createListing(connection);
  kept.set(connection, read);
  return read();
}
