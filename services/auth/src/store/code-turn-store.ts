import { insertRow, isDuplicateKey } from '@kumbuka/service-kit';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { noTurns, type CodeTurn, type CodeTurns } from '../domain/code/code-turns.ts';
import type { CodeTurnStore } from '../use-cases/ports.ts';

interface CodeTurnsRow {
  /** Keyed hash of the normalised address. */
  _id: string;
  turns: readonly CodeTurn[];
  /** Missing in rows written before locks were stored; those live for an hour. */
  locks?: readonly Date[];
  /** Incremented by each change; a concurrent writer reads again. */
  version: number;
  expiresAt: Date;
}

const schema = new Schema<CodeTurnsRow>(
  {
    _id: { type: String, required: true },
    turns: [{ _id: false, purpose: String, at: Date }],
    locks: { type: [Date], required: true },
    version: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'code_turns', versionKey: false, strict: 'throw' },
);
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const modelOf = (connection: Connection): Model<CodeTurnsRow> =>
  connection.models['CodeTurns'] ?? connection.model<CodeTurnsRow>('CodeTurns', schema);

/** Longer than any content of a row counts. */
const keptMs = 25 * 3600 * 1000;
const expiryOf = ({ turns, locks }: Pick<CodeTurns, 'turns' | 'locks'>) => {
  const instants = [...turns.map(({ at }) => at), ...locks].map((at) => at.getTime());
  return new Date(Math.max(...instants) + keptMs);
};

/** Code requests in MongoDB, one row per address. */
export function createCodeTurnStore(
  connection: Connection,
  session: ClientSession | null = null,
): CodeTurnStore {
  const rows = modelOf(connection);
  const inSession = session ? { session } : {};

  const insert = (row: CodeTurnsRow) =>
    insertRow(rows, row, inSession).then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );

  return {
    async find(emailMac) {
      const row = await rows.findById(emailMac).session(session).lean<CodeTurnsRow>();
      return row
        ? { emailMac, turns: row.turns, locks: row.locks ?? [], version: row.version }
        : noTurns(emailMac);
    },

    async save(changed) {
      const { emailMac, ...turns } = changed;
      const fields = { ...turns, expiresAt: expiryOf(changed) };
      if (turns.version === 1) return insert({ _id: emailMac, ...fields });
      const unchanged = { _id: emailMac, version: turns.version - 1 };
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
