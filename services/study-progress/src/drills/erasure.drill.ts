import { createErasureRace, type ErasureRace } from '@kumbuka/service-kit/testing';
import {
  attemptsIn,
  eraseBeforeEachWrite,
  eraseUser,
  missingIn,
  type RestOptions,
  startStack,
  type TestStack,
} from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSettings } from '../domain/learner/learner.ts';
import { createReviewStore } from '../store/review-store.ts';
import { betterWeights, fitWeightsOn } from '../testing/fit-weights-on.ts';
import { addDeck, answer, startStudyTest, type StudyTest } from '../testing/study-suite.ts';
import { createUseCases, type UseCases } from '../use-cases/use-cases.ts';

let stack: TestStack;
let race: ErasureRace;
/** Its writes are held while `eraser`, another process on the same stores, erases the learner. */
let study: StudyTest;
let eraser: StudyTest;
/** No idle session ends by itself. */
const idle = { sweepMs: 3_600_000 };
const start = '2026-03-04T09:00:00Z';

beforeAll(async () => {
  stack = await startStack();
  race = await createErasureRace(stack.mongo.port, 'kumbuka_study_progress');
  eraser = await startStudyTest(start, { ...idle, stack });
  study = await startStudyTest(start, { ...idle, beside: eraser, mongoOf: () => race.mongo });
});
afterAll(async () => {
  await study.stop();
  await eraser.stop();
  race.stop();
  await stack.stop();
});

/** Keep the id of an erased account, by design: events, the record of its deletion. */
const remaining = ['outbox', 'deletion_steps'];

interface Learner {
  userId: number;
  deckId: number;
  cardIds: number[];
  eventId: string;
  sessionId: string;
}

let learners = 0;
const keyed = ({ userId }: Learner): RestOptions => ({
  as: userId,
  headers: { 'idempotency-key': randomUUID() },
});

/** Has answered a card in a session. */
async function aLearner(): Promise<Learner> {
  const userId = 7_300_000_000 + ++learners;
  const deckId = 100_000 + learners;
  const cardIds = [1, 2].map((card) => 200_000 + learners * 10 + card);
  await addDeck(eraser, userId, deckId, cardIds);
  const learner = { userId, deckId, cardIds, eventId: randomUUID(), sessionId: randomUUID() };
  const session = { client_event_id: learner.eventId, session_id: learner.sessionId };
  expect((await answer(eraser, learner, cardIds[0] ?? 0, session)).status).toBe(201);
  return learner;
}

/** The answered card is due in two days; at 97 % it moves to tomorrow. */
async function replan(learner: Learner) {
  await study.graphql(
    'mutation { updateStudySettings(input: { rememberPercent: 97 }) { xp } }',
    {},
    keyed(learner),
  );
  return study.graphql('mutation { replanCards { id } }', {}, keyed(learner));
}

const practised = ({ deckId, cardIds }: Learner) => ({
  kind: 'practised' as const,
  id: 'p',
  recordedAt: '2026-01-01T09:00:00.000Z',
  answeredAt: '2026-01-01T09:00:00.000Z',
  durationMs: 1,
  offsetMinutes: 0,
  dayStartHour: 4,
  wasCorrect: true,
  sessionId: 's',
  cardId: cardIds[0] ?? 0,
  deckId,
});

/** Stores an entry of an import whose log is being restored. */
async function beginRestoring(learner: Learner, importId: string) {
  const at = new Date('2026-01-01T09:00:00Z');
  const times = { recordedAt: at, answeredAt: at, userId: learner.userId, seq: 1_000 };
  const entry = { ...practised(learner), ...times, id: `${importId}:first` };
  await createReviewStore(eraser.connection).append([entry]);
}

type Attempt = (learner: Learner) => () => Promise<unknown>;
const mutate =
  (document: string, inputOf: (learner: Learner) => object): Attempt =>
  (learner) =>
  () =>
    study.graphql(document, { input: inputOf(learner) }, keyed(learner));

/** Attempts by use case; null for use cases that write nothing, or, as the sweep, only what the request does too. */
const attempts: Partial<Record<keyof UseCases, Attempt | null>> = {
  recordAnswer: (learner) => () => answer(study, learner, learner.cardIds[1] ?? 0),
  recordAnswers: mutate(
    'mutation ($input: RecordAnswersInput!) { recordAnswers(input: $input) { stats { xp } } }',
    ({ deckId, cardIds }) => ({
      answers: cardIds.map((id) => ({
        deckId: String(deckId),
        flashcardId: String(id),
        wasCorrect: true,
        timeSpentMinutes: 0.1,
        clientEventId: randomUUID(),
      })),
    }),
  ),
  studyInvented:
    ({ userId, deckId }) =>
    () =>
      study.rest('POST', '/internal/users/invented-study', { body: { userId, deckIds: [deckId] } }),
  undoAnswer: mutate(
    'mutation ($input: UndoAnswerInput!) { undoAnswer(input: $input) { stats { xp } } }',
    ({ eventId }) => ({ clientEventId: eventId }),
  ),
  undoSession: mutate(
    'mutation ($input: UndoSessionInput!) { undoSession(input: $input) { id } }',
    ({ sessionId }) => ({ sessionId }),
  ),
  buryCard: mutate(
    'mutation ($input: BuryFlashcardInput!) { buryFlashcard(input: $input) { id } }',
    ({ deckId, cardIds, sessionId }) => ({
      deckId: String(deckId),
      flashcardId: String(cardIds[1]),
      sessionId,
      buried: true,
    }),
  ),
  resetCard: mutate(
    'mutation ($input: ResetFlashcardInput!) { resetFlashcard(input: $input) { id } }',
    ({ deckId, cardIds }) => ({ deckId: String(deckId), flashcardId: String(cardIds[0]) }),
  ),
  finishSession: (learner) => () =>
    study.rest('POST', `/study-sessions/${learner.sessionId}/finish`, keyed(learner)),
  finishIdleSessions: null,
  updateStudySettings: mutate(
    'mutation ($input: StudySettingsInput!) { updateStudySettings(input: $input) { xp } }',
    () => ({ weeklyGoal: 77, advancesAutomatically: false, timezone: 'Africa/Nairobi' }),
  ),
  updateDeckSettings: mutate(
    'mutation ($input: DeckStudySettingsInput!) { updateDeckStudySettings(input: $input) { id } }',
    ({ deckId }) => ({ deckId: String(deckId), rememberPercent: 95, newCardsPerDay: 3 }),
  ),
  setReminder: mutate('mutation ($input: SetReminderInput!) { setReminder(input: $input) { hour } }', () => ({
    hour: 18,
    channel: 'MAIL',
  })),
  readReminder: null,
  stopReminders: null,
  sendReminder: null,
  replanCards: (learner) => () => replan(learner),
  undoChange: (learner) => async () => {
    const changeId = (await replan(learner)).data?.replanCards?.id;
    if (changeId === undefined) return;
    const document = 'mutation ($input: UndoStudyChangeInput!) { undoStudyChange(input: $input) { id } }';
    await study.graphql(document, { input: { changeId } }, keyed(learner));
  },
  readReplanning: null,
  listChanges: null,
  importStudy:
    ({ userId, deckId, cardIds }) =>
    () =>
      study.rest('POST', `/internal/learners/${userId}/imported-study`, {
        body: {
          deckId,
          cards: cardIds.map((cardId) => ({
            cardId,
            createdAt: '2026-01-01T00:00:00.000Z',
            cardVersion: 1,
            suspended: false,
            history: {
              times: [Date.parse('2026-01-05T08:00:00Z')],
              ratings: [3],
              intervals: [1],
              lastIntervals: [0],
              durations: [4],
              factors: [2_500],
              kinds: [0],
            },
          })),
        },
      }),
  fitWeights: ({ userId }) => {
    const fit = fitWeightsOn(race.mongo.connection, study.clock, async () => betterWeights(0.3));
    return () => fit(userId);
  },
  readMemoryTable: null,
  readSlipping: null,
  findLearner: null,
  findDecks: null,
  findCards: null,
  listAllDecks: null,
  readStats: null,
  readDashboard: null,
  readDueDecks: null,
  readReviewDays: null,
  readStatistics: null,
  readStudiedDecks: null,
  readCalibration: null,
  readPastDay: null,
  readExam: null,
  countAnswersOf: null,
  readReviewLog: null,
  exportStudy: null,
  readStudyLogHead: null,
  readStudyLog: null,
  restoreStudyLog: (learner) => {
    const importId = randomUUID();
    return async () => {
      await beginRestoring(learner, importId);
      const body = { importId, total: 1_001, parameters: [], from: 1_001, entries: [practised(learner)] };
      await study.rest('POST', `/internal/learners/${learner.userId}/restored-log`, { body });
    };
  },
  // Only reads, and otherwise removes.
  checkRestoredLog: null,
  finishRestoring:
    ({ userId }) =>
    () =>
      study.rest('POST', `/internal/learners/${userId}/restored-log/fold`, {
        body: {
          importId: randomUUID(),
          settings: { ...newSettings, weeklyGoal: 99 },
          fit: { at: start, seq: 1, reviews: 400 },
        },
      }),
  removeRestoredLog: (learner) => {
    const importId = randomUUID();
    return async () => {
      await beginRestoring(learner, importId);
      await study.rest('POST', `/internal/learners/${learner.userId}/restored-log/removal`, {
        body: { importId },
      });
    };
  },
  readSession: null,
  readRecentSessions: null,
  readSessionAnswers: null,
  listProgress: null,
  listDeckProgress: null,
  readStudyQueue: null,
  readStudyOrder: null,
  readMemories: null,
  eraseLearner: null,
};

const written = attemptsIn(attempts);

it('every use case is in the table of erasures', () => {
  expect(missingIn(attempts, createUseCases)).toEqual([]);
});

describe('a learner who is erased', () => {
  it.each(written)(
    'while %s runs leaves no row but the tombstone',
    { timeout: 120_000 },
    async (_name, prepare) => {
      const writes = await eraseBeforeEachWrite({
        race,
        remaining: [...remaining, 'projections'],
        aLearner,
        prepare,
        erase: ({ userId }) => eraseUser(eraser, userId),
        textsOf: ({ userId }) => [userId],
        async expectMore({ userId }) {
          expect((await eraser.rows(userId)).map(({ kind }) => kind)).toEqual(['erased']);
        },
      });
      expect(writes).toBeGreaterThan(0);
    },
  );
});
