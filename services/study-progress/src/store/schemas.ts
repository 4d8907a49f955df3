import { Schema } from 'mongoose';

const required = { type: Number, required: true };
const requiredDate = { type: Date, required: true };
const owned = { _id: { type: String, required: true }, ownerId: required };
const part = { _id: false, strict: 'throw' } as const;
const pairs = { type: [[Number]], required: true };
/** Missing where no new card is left out of study. */
const shelvedNew = { suspended: Number, buried: [[Number]] };

/**
 * Projections of the log and of deck events, one document per row, distinguished by `kind`. They share one
 * collection so that an answer needs one read and one write command.
 */
export const projectionSchema = new Schema(owned, {
  strict: 'throw',
  versionKey: false,
  collection: 'projections',
  discriminatorKey: 'kind',
});
/** Cards of a deck (due, new, all) and the learner's decks. */
export const cardsOfDeckIndex = { ownerId: 1, kind: 1, deckId: 1, dueDay: 1, cardId: 1 } as const;
projectionSchema.index(cardsOfDeckIndex);
/** Due and new cards, and decks with due cards. */
export const cardsIndex = { ownerId: 1, kind: 1, dueDay: 1, cardId: 1 } as const;
projectionSchema.index(cardsIndex);
projectionSchema.index({ ownerId: 1, kind: 1, day: 1 });
/** When a deck was last studied, after an undo. */
projectionSchema.index({ ownerId: 1, deckId: 1, lastStudiedAt: -1 });
/** Learners with a session that will expire. */
projectionSchema.index({ idleAt: 1 }, { partialFilterExpression: { idleAt: { $exists: true } } });

const session = {
  sessionId: { type: String, required: true },
  deckId: { type: Number, default: null },
  startedAt: requiredDate,
  lastAnswerAt: requiredDate,
  answered: required,
  correct: required,
  durationMs: required,
};
const recentDay = {
  day: required,
  answers: required,
  focused: required,
  reviews: required,
  recalled: required,
  cards: required,
};

/** Missing in rows written before they could be chosen. */
const laterSettings = {
  zoneFollowsDevice: Boolean,
  advancesAutomatically: Boolean,
  portionSize: Number,
  focusMode: Boolean,
  singleKeyShortcuts: Boolean,
};

export const learnerSchema = new Schema(
  {
    version: required,
    seq: required,
    timezone: { type: String, required: true },
    dayStartHour: required,
    weeklyGoal: required,
    targetDays: required,
    ...laterSettings,
    xp: required,
    paid: new Schema({ day: required, count: required }, part),
    badges: new Schema({ 'first-session': Date, 'seven-days': Date, 'hundred-mastered': Date }, part),
    totals: new Schema(
      {
        answers: required,
        correct: required,
        durationMs: required,
        studyDays: required,
        mastered: required,
        cards: required,
        studied: required,
        learned: required,
      },
      part,
    ),
    due: pairs,
    shelvedNew,
    recentFrom: Number,
    recent: [new Schema(recentDay, part)],
    intervals: [[Number]],
    runs: pairs,
    durations: [Number],
    sessions: [new Schema({ ...session, implicit: { type: Boolean, required: true } }, part)],
    idleAt: Date,
  },
  { strict: 'throw' },
);

export const deckSchema = new Schema(
  {
    deckId: required,
    deckVersion: required,
    version: required,
    cards: required,
    studied: required,
    learned: required,
    correct: required,
    incorrect: required,
    due: pairs,
    shelvedNew,
    dueDay: Number,
    lastStudiedAt: Date,
    sample: {
      type: [new Schema({ cardId: required, stability: Number, lastDay: Number, dueDay: Number }, part)],
      default: null,
    },
  },
  { strict: 'throw' },
);

export const cardSchema = new Schema(
  {
    deckId: required,
    cardId: required,
    createdAt: requiredDate,
    cardVersion: required,
    version: required,
    correct: required,
    incorrect: required,
    durationMs: required,
    lastStudiedAt: Date,
    lastDay: Number,
    dueDay: Number,
    stability: Number,
    difficulty: Number,
    lapses: required,
    suspended: Boolean,
    buriedUntil: Number,
  },
  { strict: 'throw' },
);

export const removedDeckSchema = new Schema(
  { deckId: required, deckVersion: required, version: required },
  { strict: 'throw' },
);
export const removedCardSchema = new Schema(
  { deckId: required, cardId: required, cardVersion: required, version: required, lastStudiedAt: Date },
  { strict: 'throw' },
);
/** `durationMs` and `hours` are missing in rows written before statistics existed. */
export const daySchema = new Schema(
  { day: required, answers: required, durationMs: Number, hours: [Number] },
  { strict: 'throw' },
);
export const sessionSchema = new Schema(
  { ...session, finishedAt: requiredDate, xp: required },
  { strict: 'throw' },
);
/** Tombstone of a deleted user, so that late events restore nothing. */
export const erasedSchema = new Schema({}, { strict: 'throw' });

/** Settings of learners; the learner's row holds a copy, so that reads need one query. */
export const settingsSchema = new Schema(
  {
    _id: required,
    timezone: { type: String, required: true },
    dayStartHour: required,
    weeklyGoal: required,
    targetDays: required,
    ...laterSettings,
  },
  { strict: 'throw', versionKey: false, collection: 'settings' },
);

const entry = {
  _id: { type: String, required: true },
  userId: required,
  seq: required,
  recordedAt: requiredDate,
};

/** Append-only review log. */
export const reviewSchema = new Schema(entry, {
  strict: 'throw',
  versionKey: false,
  collection: 'reviews',
  discriminatorKey: 'kind',
});
reviewSchema.index({ userId: 1, seq: 1 }, { unique: true });
reviewSchema.index(
  { userId: 1, clientEventId: 1 },
  { unique: true, partialFilterExpression: { clientEventId: { $exists: true } } },
);
/** One answer per session and card, plus one for each undone answer. */
reviewSchema.index(
  { userId: 1, sessionId: 1, cardId: 1, turn: 1 },
  { unique: true, partialFilterExpression: { turn: { $exists: true } } },
);
reviewSchema.index({ userId: 1, cardId: 1, seq: 1 });
reviewSchema.index({ userId: 1, sessionId: 1, seq: 1 });

const place = { cardId: required, deckId: required, sessionId: { type: String, required: true } };

export const answerSchema = new Schema(
  {
    ...place,
    rating: { type: String, enum: ['good', 'again'], required: true },
    answeredAt: requiredDate,
    durationMs: required,
    implicitSession: { type: Boolean, required: true },
    sessionDeckId: { type: Number, default: null },
    clientEventId: String,
    turn: Number,
    offsetMinutes: required,
    dayStartHour: required,
    parameterVersion: required,
    predictedRecall: { type: Number, default: null },
  },
  { strict: 'throw' },
);
export const undoSchema = new Schema(
  { ...place, undoes: { type: String, required: true } },
  { strict: 'throw' },
);
export const burySchema = new Schema(
  { ...place, until: { type: Number, default: null } },
  { strict: 'throw' },
);
export const finishSchema = new Schema(
  { sessionId: { type: String, required: true }, finishedAt: requiredDate, xp: required },
  { strict: 'throw' },
);
