import { isDuplicateKey } from '@kumbuka/service-kit';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { noTurns, type CodeTurn } from '../domain/code/code-turns.ts';
import type { CodeTurnStore } from '../use-cases/ports.ts';

interface CodeTurnsRow {
  /** Keyed hash of the folded e-mail. */
  _id: string;
  turns: readonly CodeTurn[];
  /** Raised with every change; who changed what is no longer so reads again. */
  version: number;
  lastAt: Date;
}

const schema = new Schema<CodeTurnsRow>(
  {
    _id: { type: String, required: true },
    turns: [{ _id: false, purpose: String, at: Date }],
    version: { type: Number, required: true },
    lastAt: { type: Date, required: true },
  },
  { collection: 'code_turns', versionKey: false, strict: 'throw' },
);
schema.index({ lastAt: 1 }, { expireAfterSeconds: 3700 });

const modelOf = (connection: Connection): Model<CodeTurnsRow> =>
  connection.models['CodeTurns'] ?? connection.model<CodeTurnsRow>('CodeTurns', schema);

const lastOf = (turns: readonly CodeTurn[]) => new Date(Math.max(...turns.map(({ at }) => at.getTime())));

/** The turns of MongoDB, a row for each e-mail that asked for a code. */
export function createCodeTurnStore(
  connection: Connection,
  session: ClientSession | null = null,
): CodeTurnStore {
  const rows = modelOf(connection);
  const inSession = session ? { session } : {};

  const insert = (row: CodeTurnsRow) =>
    rows.collection.insertOne(row as object, inSession).then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );

  return {
    async find(emailMac) {
      const row = await rows.findById(emailMac).session(session).lean<CodeTurnsRow>();
      return row ? { emailMac, turns: row.turns, version: row.version } : noTurns(emailMac);
    },

    async save({ emailMac, turns, version }) {
      const fields = { turns, version, lastAt: lastOf(turns) };
      if (version === 1) return insert({ _id: emailMac, ...fields });
      const known = { _id: emailMac, version: version - 1 };
      return (await rows.updateOne(known, { $set: fields }, inSession)).matchedCount === 1;
    },

    async forgetVerification(emailMac) {
      const change = { $pull: { turns: { purpose: 'verification' } }, $inc: { version: 1 } };
      await rows.updateOne({ _id: emailMac }, change, inSession);
    },
  };
}
