import { defineCollection, field, insertRow, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { nextAttemptAt, type PendingEmail } from '../domain/mail.ts';
import type { EmailStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Letter',
  name: 'letters',
  fields: {
    /** Idempotency key. */
    _id: field.text,
    ownerId: field.number,
    letter: field.objectOf<PendingEmail['letter']>(),
    attempts: field.number,
    dueAt: field.date,
  },
});
type EmailRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ dueAt: 1 });
schema.index({ ownerId: 1 });

/** Outgoing emails that auth has not accepted yet; with a session, calls join its transaction. */
export function createEmailStore(connection: Connection, session: ClientSession | null = null): EmailStore {
  const emails = collection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async insert({ key, ...email }, at) {
      await insertRow(emails, { _id: key, ...email, dueAt: at }, inSession);
    },

    async claim(at) {
      const row = await emails
        .findOne({ dueAt: mongoose.trusted({ $lte: at }) })
        .sort({ dueAt: 1 })
        .lean<EmailRow>();
      if (!row) return null;
      const { _id: key, ownerId, letter: email, attempts, dueAt } = row;
      const claimed = await emails.updateOne(
        { _id: key, dueAt },
        { $set: { attempts: attempts + 1, dueAt: nextAttemptAt(row, at) } },
      );
      return { key, ownerId, letter: email, attempts, isMine: claimed.modifiedCount === 1 };
    },

    async remove(key) {
      await emails.deleteOne({ _id: key });
    },

    async removeAll(ownerId) {
      await emails.deleteMany({ ownerId });
    },
  };
}
