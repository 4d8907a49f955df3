import { access, type Revocations } from '@kumbuka/contracts';
import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { RevocationStore } from '../use-cases/ports.ts';

interface RevocationRow {
  /** 1, 2, 3 ... in the order of commits. */
  _id: number;
  kind: 'session' | 'epoch';
  sessionId?: string;
  userId?: number;
  epoch?: number;
  at: Date;
}
interface CounterRow {
  _id: string;
  value: number;
}

const schema = new Schema<RevocationRow>(
  {
    _id: { type: Number, required: true },
    kind: { type: String, required: true, enum: ['session', 'epoch'] },
    sessionId: String,
    userId: Number,
    epoch: Number,
    at: { type: Date, required: true },
  },
  { collection: 'revocations', versionKey: false, strict: 'throw' },
);
const keptHours = access.tokenHours + 1;
schema.index({ at: 1 }, { expireAfterSeconds: keptHours * 3600 });

const counterSchema = new Schema<CounterRow>(
  { _id: { type: String, required: true }, value: { type: Number, required: true } },
  { collection: 'revocation_counter', versionKey: false, strict: 'throw' },
);

const modelOf = (connection: Connection): Model<RevocationRow> =>
  connection.models['Revocation'] ?? connection.model<RevocationRow>('Revocation', schema);
const counterOf = (connection: Connection): Model<CounterRow> =>
  connection.models['RevocationCounter'] ?? connection.model<CounterRow>('RevocationCounter', counterSchema);

interface Prepared {
  /** Makes the counter, which a transaction cannot make late. */
  prepare(): Promise<void>;
}

type Item = Revocations['items'][number];

function toItem({ kind, sessionId, userId, epoch, at }: RevocationRow): Item {
  const instant = at.toISOString();
  return kind === 'session'
    ? { kind, sessionId: String(sessionId), at: instant }
    : { kind, userId: Number(userId), epoch: Number(epoch), at: instant };
}

const positionOf = (cursor: string | null) => {
  const position = Number(cursor ?? 0);
  return Number.isSafeInteger(position) && position >= 0 ? position : 0;
};

/**
 * Revoked sessions and raised epochs, numbered by a counter that is part of the same transaction: whoever has read
 * up to a number has missed none before it.
 */
export function createRevocationStore(
  connection: Connection,
  session: ClientSession | null = null,
): RevocationStore & Prepared {
  const rows = modelOf(connection);
  const counters = counterOf(connection);
  const inSession = session ? { session } : {};

  return {
    async prepare() {
      await counters.updateOne({ _id: 'last' }, { $setOnInsert: { value: 0 } }, { upsert: true });
    },

    async add({ at, ...revocation }) {
      const counter = await counters
        .findOneAndUpdate({ _id: 'last' }, { $inc: { value: 1 } }, { ...inSession, returnDocument: 'after' })
        .lean<CounterRow>();
      if (!counter) throw new Error('The revocations have no counter.');
      await rows.collection.insertOne({ _id: counter.value as never, ...revocation, at }, inSession);
    },

    /** What was revoked after a cursor; everything that still matters for a cursor of another database. */
    async read(after) {
      const last = (await counters.findById('last').lean<CounterRow>())?.value ?? 0;
      const position = positionOf(after);
      const from = position > last ? 0 : position;
      const found = await rows
        .find({ _id: mongoose.trusted({ $gt: from }) })
        .sort({ _id: 1 })
        .lean<RevocationRow[]>();
      return { cursor: String(found.at(-1)?._id ?? Math.max(from, last)), items: found.map(toItem) };
    },
  };
}
