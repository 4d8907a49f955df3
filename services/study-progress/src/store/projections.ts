import { defineKinds, field, type KindOf, type RowOf } from '@kumbuka/service-kit';
import type { Connection } from 'mongoose';
import { parameters, parametersField } from './review-store.ts';
import { settingsFields } from './settings-store.ts';

// Without a default, in contrast to `field.numberOrNull`.
const numberOrNull = field.orNull({ type: Number });
const dateOrNull = field.orNull({ type: Date });
const duePairs = { ...field.pairs, required: true } as const;
/** Missing where no new card is left out of study. */
const shelvedNew = { suspended: Number, buried: field.pairs } as const;

const session = {
  sessionId: field.text,
  deckId: field.numberOrNull,
  startedAt: field.date,
  lastAnswerAt: field.date,
  answered: field.number,
  correct: field.number,
  durationMs: field.number,
} as const;
const openSession = { ...session, implicit: field.flag } as const;
const clock = { answeredAt: field.date, offsetMinutes: field.number, dayStartHour: field.number } as const;
const paid = { day: field.number, count: field.number } as const;
const badges = {
  'first-session': dateOrNull,
  'seven-days': dateOrNull,
  'hundred-mastered': dateOrNull,
} as const;
const totals = {
  answers: field.number,
  correct: field.number,
  durationMs: field.number,
  studyDays: field.number,
  cards: field.number,
  studied: field.number,
  learned: field.number,
} as const;
const recentDay = {
  day: field.number,
  answers: field.number,
  focused: field.number,
  reviews: field.number,
  recalled: field.number,
  cards: field.number,
} as const;
const sampledCard = {
  cardId: field.number,
  stability: numberOrNull,
  lastDay: numberOrNull,
  dueDay: numberOrNull,
} as const;

const learner = {
  version: field.number,
  seq: field.number,
  ...settingsFields,
  xp: field.number,
  // Absent before the first answer under named parameters.
  parameters: { ...field.orNull(parametersField), required: false },
  // Absent of learners who never changed them.
  earlierParameters: { ...field.partsOf(parameters), default: undefined, required: false },
  paid: { ...field.orNull(field.partOf(paid)), required: false },
  badges: field.partOf(badges),
  totals: field.partOf(totals),
  due: duePairs,
  shelvedNew,
  recentFrom: { ...numberOrNull, required: false },
  recent: field.partsOf(recentDay),
  // Absent in rows written before statistics existed.
  intervals: { ...field.pairs, required: false },
  runs: duePairs,
  // Absent before the first answer, and in older rows.
  lastClock: { ...field.orNull(field.partOf(clock)), required: false },
  skipped: { type: [Number], default: undefined, required: false },
  durations: [Number],
  sessions: field.partsOf(openSession),
  // When the first open session expires.
  idleAt: Date,
} as const;

const deck = {
  deckId: field.number,
  deckVersion: field.number,
  version: field.number,
  cards: field.number,
  studied: field.number,
  learned: field.number,
  correct: field.number,
  incorrect: field.number,
  due: duePairs,
  shelvedNew,
  // First due day; absent when nothing is scheduled.
  dueDay: Number,
  lastStudiedAt: dateOrNull,
  // Absent in rows written before samples existed.
  sample: { ...field.partsOf(sampledCard), default: null, required: false },
} as const;

const card = {
  deckId: field.number,
  cardId: field.number,
  createdAt: field.date,
  cardVersion: field.number,
  version: field.number,
  correct: field.number,
  incorrect: field.number,
  durationMs: field.number,
  lastStudiedAt: dateOrNull,
  lastDay: numberOrNull,
  dueDay: numberOrNull,
  stability: numberOrNull,
  difficulty: numberOrNull,
  lapses: field.number,
  // The shelf is absent of cards that are not left out of study.
  suspended: Boolean,
  buriedUntil: Number,
  // Absent of cards that hold their note themselves.
  noteId: Number,
} as const;

const removedDeck = { deckId: field.number, deckVersion: field.number, version: field.number } as const;
const removedCard = {
  deckId: field.number,
  cardId: field.number,
  cardVersion: field.number,
  version: field.number,
  lastStudiedAt: dateOrNull,
} as const;
const day = {
  day: field.number,
  answers: field.number,
  // Absent in rows written before statistics existed.
  durationMs: Number,
  hours: { type: [Number], required: false },
} as const;
const finishedSession = { ...session, finishedAt: field.date, xp: field.number } as const;

/**
 * Projections of the log and of deck events, one document per row, distinguished by `kind`. They share one
 * collection so that an answer needs one read and one write command.
 */
export const projectionCollection = defineKinds({
  model: 'Projection',
  name: 'projections',
  fields: { _id: field.text, ownerId: field.number },
  kinds: {
    learner: { model: 'Learner', fields: learner },
    deck: { model: 'Deck', fields: deck },
    card: { model: 'Card', fields: card },
    day: { model: 'Day', fields: day },
    session: { model: 'Session', fields: finishedSession },
    'removed-deck': { model: 'RemovedDeck', fields: removedDeck },
    'removed-card': { model: 'RemovedCard', fields: removedCard },
    // Tombstone of a deleted user, so that late events restore nothing.
    erased: { model: 'Erased', fields: {} },
  },
});
const { schema } = projectionCollection;
/** Cards of a deck (due, new, all) and the learner's decks. */
export const cardsOfDeckIndex = { ownerId: 1, kind: 1, deckId: 1, dueDay: 1, cardId: 1 } as const;
schema.index(cardsOfDeckIndex);
/** Due and new cards, and decks with due cards. */
export const cardsIndex = { ownerId: 1, kind: 1, dueDay: 1, cardId: 1 } as const;
schema.index(cardsIndex);
schema.index({ ownerId: 1, kind: 1, day: 1 });
/** Cards of one note. */
schema.index({ ownerId: 1, noteId: 1 }, { partialFilterExpression: { noteId: { $exists: true } } });
/** When a deck was last studied, after an undo. */
schema.index({ ownerId: 1, deckId: 1, lastStudiedAt: -1 });
/** Learners by id; an answer does not change this index. */
schema.index({ kind: 1, ownerId: 1 }, { partialFilterExpression: { kind: 'learner' } });
/** Learners with a session that will expire. */
schema.index({ idleAt: 1 }, { partialFilterExpression: { idleAt: { $exists: true } } });

export type ProjectionDocument = RowOf<typeof projectionCollection>;
type DocumentOf<Kind> = KindOf<typeof projectionCollection, Kind>;
export type LearnerDocument = DocumentOf<'learner'>;
export type DeckDocument = DocumentOf<'deck'>;
export type CardDocument = DocumentOf<'card'>;
export type RemovedDeckDocument = DocumentOf<'removed-deck'>;
export type RemovedCardDocument = DocumentOf<'removed-card'>;
export type DayDocument = DocumentOf<'day'>;
export type SessionDocument = DocumentOf<'session'>;
export type ErasedDocument = DocumentOf<'erased'>;

/**
 * Projection rows through the plain driver, without Mongoose casting or discriminator filters. Used on the
 * hot paths, where a Mongoose query costs more than the read itself.
 */
export const projectionRowsOf = <Row extends ProjectionDocument = ProjectionDocument>(
  connection: Connection,
) => connection.collection<Row>(projectionCollection.on(connection).collection.name);
