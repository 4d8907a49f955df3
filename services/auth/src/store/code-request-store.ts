import { defineCollection, field, isDuplicateKey, type RowOf } from '@kumbuka/service-kit';
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
    locks: [Date],
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

  return {
    async find(emailMac) {
      const row = await rows.findById(emailMac).session(session).lean<CodeRequestsRow>();
      return row
        ? { emailMac, requests: row.turns, locks: row.locks, version: row.version }
        : noCodeRequests(emailMac);
    },

    async save(changed) {
      const { emailMac, requests, locks, version } = changed;
      const fields = { turns: [...requests], locks: [...locks], version, expiresAt: expiryOf(changed) };
      // First and later requests of an address take one kind of write, so that they take equally long.
      try {
        const write = { $set: fields };
        await rows.updateOne({ _id: emailMac, version: version - 1 }, write, { ...inSession, upsert: true });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    async interrupt(emailMacs, now) {
      for (const _id of emailMacs) {
        const first = { turns: [], locks: [], expiresAt: expiryOf({ requests: [], locks: [now] }) };
        const write = { $inc: { version: 1 }, $setOnInsert: first };
        await rows.updateOne({ _id }, write, { ...inSession, upsert: true });
      }
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
