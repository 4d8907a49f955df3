import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { Session } from '../domain/access/session.ts';
import type { SessionStore } from '../use-cases/ports.ts';

interface SessionRow extends Omit<Session, 'id'> {
  _id: string;
}

const schema = new Schema<SessionRow>(
  {
    _id: { type: String, required: true },
    userId: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    endsAt: { type: Date, required: true },
  },
  { collection: 'sessions', versionKey: false, strict: 'throw' },
);
schema.index({ userId: 1 });
schema.index({ endsAt: 1 }, { expireAfterSeconds: 0 });

const modelOf = (connection: Connection): Model<SessionRow> =>
  connection.models['Session'] ?? connection.model<SessionRow>('Session', schema);

/** The open sessions of MongoDB; one that was ended is not there. */
export function createSessionStore(
  connection: Connection,
  session: ClientSession | null = null,
): SessionStore {
  const sessions = modelOf(connection);
  const inSession = session ? { session } : {};

  return {
    async insert({ id, ...fields }) {
      await sessions.collection.insertOne({ _id: id, ...fields } as object, inSession);
    },

    async find(userId, id) {
      const row = await sessions.findOne({ _id: id, userId }).lean<SessionRow>();
      if (!row) return null;
      const { _id, ...fields } = row;
      return { id: _id, ...fields };
    },

    async remove(id) {
      const { deletedCount } = await sessions.deleteOne({ _id: id }, inSession);
      return deletedCount === 1;
    },

    async removeAll(userId) {
      await sessions.deleteMany({ userId }, inSession);
    },
  };
}
