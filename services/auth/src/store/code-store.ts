import { codes as codeLimits } from '@kumbuka/contracts';
import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { codePurposes, type Code } from '../domain/code/code.ts';
import type { CodeStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Code',
  name: 'codes',
  fields: {
    /** Address and purpose; the next code replaces this one. */
    _id: field.text,
    otpId: field.text,
    purpose: field.oneOf(codePurposes),
    emailMac: field.text,
    mac: field.text,
    accountId: field.numberOrNull,
    requestedFrom: field.textOrNull,
    tries: field.number,
    createdAt: field.date,
    expiresAt: field.date,
  },
});
type CodeRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 60 });
schema.index({ emailMac: 1 });
/** Codes for new addresses of an account. */
schema.index({ accountId: 1 });

const placeOf = ({ purpose, emailMac }: Pick<Code, 'purpose' | 'emailMac'>) => `${purpose}:${emailMac}`;
const toRow = ({ id, ...code }: Code): CodeRow => ({ _id: placeOf(code), otpId: id, ...code });
const toCode = ({ _id, otpId, ...row }: CodeRow): Code => ({ id: otpId, ...row });

/** One-time codes in MongoDB, one per address and purpose. */
export function createCodeStore(connection: Connection, session: ClientSession | null = null): CodeStore {
  const codes = collection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async replace(code) {
      const { _id, ...row } = toRow(code);
      await codes.replaceOne({ _id }, row, { ...inSession, upsert: true });
    },

    async consume(code) {
      const { deletedCount } = await codes.deleteOne({ _id: placeOf(code), otpId: code.id }, inSession);
      return deletedCount === 1;
    },

    async removeAll(emailMacs) {
      await codes.deleteMany({ emailMac: mongoose.trusted({ $in: [...emailMacs] }) }, inSession);
    },

    async findEmailMacs(accountIds) {
      const ofAccounts = { accountId: mongoose.trusted({ $in: [...accountIds] }) };
      const rows = await codes.find(ofAccounts, { emailMac: 1 }).session(session).lean<CodeRow[]>();
      return rows.map(({ emailMac }) => emailMac);
    },

    async find(name) {
      const row = await codes.findOne({ _id: placeOf(name), otpId: name.id }).lean<CodeRow>();
      return row && toCode(row);
    },

    /** Atomic, so that parallel attempts are all counted. */
    async countAttempt(name, now) {
      const open = {
        _id: placeOf(name),
        otpId: name.id,
        tries: mongoose.trusted({ $lt: codeLimits.attempts }),
        expiresAt: mongoose.trusted({ $gt: now }),
      };
      const row = await codes
        .findOneAndUpdate(open, { $inc: { tries: 1 } }, { returnDocument: 'after' })
        .lean<CodeRow>();
      return row && toCode(row);
    },
  };
}
