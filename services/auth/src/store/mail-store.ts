import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { CodePurpose } from '../domain/code.ts';
import type { MailContent, WaitingMail } from '../domain/mail.ts';

interface MailRow {
  _id: string;
  purpose: CodePurpose;
  addressKey: string;
  to: string;
  /** Name and code, unreadable without the secret. */
  sealedContent: string;
  attempts: number;
  expiresAt: Date;
  /** When it is next due; null for a decoy, which is never sent. */
  dueAt: Date | null;
}

const schema = new Schema<MailRow>(
  {
    _id: { type: String, required: true },
    purpose: { type: String, required: true, enum: ['verification', 'reset'] },
    addressKey: { type: String, required: true },
    to: { type: String, default: '' },
    sealedContent: { type: String, required: true },
    attempts: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    dueAt: { type: Date, default: null },
  },
  { collection: 'mails', versionKey: false, strict: 'throw' },
);
schema.index({ dueAt: 1 });
schema.index({ addressKey: 1, purpose: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 60 });

const modelOf = (connection: Connection): Model<MailRow> =>
  connection.models['Mail'] ?? connection.model<MailRow>('Mail', schema);

/** Longer than the longest delivery: a mail whose process died is due again after it. */
const claimedMs = 60_000;

/** The mails that wait, and nothing of those that were sent. */
export function createMailStore(
  connection: Connection,
  box: SealedBox,
  session: ClientSession | null = null,
) {
  const mails = modelOf(connection);
  const inSession = session ? { session } : {};

  const toMail = ({ _id: id, purpose, addressKey, to, sealedContent, attempts, expiresAt }: MailRow) => {
    const content = JSON.parse(box.open(sealedContent, id)) as MailContent;
    return { id, purpose, addressKey, to, content, attempts, expiresAt } satisfies WaitingMail;
  };

  return {
    async enqueue(mail: WaitingMail, sent: boolean): Promise<void> {
      const { id, content, purpose, addressKey, ...fields } = mail;
      const sealedContent = box.seal(JSON.stringify(content), id);
      const dueAt = sent ? new Date(0) : null;
      await mails.deleteMany({ addressKey, purpose }, inSession);
      const row = { _id: id as never, purpose, addressKey, ...fields, sealedContent, dueAt };
      await mails.collection.insertOne(row, inSession);
    },

    async claim(now: Date): Promise<WaitingMail | null> {
      const due = {
        dueAt: mongoose.trusted({ $ne: null, $lte: now }),
        expiresAt: mongoose.trusted({ $gt: now }),
      };
      const dueAt = new Date(now.getTime() + claimedMs);
      const row = await mails
        .findOneAndUpdate(due, { $set: { dueAt }, $inc: { attempts: 1 } }, { returnDocument: 'after' })
        .sort({ dueAt: 1 })
        .lean<MailRow>();
      return row && toMail(row);
    },

    async remove({ id }: WaitingMail): Promise<void> {
      await mails.deleteOne({ _id: id });
    },

    async postpone({ id }: WaitingMail, dueAt: Date): Promise<void> {
      await mails.updateOne({ _id: id }, { $set: { dueAt } });
    },
  };
}
export type MailStore = ReturnType<typeof createMailStore>;
