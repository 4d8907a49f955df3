import { defineCollection, field, insertRow, isDuplicateKey, type RowOf } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { codePurposes } from '../domain/code/code.ts';
import { noCodeRequests, type CodeRequests } from '../domain/code/code-requests.ts';
import type { CodeRequestStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'CodeRequests',
  name: 'code_turns',
  fields: {
    /** Keyed hash of the normalised address. */
    _id: field.text,
    turns: [{ _id: false, purpose: field.oneOf(codePurposes), at: field.date }],
    /** Missing in rows written before locks were stored; those live for an hour. */
    locks: { type: [Date], required: false },
    /** Incremented by each change; a concurrent writer reads again. */
    version: field.number,
    expiresAt: field.date,
  },
});
type CodeRequestsRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Longer than any content of a row counts. */
const keptMs = 25 * 3600 * 1000;
const expiryOf = ({ requests, locks }: Pick<CodeRequests, 'requests' | 'locks'>) => {
  const instants = [...requests.map(({ at }) => at), ...locks].map((at) => at.getTime());
  return new Date(Math.max(...instants) + keptMs);
};

/** Code requests in MongoDB, one row per address. */
export function createCodeRequestStore(
  connection: Connection,
  session: ClientSession | null = null,
): CodeRequestStore {
  const rows = collection.on(connection);
  const inSession = session ? { session } : {};

  const insert = (row: CodeRequestsRow) =>
    insertRow(rows, row, inSession).then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );

  return {
    async find(emailMac) {
      const row = await rows.findById(emailMac).session(session).lean<CodeRequestsRow>();
      return row
        ? { emailMac, requests: row.turns, locks: row.locks ?? [], version: row.version }
        : noCodeRequests(emailMac);
    },

    async save(changed) {
      const { emailMac, requests, locks, version } = changed;
      const fields = { turns: [...requests], locks: [...locks], version, expiresAt: expiryOf(changed) };
      if (version === 1) return insert({ _id: emailMac, ...fields });
      const unchanged = { _id: emailMac, version: version - 1 };
      return (await rows.updateOne(unchanged, { $set: fields }, inSession)).matchedCount === 1;
    },

    async forgive(emailMac) {
      const change = {
        $pull: { turns: { purpose: 'verification' } },
        $set: { locks: [] },
        $inc: { version: 1 },
      };
      await rows.updateOne({ _id: emailMac }, change, inSession);
    },
  };
}
