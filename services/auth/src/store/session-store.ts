import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { Session } from '../domain/session.ts';

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
export function createSessionStore(connection: Connection, session: ClientSession | null = null) {
  const sessions = modelOf(connection);
  const inSession = session ? { session } : {};

  return {
    async insert({ id, ...fields }: Session): Promise<void> {
      await sessions.collection.insertOne({ _id: id, ...fields } as object, inSession);
    },

    async find(userId: number, id: string): Promise<Session | null> {
      const row = await sessions.findOne({ _id: id, userId }).lean<SessionRow>();
      if (!row) return null;
      const { _id, ...fields } = row;
      return { id: _id, ...fields };
    },

    async remove(id: string): Promise<boolean> {
      const { deletedCount } = await sessions.deleteOne({ _id: id }, inSession);
      return deletedCount === 1;
    },

    async removeAllOf(userId: number): Promise<void> {
      await sessions.deleteMany({ userId }, inSession);
    },
  };
}
export type SessionStore = ReturnType<typeof createSessionStore>;
