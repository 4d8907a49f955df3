import { Schema, type Connection } from 'mongoose';

/**
 * Everything that is derived from the log and from decks' events, one document a row, told apart by `kind`. One
 * collection, so that an answer reads and writes all of its rows in one command each.
 */
const projection = new Schema(
  {
    _id: String,
    kind: { type: String, required: true },
    ownerId: { type: Number, required: true },
    deckId: Number,
    cardId: Number,
    day: Number,
    dueDay: Number,
    lastStudiedAt: Date,
    idleAt: Date,
  },
  { strict: false, versionKey: false, collection: 'projections' },
);
/** Cards of a deck: due, new, all; and the learner's decks. */
projection.index({ ownerId: 1, kind: 1, deckId: 1, dueDay: 1, cardId: 1 });
/** Due and new cards, and decks with due cards. */
projection.index({ ownerId: 1, kind: 1, dueDay: 1, cardId: 1 });
projection.index({ ownerId: 1, kind: 1, day: 1 });
/** When a deck was last studied, after an undo. */
projection.index({ ownerId: 1, deckId: 1, lastStudiedAt: -1 });
/** Learners with a session that ends by itself. */
projection.index({ idleAt: 1 }, { partialFilterExpression: { idleAt: { $exists: true } } });

/** The review log; entries are only ever added. */
const review = new Schema(
  {
    _id: String,
    kind: { type: String, required: true },
    userId: { type: Number, required: true },
    seq: { type: Number, required: true },
    cardId: Number,
    sessionId: String,
    clientEventId: String,
  },
  { strict: false, versionKey: false, collection: 'reviews' },
);
review.index({ userId: 1, seq: 1 }, { unique: true });
review.index(
  { userId: 1, clientEventId: 1 },
  { unique: true, partialFilterExpression: { clientEventId: { $exists: true } } },
);
review.index({ userId: 1, cardId: 1, seq: 1 });
review.index({ userId: 1, sessionId: 1, seq: 1 });

/** Makes the models of this service known to a connection, so that their collections are prepared. */
export function defineModels(connection: Connection) {
  connection.model('Projection', projection);
  connection.model('Review', review);
}
