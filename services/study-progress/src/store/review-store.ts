import { defineKinds, field, insertRows, isDuplicateKey, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import { AnswerTaken } from '../domain/errors.ts';
import type { AnswerEntry, ReviewEntry } from '@kumbuka/schedule';
import type { ReviewStore } from '../use-cases/ports.ts';

const place = { cardId: field.number, deckId: field.number, sessionId: field.text } as const;

export const reviewCollection = defineKinds({
  model: 'Review',
  name: 'reviews',
  fields: { _id: field.text, userId: field.number, seq: field.number, recordedAt: field.date },
  kinds: {
    answer: {
      model: 'Answer',
      fields: {
        ...place,
        rating: field.oneOf(['good', 'again']),
        answeredAt: field.date,
        durationMs: field.number,
        implicitSession: field.flag,
        sessionDeckId: field.numberOrNull,
        clientEventId: String,
        turn: Number,
        offsetMinutes: field.number,
        dayStartHour: field.number,
        parameterVersion: field.number,
        predictedRecall: field.numberOrNull,
      },
    },
    undo: { model: 'Undo', fields: { ...place, undoes: field.text } },
    bury: { model: 'Bury', fields: { ...place, until: field.numberOrNull } },
    finish: {
      model: 'Finish',
      fields: { sessionId: field.text, finishedAt: field.date, xp: field.number },
    },
  },
});
type ReviewDocument = RowOf<typeof reviewCollection>;

const { schema } = reviewCollection;
schema.index({ userId: 1, seq: 1 }, { unique: true });
schema.index(
  { userId: 1, clientEventId: 1 },
  { unique: true, partialFilterExpression: { clientEventId: { $exists: true } } },
);
/** One answer per session and card, plus one for each undone answer. */
schema.index(
  { userId: 1, sessionId: 1, cardId: 1, turn: 1 },
  { unique: true, partialFilterExpression: { turn: { $exists: true } } },
);
schema.index({ userId: 1, cardId: 1, seq: 1 });
schema.index({ userId: 1, sessionId: 1, seq: 1 });

/** Every filter on user data names the learner. */
type Owned = QueryFilter<ReviewDocument> & { userId: number };

const toDocument = ({ id, ...entry }: ReviewEntry): ReviewDocument => ({ _id: id, ...entry });
const toEntry = ({ _id, ...document }: ReviewDocument): ReviewEntry => ({ id: _id, ...document });

const isAnswer = (entry: ReviewEntry): entry is AnswerEntry => entry.kind === 'answer';
/** For bulk inserts the driver reports only the name of the index. */
const isTaken = (error: unknown) => isDuplicateKey(error) && /clientEventId_1|turn_1/.test(error.message);

/** Append-only review log; every read is limited to one learner. */
export function createReviewStore(connection: Connection, session: ClientSession | null = null): ReviewStore {
  const reviews = reviewCollection.on(connection);
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
    async after(userId, seq, limit) {
      const later = { userId, seq: mongoose.trusted({ $gt: seq }) } satisfies Owned;
      const found = await reviews.find(later).sort({ seq: 1 }).limit(limit).lean<ReviewDocument[]>();
      return found.map(toEntry);
    },
    all: (userId) => read({ userId }),
    async erase(userId) {
      await reviews.deleteMany({ userId });
    },
  };
}
