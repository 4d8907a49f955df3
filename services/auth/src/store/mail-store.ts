import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { insertRow, type SealedBox } from '@kumbuka/service-kit';
import { languages, type Language } from '@kumbuka/contracts';
import type { EmailKind, WaitingMail } from '../domain/code/mail.ts';
import type { MailStore } from '../use-cases/ports.ts';

interface MailRow {
  _id: string;
  purpose: EmailKind['purpose'];
  emailMac: string;
  to: string;
  /** Absent in emails queued by earlier versions. */
  language?: Language;
  /** Encrypted content. */
  sealedContent: string;
  attempts: number;
  expiresAt: Date;
  /** Next attempt; `null` for a decoy, which is never sent. */
  dueAt: Date | null;
}

const schema = new Schema<MailRow>(
  {
    _id: { type: String, required: true },
    purpose: { type: String, required: true },
    emailMac: { type: String, required: true },
    to: { type: String, default: '' },
    language: { type: String, enum: languages },
    sealedContent: { type: String, required: true },
    attempts: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
    dueAt: { type: Date, default: null },
  },
  { collection: 'mails', versionKey: false, strict: 'throw' },
);
schema.index({ dueAt: 1 });
schema.index({ emailMac: 1, purpose: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 60 });

/** Idempotency keys of emails requested by other services. */
interface MailKeyRow {
  _id: string;
  at: Date;
}

const keptSeconds = 90 * 24 * 3600;
const keySchema = new Schema<MailKeyRow>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { collection: 'mail_keys', versionKey: false, strict: 'throw' },
);
keySchema.index({ at: 1 }, { expireAfterSeconds: keptSeconds });

const keysOf = (connection: Connection): Model<MailKeyRow> =>
  connection.models['MailKey'] ?? connection.model<MailKeyRow>('MailKey', keySchema);

const modelOf = (connection: Connection): Model<MailRow> =>
  connection.models['Mail'] ?? connection.model<MailRow>('Mail', schema);

const atOnce = new Date(0);
/** Longer than the longest delivery; afterwards an email whose process died is due again. */
const claimedMs = 60_000;

/** Queued emails; sent ones are removed. */
export function createMailStore(
  connection: Connection,
  box: SealedBox,
  session: ClientSession | null = null,
): MailStore {
  const mails = modelOf(connection);
  const keys = keysOf(connection);
  const inSession = session ? { session } : {};

  const toMail = ({ _id: id, purpose, sealedContent, language = 'en', ...row }: MailRow) => {
    const { emailMac, to, attempts, expiresAt } = row;
    const email: EmailKind = { purpose, content: JSON.parse(box.open(sealedContent, id)) };
    return { id, emailMac, to, language, attempts, expiresAt, ...email } satisfies WaitingMail;
  };

  async function insert({ id, content, ...fields }: WaitingMail, dueAt: Date | null) {
    const sealedContent = box.seal(JSON.stringify(content), id);
    await insertRow(mails, { _id: id, ...fields, sealedContent, dueAt }, inSession);
  }

  return {
    async enqueue(mail, sent) {
      const { purpose, emailMac } = mail;
      await mails.deleteMany({ emailMac, purpose }, inSession);
      await insert(mail, sent ? atOnce : null);
    },

    async enqueueOnce(key, mail, at) {
      if (await keys.findById(key).session(session).lean<MailKeyRow>()) return false;
      await insertRow(keys, { _id: key, at }, inSession);
      await insert(mail, atOnce);
      return true;
    },

    async claim(now) {
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

    async remove({ id }) {
      await mails.deleteOne({ _id: id });
    },

    async removeAll(emailMacs) {
      const emailMac = mongoose.trusted({ $in: [...emailMacs] });
      await mails.deleteMany({ emailMac, purpose: mongoose.trusted({ $ne: 'erasure-receipt' }) }, inSession);
    },

    async postpone({ id }, dueAt) {
      await mails.updateOne({ _id: id }, { $set: { dueAt } });
    },
  };
}
