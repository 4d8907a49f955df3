import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import { randomUUID } from 'node:crypto';
import mongoose, { type ClientSession, type Model } from 'mongoose';
import type { DirectoryUser } from '../domain/directory/user.ts';

export const idsOnPage = 500;
const pageOf = (id: number) => Math.floor(id / idsOnPage);

export const isListed = ({ state }: DirectoryUser) => state === 'listed';

/** Collection of pages, each with the users of an id range in one text, so that a list reads few large rows. */
export const userPages = (model: string, name: string) =>
  defineCollection({
    model,
    name,
    fields: {
      _id: field.number,
      text: { type: String, default: '' },
      /** New random value after each change. */
      revision: String,
    },
  });
export type UserPage = RowOf<ReturnType<typeof userPages>>;

export interface PageWriterOptions {
  session: ClientSession | null;
  /** Returns the text after changes of some users. */
  rewritten(text: string, users: readonly DirectoryUser[]): string;
}

/** Writes pages of users. Concurrent writes of the same page conflict. */
export function createPageWriter(pages: Model<UserPage>, { session, rewritten }: PageWriterOptions) {
  const inSession = session ? { session } : {};

  const replaced = (_id: number, text: string) => ({
    replaceOne: {
      filter: { _id },
      replacement: { _id, text, revision: randomUUID() },
      upsert: true,
    },
  });

  return {
    /** Writes users to their pages. */
    async rewrite(users: readonly DirectoryUser[]): Promise<void> {
      const byPage = Map.groupBy(users, ({ id }) => pageOf(id));
      if (byPage.size === 0) return;
      const current = await pages
        .find({ _id: mongoose.trusted({ $in: [...byPage.keys()] }) })
        .session(session)
        .lean<UserPage[]>();
      const textBefore = new Map(current.map(({ _id, text }) => [_id, text]));
      await pages.bulkWrite(
        [...byPage].map(([_id, ofPage]) => replaced(_id, rewritten(textBefore.get(_id) ?? '', ofPage))),
        inSession,
      );
    },
    /** Returns the text of a user's page. */
    async textFor(id: number): Promise<string> {
      const page = await pages.findById(pageOf(id)).lean<UserPage>();
      return page?.text ?? '';
    },
  };
}
