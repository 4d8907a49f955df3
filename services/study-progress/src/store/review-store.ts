import { defineKinds, field, insertRows, isDuplicateKey, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import { AnswerTaken } from '../domain/errors.ts';
import {
  changeSubjects,
  memoryAspects,
  parametersIn,
  storedEntry,
  type ChangedEntry,
  type ChangeUndoneEntry,
  type ReviewEntry,
} from '@kumbuka/schedule';
import type { NamedEntry } from '../domain/answer/answer-outcome.ts';
import type { ReviewStore } from '../use-cases/ports.ts';

export const parameters = {
  version: field.number,
  rule: field.oneNumberOf([1, 2]),
  model: field.oneOf(['fsrs-6']),
  weights: [Number],
  desiredRetention: field.number,
  longestInterval: field.number,
} as const;
/** Also a part of the learner's row. */
export const parametersField = field.partOf(parameters);

const anki = {
  left: field.numberOrNull,
  desiredRetention: field.numberOrNull,
  decay: field.numberOrNull,
  custom: field.textOrNull,
} as const;

const weightsChange = {
  version: field.number,
  reviews: field.number,
  aspect: field.oneOf(memoryAspects),
  isLonger: field.flag,
  answersBefore: field.number,
  answersAfter: field.number,
} as const;

const cardPlace = { cardId: field.number, deckId: field.number } as const;
const place = { ...cardPlace, sessionId: field.text } as const;

const timed = {
  answeredAt: field.date,
  durationMs: field.number,
  offsetMinutes: field.number,
  dayStartHour: field.number,
} as const;

export const reviewCollection = defineKinds({
  model: 'Review',
  name: 'reviews',
  fields: { _id: field.text, userId: field.number, seq: field.number, recordedAt: field.date },
  kinds: {
    reviewed: {
      model: 'Reviewed',
      fields: {
        ...place,
        ...timed,
        rating: field.oneNumberOf([1, 2, 3, 4]),
        implicitSession: field.flag,
        sessionDeckId: field.numberOrNull,
        clientEventId: String,
        turn: Number,
        parameterVersion: field.number,
        predictedRecall: field.numberOrNull,
        dueDay: Number,
        seed: Number,
      },
    },
    practised: {
      model: 'Practised',
      fields: { ...place, ...timed, wasCorrect: field.flag, clientEventId: String },
    },
    undone: {
      model: 'Undone',
      fields: {
        ...cardPlace,
        sessionId: String,
        undoes: field.text,
        dueDay: { ...field.orNull({ type: Number }), required: false },
        changeId: String,
      },
    },
    buried: { model: 'Buried', fields: { ...place, until: field.numberOrNull } },
    rescheduled: {
      model: 'Rescheduled',
      fields: {
        ...cardPlace,
        answerId: field.textOrNull,
        dueDay: field.number,
        reason: field.oneOf(['late-answer', 'parameters', 'absence', 'exam', 'balance']),
        changeId: String,
      },
    },
    'schedule-imported': {
      model: 'ScheduleImported',
      fields: {
        ...cardPlace,
        dueDay: field.number,
        lastDay: field.number,
        stability: field.number,
        difficulty: field.number,
        isDerived: field.flag,
        state: field.oneOf(['learning', 'review', 'relearning']),
        dueAt: field.numberOrNull,
        lastAt: field.numberOrNull,
        interval: field.number,
        ease: field.number,
        lapses: field.number,
        reviews: field.number,
        anki: field.orNull(field.partOf(anki)),
      },
    },
    'history-imported': {
      model: 'HistoryImported',
      fields: {
        ...cardPlace,
        times: [Number],
        ratings: [Number],
        intervals: [Number],
        lastIntervals: [Number],
        durations: [Number],
        factors: [Number],
        kinds: [Number],
      },
    },
    reset: { model: 'Reset', fields: { ...cardPlace, reason: field.oneOf(['learner', 'rewritten']) } },
    'parameters-changed': { model: 'ParametersChanged', fields: { parameters: parametersField } },
    changed: {
      model: 'Changed',
      fields: {
        subject: field.oneOf(changeSubjects),
        cards: field.number,
        weights: { ...field.orNull(field.partOf(weightsChange)), required: false },
      },
    },
    'change-undone': {
      model: 'ChangeUndone',
      fields: { subject: field.oneOf(changeSubjects), changeId: field.text },
    },
    finished: {
      model: 'Finished',
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

/** The parameters of a version. */
schema.index(
  { userId: 1, 'parameters.version': 1 },
  { unique: true, partialFilterExpression: { 'parameters.version': { $exists: true } } },
);

/** Changes that the product made by itself. */
schema.index({ userId: 1, subject: 1, seq: 1 }, { partialFilterExpression: { subject: { $exists: true } } });
/** Parts of a change. */
schema.index(
  { userId: 1, changeId: 1, seq: 1 },
  { partialFilterExpression: { changeId: { $exists: true } } },
);

/** Earlier reviews of imported cards after which a page ends: an entry may hold thousands. */
const packedPerPage = 20_000;

/** Every filter on user data names the learner. */
type Owned = QueryFilter<ReviewDocument> & { userId: number };

const toDocument = ({ id, ...entry }: ReviewEntry): ReviewDocument => ({ _id: id, ...entry });
const toEntry = ({ _id, ...document }: ReviewDocument): ReviewEntry => storedEntry({ id: _id, ...document });

const isChange = (entry: ReviewEntry): entry is ChangedEntry | ChangeUndoneEntry =>
  entry.kind === 'changed' || entry.kind === 'change-undone';
/** Kinds of answers and undos, with their names in older rows, which the type of a row lacks. */
const answerKinds = ['reviewed', 'undone', 'answer', 'undo'] as string[] as ReviewDocument['kind'][];

const isNamed = (entry: ReviewEntry): entry is NamedEntry =>
  entry.kind === 'reviewed' || entry.kind === 'practised';
/** For bulk inserts the driver reports only the name of the index. */
const isTaken = (error: unknown) =>
  isDuplicateKey(error) && /clientEventId_1|turn_1|_id_|version_1/.test(error.message);

/** Documents of a log that are read at once. */
const logBatch = 1_000;

/** Ids of entries that an import restored begin with its id; `;` follows `:`. */
const restoredBy = (importId: string) => mongoose.trusted({ $gt: `${importId}:`, $lt: `${importId};` });

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
      return found.filter(isNamed);
    },
    ofCards: (userId, cardIds) => read({ userId, cardId: mongoose.trusted({ $in: [...cardIds] }) }),
    async parameters(userId, versions) {
      const names = mongoose.trusted({ $in: [...versions] });
      const found = await reviews
        .find({ userId, 'parameters.version': names } satisfies Owned)
        .session(session)
        .lean<ReviewDocument[]>();
      return parametersIn(found.map(toEntry));
    },
    async changes(userId, limit) {
      const found: (ChangedEntry | ChangeUndoneEntry)[] = [];
      // One after another: a transaction takes one command at a time.
      for (const subject of changeSubjects) {
        const ofSubject = await reviews
          .find({ userId, subject } satisfies Owned)
          .sort({ seq: -1 })
          .limit(limit)
          .session(session)
          .lean<ReviewDocument[]>();
        found.push(...ofSubject.map(toEntry).filter(isChange));
      }
      return found.sort((a, b) => b.seq - a.seq).slice(0, limit);
    },
    async ofChange(userId, changeId) {
      const found = await read({ userId, changeId });
      return found.filter((entry) => entry.kind === 'rescheduled');
    },
    async undoneBy(userId, changeId) {
      const found = await read({ userId, changeId });
      return found.filter((entry) => entry.kind === 'undone');
    },
    async ofSession(userId, sessionId) {
      const found = await read({ userId, sessionId });
      return found.filter(({ kind }) => kind === 'reviewed' || kind === 'undone');
    },
    async after(userId, seq, limit) {
      const later = { userId, seq: mongoose.trusted({ $gt: seq }) } satisfies Owned;
      const entries: ReviewEntry[] = [];
      let packed = 0;
      const found = reviews.find(later).sort({ seq: 1 }).limit(limit).lean<ReviewDocument>().cursor();
      for await (const document of found) {
        const entry = toEntry(document);
        entries.push(entry);
        packed += entry.kind === 'history-imported' ? entry.times.length : 0;
        if (packed >= packedPerPage) break;
      }
      return entries;
    },
    async newestAnswers(userId, limit, before) {
      const kind = mongoose.trusted({ $in: answerKinds });
      const earlier = before === undefined ? {} : { seq: mongoose.trusted({ $lt: before }) };
      const found = await reviews
        .find({ userId, kind, ...earlier } satisfies Owned)
        .sort({ seq: -1 })
        .limit(limit)
        .lean<ReviewDocument[]>();
      return found.map(toEntry).toReversed();
    },
    async restoredUpTo(userId, importId) {
      const last = await reviews
        .findOne({ userId, _id: restoredBy(importId) } satisfies Owned)
        // The newest restored entry is near the end of the log; by their ids all of them would be sorted.
        .hint({ userId: 1, seq: 1 })
        .sort({ seq: -1 })
        .session(session)
        .lean<ReviewDocument>();
      return last?.seq ?? 0;
    },
    async removeRestored(userId, importId) {
      await reviews.deleteMany({ userId, _id: restoredBy(importId) } satisfies Owned);
    },
    async since(userId, instant, limit) {
      // Imported histories change no schedule, and each may hold thousands of reviews.
      const kind = mongoose.trusted({ $ne: 'history-imported' as const });
      const newestFirst = reviews.find({ userId, kind } satisfies Owned).sort({ seq: -1 });
      const entries: ReviewEntry[] = [];
      for await (const document of newestFirst.lean<ReviewDocument>().cursor()) {
        if (document.recordedAt < instant) break;
        if (entries.length === limit) return null;
        entries.push(toEntry(document));
      }
      return entries.toReversed();
    },
    async all(userId) {
      const entries: ReviewEntry[] = [];
      const log = reviews
        .find({ userId } satisfies Owned)
        .sort({ seq: 1 })
        .session(session);
      // A long log fits into memory once, but not as documents and entries together.
      for await (const document of log.lean<ReviewDocument>().cursor({ batchSize: logBatch }))
        entries.push(toEntry(document));
      return entries;
    },
    async erase(userId) {
      await reviews.deleteMany({ userId });
    },
  };
}
