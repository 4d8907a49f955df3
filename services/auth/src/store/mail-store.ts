import { languages } from '@kumbuka/contracts';
import { defineCollection, field, insertRow, type RowOf, type SealedBox } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { emailPurposes, rankOf, type EmailKind, type QueuedEmail } from '../domain/code/mail.ts';
import type { MailStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Mail',
  name: 'mails',
  fields: {
    _id: field.text,
    purpose: field.oneOf(emailPurposes),
    emailMac: field.text,
    to: field.textOrNull,
    language: field.oneOf(languages),
    /** Encrypted content. */
    sealedContent: field.text,
    attempts: field.number,
    /** Smaller ones are sent first; absent in rows of older versions, which sort before all others. */
    rank: { ...field.number, required: false },
    expiresAt: field.date,
    /** Next attempt. */
    dueAt: field.date,
  },
});
type MailRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ rank: 1, dueAt: 1 });
schema.index({ emailMac: 1, purpose: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 60 });

const keptSeconds = 90 * 24 * 3600;
/** Idempotency keys of emails requested by other services. */
const keyCollection = defineCollection({
  model: 'MailKey',
  name: 'mail_keys',
  fields: { _id: field.text, at: field.date },
});
keyCollection.schema.index({ at: 1 }, { expireAfterSeconds: keptSeconds });

const atOnce = new Date(0);
/** Longer than the longest delivery; afterwards an email whose process died is due again. */
const claimedMs = 60_000;

/** Queued emails; sent ones are removed. */
export function createMailStore(
  connection: Connection,
  box: SealedBox,
  session: ClientSession | null = null,
): MailStore {
  const mails = collection.on(connection);
  const keys = keyCollection.on(connection);
  const inSession = session ? { session } : {};

  const toMail = ({ _id: id, purpose, sealedContent, language, ...row }: MailRow) => {
    const { emailMac, to, attempts, expiresAt } = row;
    const email: EmailKind = { purpose, content: JSON.parse(box.open(sealedContent, id)) };
    return { id, emailMac, to, language, attempts, expiresAt, ...email } satisfies QueuedEmail;
  };

  async function insert({ id, content, ...fields }: QueuedEmail, dueAt: Date) {
    const rank = rankOf(fields);
    const sealedContent = box.seal(JSON.stringify(content), id);
    await insertRow(mails, { _id: id, ...fields, rank, sealedContent, dueAt }, inSession);
  }

  async function useKey(key: string, at: Date) {
    if (await keys.findById(key).session(session).lean()) return false;
    await insertRow(keys, { _id: key, at }, inSession);
    return true;
  }

  return {
    async enqueue(mail, dueAt = atOnce) {
      const { purpose, emailMac } = mail;
      await mails.deleteMany({ emailMac, purpose }, inSession);
      await insert(mail, dueAt);
    },

    async enqueueOnce(key, mail, at) {
      const isNew = await useKey(key, at);
      if (isNew) await insert(mail, atOnce);
      return isNew;
    },

    useKey,

    async claim(now) {
      const due = {
        dueAt: mongoose.trusted({ $lte: now }),
        expiresAt: mongoose.trusted({ $gt: now }),
      };
      const dueAt = new Date(now.getTime() + claimedMs);
      const row = await mails
        .findOneAndUpdate(due, { $set: { dueAt }, $inc: { attempts: 1 } }, { returnDocument: 'after' })
        .sort({ rank: 1, dueAt: 1 })
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
