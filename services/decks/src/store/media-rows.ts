import { mediaNamesIn } from '@kumbuka/contracts';
import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';

export const mediaCollection = defineCollection({
  model: 'Media',
  name: 'media',
  fields: {
    /** Name of the file. */
    _id: field.text,
    ownerId: field.number,
    hash: field.text,
    bytes: field.number,
    createdAt: field.date,
    // Absent while a card shows it.
    unusedSince: Date,
  },
});
export type MediaRow = RowOf<typeof mediaCollection>;
mediaCollection.schema.index({ ownerId: 1, hash: 1 }, { unique: true });
mediaCollection.schema.index({ ownerId: 1, createdAt: 1 });

/** Notes that texts of an account show files again, so that an undo of their removal finds them. */
export const createUseNoter =
  (connection: Connection, session: ClientSession | null) =>
  async (ownerId: number, texts: readonly string[]): Promise<void> => {
    const names = [...new Set(texts.flatMap(mediaNamesIn))];
    if (names.length === 0) return;
    const marked = {
      _id: mongoose.trusted({ $in: names }),
      unusedSince: mongoose.trusted({ $exists: true }),
    };
    await mediaCollection
      .on(connection)
      .updateMany({ ownerId, ...marked }, { $unset: { unusedSince: 1 } }, session ? { session } : {});
  };
