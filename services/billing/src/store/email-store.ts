import { insertRow } from '@kumbuka/service-kit';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { nextAttemptAt, type PendingEmail } from '../domain/mail.ts';
import type { EmailStore } from '../use-cases/ports.ts';

interface EmailRow {
  /** Idempotency key. */
  _id: string;
  ownerId: number;
  letter: PendingEmail['letter'];
  attempts: number;
  dueAt: Date;
}

const schema = new Schema<EmailRow>(
  {
    _id: { type: String, required: true },
    ownerId: { type: Number, required: true },
    letter: { type: Schema.Types.Mixed, required: true },
    attempts: { type: Number, required: true },
    dueAt: { type: Date, required: true },
  },
  { collection: 'letters', versionKey: false, strict: 'throw' },
);
schema.index({ dueAt: 1 });
schema.index({ ownerId: 1 });

const modelOf = (connection: Connection): Model<EmailRow> =>
  connection.models['Letter'] ?? connection.model<EmailRow>('Letter', schema);

/** Outgoing emails that auth has not accepted yet; with a session, calls join its transaction. */
export function createEmailStore(connection: Connection, session: ClientSession | null = null): EmailStore {
  const emails = modelOf(connection);
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
