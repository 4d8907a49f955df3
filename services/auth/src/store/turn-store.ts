import { isDuplicateKey } from '@kumbuka/service-kit';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { recentTurns, waitForTurn, type CodePurpose, type Turn, type TurnRules } from '../domain/code.ts';

interface TurnsRow {
  /** Keyed hash of the folded address. */
  _id: string;
  turns: Turn[];
  /** Raised with every change; who changed what is no longer so reads again. */
  version: number;
  lastAt: Date;
}

const schema = new Schema<TurnsRow>(
  {
    _id: { type: String, required: true },
    turns: [{ _id: false, purpose: String, at: Date }],
    version: { type: Number, required: true },
    lastAt: { type: Date, required: true },
  },
  { collection: 'code_turns', versionKey: false, strict: 'throw' },
);
schema.index({ lastAt: 1 }, { expireAfterSeconds: 3700 });

const modelOf = (connection: Connection): Model<TurnsRow> =>
  connection.models['CodeTurns'] ?? connection.model<TurnsRow>('CodeTurns', schema);

/** Which codes an address asked for within the last hour, whether it has an account or not. */
export function createTurnStore(connection: Connection, session: ClientSession | null = null) {
  const rows = modelOf(connection);
  const inSession = session ? { session } : {};

  /** False when somebody else was faster. */
  async function put(addressKey: string, turns: Turn[], lastAt: Date, version: number): Promise<boolean> {
    if (version > 0) {
      const change = { $set: { turns, lastAt, version: version + 1 } };
      return (await rows.updateOne({ _id: addressKey, version }, change)).matchedCount === 1;
    }
    return rows.collection.insertOne({ _id: addressKey, turns, lastAt, version: 1 } as object).then(
      () => true,
      (error: unknown) => {
        if (isDuplicateKey(error)) return false;
        throw error;
      },
    );
  }

  return {
    /** Takes a turn and gives 0, or gives the seconds to wait for it. */
    async take(addressKey: string, purpose: CodePurpose, now: Date, rules: TurnRules): Promise<number> {
      for (;;) {
        const row = await rows.findById(addressKey).lean<TurnsRow>();
        const turns = row?.turns ?? [];
        const wait = waitForTurn(turns, purpose, now, rules);
        if (wait > 0) return wait;
        const next = [...recentTurns(turns, now), { purpose, at: now }];
        if (await put(addressKey, next, now, row?.version ?? 0)) return 0;
      }
    },

    async forget(addressKey: string, purpose: CodePurpose): Promise<void> {
      await rows.updateOne(
        { _id: addressKey },
        { $pull: { turns: { purpose } }, $inc: { version: 1 } },
        inSession,
      );
    },
  };
}
export type TurnStore = ReturnType<typeof createTurnStore>;
