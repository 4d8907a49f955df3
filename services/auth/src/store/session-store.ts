import { defineCollection, field, insertRow, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { Session } from '../domain/access/session.ts';
import type { SessionStore } from '../use-cases/ports.ts';

const pushFields = {
  endpoint: field.text,
  p256dh: field.text,
  auth: field.text,
  /** Key of this server that the browser subscribed with; messages signed by another are refused. */
  publicKey: field.text,
  at: field.date,
} as const;

const collection = defineCollection({
  model: 'Session',
  name: 'sessions',
  fields: {
    _id: field.text,
    userId: field.number,
    device: field.text,
    createdAt: field.date,
    lastSeenAt: field.date,
    endsAt: field.date,
    renewedAt: field.number,
    // Absent while the browser is not notified. It ends with its session.
    push: { ...field.orNull(field.partOf(pushFields)), required: false },
  },
});
type SessionRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ userId: 1, createdAt: -1 });
/**
 * The domain decides when a session has ended. MongoDB's TTL follows a day later, because its clock may be
 * fast.
 */
schema.index({ endsAt: 1 }, { expireAfterSeconds: 24 * 3600 });

schema.index(
  { userId: 1, 'push.publicKey': 1 },
  { partialFilterExpression: { 'push.publicKey': { $exists: true } } },
);
/** A browser that signs in again keeps its address. */
schema.index({ 'push.endpoint': 1 }, { partialFilterExpression: { 'push.endpoint': { $exists: true } } });

const toSession = ({ _id: id, push: _push, ...row }: SessionRow): Session => ({ id, ...row });
const noPush = { $unset: { push: '' } };

/** Sessions in MongoDB; ended ones are removed. */
export function createSessionStore(
  connection: Connection,
  session: ClientSession | null = null,
): SessionStore {
  const sessions = collection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async insert({ id, ...fields }) {
      await insertRow(sessions, { _id: id, ...fields }, inSession);
    },

    async find(userId, id) {
      const row = await sessions.findOne({ _id: id, userId }).session(session).lean<SessionRow>();
      return row && toSession(row);
    },

    async findOpen(userId, now, limit) {
      const rows = await sessions
        .find({ userId, endsAt: mongoose.trusted({ $gt: now }) })
        .sort({ createdAt: -1 })
        .limit(limit)
        .lean<SessionRow[]>();
      return rows.map(toSession);
    },

    async noteSeen(seen) {
      const operations = seen.map(({ userId, sessionId, at }) => ({
        updateOne: { filter: { _id: sessionId, userId }, update: { $max: { lastSeenAt: at } } },
      }));
      await sessions.bulkWrite(operations, { ...inSession, ordered: false });
    },

    async renew({ id, userId, endsAt, renewedAt }, issuedAt) {
      const unused = issuedAt === null ? {} : { renewedAt: mongoose.trusted({ $lte: issuedAt }) };
      const { matchedCount } = await sessions.updateOne(
        { _id: id, userId, ...unused },
        { $max: { endsAt, renewedAt } },
        inSession,
      );
      return matchedCount === 1;
    },

    async findPushes(userId, publicKey, now) {
      const rows = await sessions
        .find({ userId, endsAt: mongoose.trusted({ $gt: now }), 'push.publicKey': publicKey }, { push: 1 })
        .session(session)
        .lean<Pick<SessionRow, '_id' | 'push'>[]>();
      return rows
        .flatMap(({ _id: sessionId, push }) => (push ? [{ sessionId, ...push }] : []))
        .sort((a, b) => b.at.getTime() - a.at.getTime());
    },

    async savePush(userId, id, push) {
      await sessions.updateMany(
        { 'push.endpoint': push.endpoint, _id: mongoose.trusted({ $ne: id }) },
        noPush,
        inSession,
      );
      await sessions.updateOne({ _id: id, userId }, { $set: { push } }, inSession);
    },

    async removePushes(userId, sessionIds) {
      await sessions.updateMany(
        { userId, _id: mongoose.trusted({ $in: [...sessionIds] }) },
        noPush,
        inSession,
      );
    },

    async remove(userId, id) {
      const { deletedCount } = await sessions.deleteOne({ _id: id, userId }, inSession);
      return deletedCount === 1;
    },

    async removeAll(userId, exceptId = null) {
      const others = exceptId === null ? {} : { _id: mongoose.trusted({ $ne: exceptId }) };
      await sessions.deleteMany({ userId, ...others }, inSession);
    },
  };
}
