import { mpesa } from '@kumbuka/contracts';
import { defineCollection, field, insertRows, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { PhoneStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'PromptPhone',
  name: 'prompt_phones',
  fields: {
    /** Payment and number of the key of the hash. */
    _id: field.text,
    paymentId: field.text,
    /** `null` after the account was erased while its prompt may still be on the phone. */
    ownerId: field.numberOrNull,
    /** Keyed hash of the number. */
    hash: field.text,
    /** Whether it is the latest payment of this phone. */
    isLatest: field.flag,
    at: field.date,
  },
});
type PhoneRow = RowOf<typeof collection>;
const { schema } = collection;

/** A retry of a request comes within a day, like the retries of every other Idempotency-Key. */
const keptSeconds = 86_400;
const maxFound = 100;
const openMs = mpesa.openMinutes * 60_000;
schema.index({ at: 1 }, { expireAfterSeconds: keptSeconds });
schema.index({ ownerId: 1 });
schema.index({ paymentId: 1 });
schema.index({ hash: 1, at: -1 });
// Two requests for one phone at the same moment conflict, also of two learners in two processes.
schema.index({ hash: 1 }, { unique: true, partialFilterExpression: { isLatest: true } });

/** Phones of the prompts of the last day, as keyed hashes; with a session, calls join its transaction. */
export function createPhoneStore(connection: Connection, session: ClientSession | null = null): PhoneStore {
  const phones = collection.on(connection);
  const inSession = session ? { session } : {};
  const latestOf = (hashes: readonly string[]) => ({
    hash: mongoose.trusted({ $in: [...hashes] }),
    isLatest: true,
  });

  return {
    async findLatest(hashes) {
      const row = await phones.findOne(latestOf(hashes)).session(session).lean<PhoneRow>();
      return row?.paymentId ?? null;
    },

    async setLatest({ id: paymentId, ownerId, createdAt: at }, hashes) {
      await phones.updateMany(latestOf(hashes), { $set: { isLatest: false } }, inSession);
      const rows = hashes.map((hash, index) => ({
        _id: `${paymentId}.${index}`,
        paymentId,
        ownerId,
        hash,
        isLatest: true,
        at,
      }));
      await insertRows(phones, rows, inSession);
    },

    async findPaymentIds(hashes) {
      const rows = await phones
        .find({ hash: mongoose.trusted({ $in: [...hashes] }) }, { paymentId: 1 })
        .sort({ at: -1 })
        .hint({ hash: 1, at: -1 })
        .limit(maxFound)
        .lean<Pick<PhoneRow, 'paymentId'>[]>();
      return [...new Set(rows.map(({ paymentId }) => paymentId))];
    },

    async isOther(paymentId, hashes) {
      const rows = await phones.find({ paymentId }).session(session).lean<PhoneRow[]>();
      return rows.length > 0 && !rows.some(({ hash }) => hashes.includes(hash));
    },

    async disown(ownerId, at) {
      const openSince = new Date(at.getTime() - openMs);
      const expiresWithPrompt = new Date(at.getTime() + openMs - keptSeconds * 1_000);
      await phones.updateMany(
        { ownerId, at: mongoose.trusted({ $gt: openSince }) },
        { $set: { ownerId: null, at: expiresWithPrompt } },
        inSession,
      );
      await phones.deleteMany({ ownerId }, inSession);
    },
  };
}
