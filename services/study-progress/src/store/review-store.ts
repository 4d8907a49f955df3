import { insertRows, isDuplicateKey } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import { AnswerTaken } from '../domain/errors.ts';
import type { AnswerEntry, ReviewEntry } from '../domain/review-log.ts';
import type { ReviewStore } from '../use-cases/ports.ts';
import { modelsOf, type ReviewDocument } from './models.ts';

/** Every filter on user data names the learner. */
type Owned = QueryFilter<ReviewDocument> & { userId: number };

const toDocument = ({ id, ...entry }: ReviewEntry) => ({ _id: id, ...entry });
const toEntry = ({ _id, ...document }: ReviewDocument): ReviewEntry => ({ id: _id, ...document });

const isAnswer = (entry: ReviewEntry): entry is AnswerEntry => entry.kind === 'answer';
/** For bulk inserts the driver reports only the name of the index. */
const isTaken = (error: unknown) => isDuplicateKey(error) && /clientEventId_1|turn_1/.test(error.message);

/** Append-only review log; every read is limited to one learner. */
export function createReviewStore(connection: Connection, session: ClientSession | null = null): ReviewStore {
  const { reviews } = modelsOf(connection);
  const inSession = session ? { session } : {};
  const read = async (filter: Owned): Promise<ReviewEntry[]> => {
    const found = await reviews.find(filter).sort({ seq: 1 }).session(session).lean<ReviewDocument[]>();
    return found.map(toEntry);
  };

  return {
    async append(entries) {
      try {
        await insertRows(reviews, entries.map(toDocument), inSession);
      } catch (error) {
        throw isTaken(error) ? new AnswerTaken() : error;
      }
    },
    async findNamed(userId, names) {
      if (names.length === 0) return [];
      const found = await read({ userId, clientEventId: mongoose.trusted({ $in: [...names] }) });
      return found.filter(isAnswer);
    },
    ofCards: (userId, cardIds) => read({ userId, cardId: mongoose.trusted({ $in: [...cardIds] }) }),
    ofSession: (userId, sessionId) =>
      read({ userId, sessionId, kind: mongoose.trusted({ $in: ['answer', 'undo'] }) }),
    async after(userId, seq, most) {
      const later = { userId, seq: mongoose.trusted({ $gt: seq }) } satisfies Owned;
      const found = await reviews.find(later).sort({ seq: 1 }).limit(most).lean<ReviewDocument[]>();
      return found.map(toEntry);
    },
    all: (userId) => read({ userId }),
    async erase(userId) {
      await reviews.deleteMany({ userId });
    },
  };
}
