import { defineCollection, field, insertRows, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { itemStates, type DeletionItem } from '../domain/deletion/deletion.ts';
import type { DeletionItemStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'DeletionItem',
  name: 'deletion_items',
  fields: {
    /** `deletionId:position`. */
    _id: field.text,
    deletionId: field.text,
    userId: field.numberOrNull,
    name: { type: String, default: '' },
    state: field.oneOf(itemStates),
    /** Set at the end. Names are kept for one more day, for the requester. */
    forgottenAt: field.dateOrNull,
  },
});
type ItemRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ deletionId: 1, state: 1, userId: 1 });
schema.index({ forgottenAt: 1 }, { expireAfterSeconds: 24 * 3600 });

const positionOf = ({ _id, deletionId }: ItemRow) => Number(_id.slice(deletionId.length + 1));
const toItem = (row: ItemRow): DeletionItem => {
  const { userId, name, state } = row;
  return { position: positionOf(row), userId, name, state };
};

const insertedAtOnce = 1_000;

/** Users of deletions; with a session every call is part of its transaction. */
export function createDeletionItemStore(
  connection: Connection,
  session: ClientSession | null = null,
): DeletionItemStore {
  const items = collection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async insert(deletionId, named) {
      const rows = named.map(({ position, ...item }) => ({
        _id: `${deletionId}:${position}`,
        deletionId,
        ...item,
        forgottenAt: null,
      }));
      for (let start = 0; start < rows.length; start += insertedAtOnce)
        await insertRows(items, rows.slice(start, start + insertedAtOnce), inSession);
    },

    async waiting(deletionId, limit) {
      const rows = await items
        .find({ deletionId, state: 'waiting' }, { userId: 1 })
        .limit(limit)
        .lean<Pick<ItemRow, 'userId'>[]>();
      return rows.flatMap(({ userId }) => userId ?? []);
    },

    async list(deletionId) {
      const rows = await items.find({ deletionId }).lean<ItemRow[]>();
      return rows.map(toItem).toSorted((one, other) => one.position - other.position);
    },

    async settle(deletionId, userIds, { state, keepNames }) {
      const these = {
        deletionId,
        state: 'waiting' as const,
        userId: mongoose.trusted({ $in: [...userIds] }),
      };
      const found = await items.find(these, { userId: 1 }).session(session).lean<Pick<ItemRow, 'userId'>[]>();
      await items.updateMany(these, { $set: keepNames ? { state } : { state, name: '' } }, inSession);
      return found.flatMap(({ userId }) => userId ?? []);
    },

    async forgetLater(deletionId, at) {
      await items.updateMany({ deletionId }, { $set: { forgottenAt: at } }, inSession);
    },
  };
}
