import type { ClientSession, Connection } from 'mongoose';
import type { AnswerEntry, ReviewEntry } from '../domain/review-log.ts';

type Stored<Entry> = Entry extends ReviewEntry ? Omit<Entry, 'id'> & { _id: string } : never;
type ReviewDocument = Stored<ReviewEntry>;

const toDocument = ({ id, ...entry }: ReviewEntry) => ({ _id: id, ...entry });
const toEntry = ({ _id, ...document }: ReviewDocument) => ({ id: _id, ...document });

export type ReviewStore = ReturnType<typeof createReviewStore>;

/** The append-only review log; every read is bound to one learner. */
export function createReviewStore(connection: Connection) {
  const reviews = () => connection.collection<ReviewDocument>('reviews');
  const read = async (filter: object, session: ClientSession | null = null) => {
    const documents = await reviews()
      .find(filter, session ? { session } : {})
      .sort({ seq: 1 })
      .toArray();
    return documents.map((document) => toEntry(document as ReviewDocument));
  };

  return {
    async append(entries: readonly ReviewEntry[], session: ClientSession) {
      if (entries.length > 0) await reviews().insertMany(entries.map(toDocument), { session });
    },
    /** Answers of a learner by the names that the client gave them. */
    async byClientEventIds(userId: number, clientEventIds: readonly string[], session?: ClientSession) {
      if (clientEventIds.length === 0) return [];
      const entries = await read({ userId, clientEventId: { $in: [...clientEventIds] } }, session ?? null);
      return entries as AnswerEntry[];
    },
    /** Answers and undos of some cards, in the order of writing. */
    ofCards: (userId: number, cardIds: readonly number[], session?: ClientSession) =>
      read({ userId, cardId: { $in: [...cardIds] } }, session ?? null),
    /** Answers and undos of a session, in the order of writing. */
    ofSession: (userId: number, sessionId: string) =>
      read({ userId, sessionId, kind: { $in: ['answer', 'undo'] } }),
    wholeLog: (userId: number, session?: ClientSession) => read({ userId }, session ?? null),
    async erase(userId: number) {
      await reviews().deleteMany({ userId });
    },
  };
}
