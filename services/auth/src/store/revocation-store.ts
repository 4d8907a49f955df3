import type { Revocations } from '@kumbuka/contracts';
import { defineCollection, field, insertRows, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { revokedUntil } from '../domain/access/session.ts';
import type { RevocationStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Revocation',
  name: 'revocations',
  fields: {
    /** 1, 2, 3 ... in commit order. */
    _id: field.number,
    kind: field.oneOf(['session', 'epoch']),
    sessionId: String,
    userId: Number,
    epoch: Number,
    at: field.date,
    /** Time from which all affected tokens have expired. */
    until: field.date,
  },
});
type RevocationRow = RowOf<typeof collection>;
/** Callers without a cursor read what matters now. Rows have no TTL, because the clock may have been fast. */
const byUntil = { until: 1 } as const;
collection.schema.index(byUntil);

const counterCollection = defineCollection({
  model: 'RevocationCounter',
  name: 'revocation_counter',
  fields: {
    _id: field.text,
    value: field.number,
    /** Latest expiry of any token. */
    grantedUntil: Date,
  },
});
type CounterRow = RowOf<typeof counterCollection>;

interface Prepared {
  /** Creates the counter, which a transaction cannot do. */
  prepare(): Promise<void>;
}

type Item = Revocations['items'][number];

function toItem({ kind, sessionId, userId, epoch, at, until }: RevocationRow): Item {
  const times = { at: at.toISOString(), until: until.toISOString() };
  return kind === 'session'
    ? { kind, sessionId: String(sessionId), ...times }
    : { kind, userId: Number(userId), epoch: Number(epoch), ...times };
}

const positionOf = (cursor: string | null) => {
  const position = Number(cursor ?? 0);
  return Number.isSafeInteger(position) && position >= 0 ? position : 0;
};

/**
 * Revoked sessions and raised epochs, numbered by a counter in the same transaction, so that a reader up to a
 * number has missed none.
 */
export function createRevocationStore(
  connection: Connection,
  session: ClientSession | null = null,
): RevocationStore & Prepared {
  const rows = collection.on(connection);
  const counters = counterCollection.on(connection);
  const inSession = session ? { session } : {};
  const last = async () => (await counters.findById('last').lean<CounterRow>())?.value ?? 0;

  return {
    async prepare() {
      await counters.updateOne({ _id: 'last' }, { $setOnInsert: { value: 0 } }, { upsert: true });
    },

    async add(revocations) {
      const count = revocations.length;
      if (count === 0) return;
      const counter = await counters
        .findOneAndUpdate(
          { _id: 'last' },
          { $inc: { value: count } },
          { ...inSession, returnDocument: 'after' },
        )
        .lean<CounterRow>();
      if (!counter) throw new Error('The revocations have no counter.');
      const { value, grantedUntil = null } = counter;
      const numbered = revocations.map(({ at, ...revocation }, index) => ({
        _id: value - count + 1 + index,
        ...revocation,
        at,
        until: revokedUntil(at, grantedUntil),
      }));
      await insertRows(rows, numbered, inSession);
    },

    /** Returns everything that matters for a cursor of another database. */
    async read(after, at) {
      const number = await last();
      const position = positionOf(after);
      const from = position > number ? 0 : position;
      const found = await rows
        .find({ _id: mongoose.trusted({ $gt: from }), until: mongoose.trusted({ $gt: at }) })
        .sort({ _id: 1 })
        .hint(from === 0 ? byUntil : { _id: 1 })
        .lean<RevocationRow[]>();
      return { cursor: String(Math.max(found.at(-1)?._id ?? 0, from, number)), items: found.map(toItem) };
    },

    async noteGrants(until) {
      await counters.updateOne({ _id: 'last' }, { $max: { grantedUntil: until } });
    },

    last,

    async forget(number) {
      await rows.deleteMany({ _id: mongoose.trusted({ $lte: number }) });
    },
  };
}
