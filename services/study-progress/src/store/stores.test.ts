import { createOutbox, uuidV7 } from '@kumbuka/event-bus';
import { createIdempotency, createTransactions } from '@kumbuka/service-kit';
import type { ClientSession } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toEnvelope } from '../events/publishes.ts';
import {
  aLearnerWithDeck,
  answer,
  startStudyTest,
  type LearnerWithDeck,
  type StudyTest,
} from '../testing/study-suite.ts';
import { finishSession } from '../use-cases/session/finish-sessions.ts';
import { followCard, followDeck, forgetCard, forgetDeck } from '../use-cases/deck/follow-decks.ts';
import type { Transact, UnitOfWork } from '../use-cases/ports.ts';
import { rebuildLearner } from '../use-cases/learner/rebuild-learner.ts';
import { recordAnswers } from '../use-cases/answer/record-answers.ts';
import { undoAnswer } from '../use-cases/answer/undo-answer.ts';
import { updateStudySettings } from '../use-cases/learner/update-study-settings.ts';
import { projectionCollection } from './projections.ts';
import { reviewCollection } from './review-store.ts';
import { createStores, createStoresIn } from './stores.ts';

let test: StudyTest;
let learner: LearnerWithDeck;
beforeAll(async () => {
  test = await startStudyTest(undefined, { sweepMs: 60_000 });
  learner = await aLearnerWithDeck(test, 3);
  await answer(test, learner, learner.cardIds[0] ?? 0, { session_id: 'open', client_event_id: 'given' });
});
afterAll(() => test.stop());

/** Runs work in a transaction that is always aborted. */
async function aborted<Result>(work: (session: ClientSession) => Promise<Result>): Promise<Result> {
  const session = await test.connection.startSession();
  try {
    session.startTransaction();
    return await work(session);
  } finally {
    await session.abortTransaction();
    await session.endSession();
  }
}

const within = (session: ClientSession) =>
  createTransactions({
    connection: test.connection,
    outbox: createOutbox({ connection: test.connection }),
    idempotency: createIdempotency({ connection: test.connection, secrets: ['secret of the tests'] }),
    storesIn: (its: ClientSession) => createStoresIn(test.connection, its),
    toEnvelope,
  }).within(session);
const transact: Transact = (_ownerId, work) => aborted((session) => within(session)(work));

async function everything() {
  const names = ['projections', 'reviews', 'outbox'];
  const found = await Promise.all(
    names.map((name) =>
      test.connection
        .collection(name)
        .find({}, { projection: { sent: 0, sentAt: 0 } })
        .toArray(),
    ),
  );
  return JSON.stringify(found);
}

const ports = () => ({
  ...createStores(test.connection),
  transact,
  now: () => test.clock.now(),
  newId: uuidV7,
  ownership: { findCard: async () => null, findDeck: async () => null },
  countAnswers: async () => undefined,
});
const now = () => test.clock.now();
const submitted = () => ({
  deckId: learner.deckId,
  cardId: learner.cardIds[1] ?? 0,
  wasCorrect: true,
  minutes: 1,
  sessionDeckId: null,
});
const card = () => ({ ownerId: learner.userId, deckId: learner.deckId, cardId: 999, cardVersion: 1 });
const deck = (deckId: number) => ({ ownerId: learner.userId, deckId, deckVersion: 2 });
const onUnit = (work: (unit: UnitOfWork) => Promise<unknown>) => () => transact(learner.userId, work);

describe('a transaction that is aborted leaves nothing behind of', () => {
  const late = () => ({
    ...submitted(),
    cardId: learner.cardIds[0] ?? 0,
    answeredAt: new Date('2026-02-20T00:00:00Z'),
  });
  const cases: [string, () => Promise<unknown>][] = [
    ['answers', () => recordAnswers(ports())([submitted(), late()], learner)],
    ['an undo', () => undoAnswer(ports())('given', learner)],
    ['the end of a session', () => finishSession(ports())('open', learner)],
    ['settings', () => updateStudySettings(ports())({ weeklyGoal: 99, timezone: 'UTC' }, learner)],
    ['a deck', onUnit((unit) => followDeck(unit, now)(deck(998)))],
    ['a card', onUnit((unit) => followCard(unit, now)({ ...card(), createdAt: new Date(0) }))],
    [
      'a removed card',
      onUnit((unit) => forgetCard(unit, now)({ ...card(), cardId: learner.cardIds[0] ?? 0 })),
    ],
    ['a deleted deck', onUnit((unit) => forgetDeck(unit, now)(deck(learner.deckId)))],
    ['a deleted user', onUnit((unit) => unit.studies.markErased(learner.userId))],
    [
      'a rebuild',
      () =>
        rebuildLearner({ ...ports(), ownerships: { ofOwner: async () => ({ decks: [], cards: [] }) } })(
          learner.userId,
        ),
    ],
  ];
  it.each(cases)('%s', async (_what, work) => {
    const before = await everything();
    await work();
    expect(await everything()).toBe(before);
  });
});

it('every row and every entry fits its schema, whatever was written', async () => {
  await answer(test, learner, learner.cardIds[1] ?? 0, { session_id: 'ended' });
  await test.rest('POST', '/study-sessions/ended/finish', { as: learner.userId });
  const practised = `mutation { recordAnswers(input: { answers: [{
    deckId: "${learner.deckId}", flashcardId: "${learner.cardIds[0]}", wasCorrect: true, timeSpentMinutes: 0.1,
    clientEventId: "again", sessionId: "ended", isPractice: true
  }] }) { results { errorCode } } }`;
  expect((await test.graphql(practised, {}, { as: learner.userId })).errors).toBeUndefined();
  const undo = `mutation { undoAnswer(input: { clientEventId: "given" }) { flashcard { id } } }`;
  expect((await test.graphql(undo, {}, { as: learner.userId })).errors).toBeUndefined();
  const projections = projectionCollection.on(test.connection);
  const reviews = reviewCollection.on(test.connection);
  const rows = await test.connection.collection('projections').find().toArray();
  const entries = await test.connection.collection('reviews').find().toArray();
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set(['learner', 'deck', 'card', 'day', 'session']),
  );
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(
    new Set(['parameters-changed', 'reviewed', 'practised', 'undone', 'finished']),
  );
  for (const row of rows) await new projections(row).validate();
  for (const entry of entries) await new reviews(entry).validate();
});

describe('every list is found by an index', () => {
  const explained = async (filter: object, sort?: Record<string, 1 | -1>, name = 'projections') => {
    const cursor = test.connection.collection(name).find(filter);
    const { queryPlanner } = await (sort ? cursor.sort(sort) : cursor).explain();
    return JSON.stringify(queryPlanner.winningPlan);
  };
  const ownerId = 1;
  it.each([
    ['cards that are due', { ownerId, kind: 'card', dueDay: { $lte: 20_500 } }, undefined],
    [
      'cards of a deck that are due',
      { ownerId, kind: 'card', deckId: 1, dueDay: { $lte: 20_500 } },
      undefined,
    ],
    ['new cards by id', { ownerId, kind: 'card', dueDay: null }, { cardId: 1 }],
    ['new cards of a deck by id', { ownerId, kind: 'card', deckId: 1, dueDay: null }, { cardId: 1 }],
    ['answered cards', { ownerId, kind: 'card', dueDay: { $gte: 0 } }, undefined],
    ['all decks', { ownerId, kind: 'deck', deckId: { $gte: 0 } }, undefined],
    ['decks that are due', { ownerId, kind: 'deck', dueDay: { $lte: 20_500 } }, undefined],
    ['cards of some decks', { ownerId, kind: 'card', deckId: { $in: [1, 2] } }, undefined],
    ['days', { ownerId, kind: 'day', day: { $gte: 1, $lte: 9 } }, undefined],
    ['learners with an idle session', { idleAt: { $lte: new Date(0) } }, undefined],
  ] as const)('%s', async (_what, filter, sort) => {
    const plan = await explained(filter, sort);
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
    expect(plan).not.toMatch(/"stage":"SORT"/);
  });
  it.each([
    ['answers by their names', { userId: 1, clientEventId: { $in: ['a', 'b'] } }],
    ['the log of cards', { userId: 1, cardId: { $in: [1, 2] } }],
    ['the log of a session', { userId: 1, sessionId: 's' }],
    ['the whole log', { userId: 1 }],
  ] as const)('%s', async (_what, filter) => {
    const plan = await explained(filter, undefined, 'reviews');
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });
});
