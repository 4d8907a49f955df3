import {
  cardAdded,
  cardsAdded,
  cardMoved,
  cardRemoved,
  cardSuspensionChanged,
  deckCreated,
  deckDeleted,
  internalHeaders,
  userDeleted,
} from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import {
  buildTestService,
  eventsOf,
  publishEvents,
  testInternalKey,
  type TestService,
  type TestStack,
} from '@kumbuka/testing';
import type { Mongo } from '@kumbuka/service-kit';
import Fastify from 'fastify';
import mongoose, { type Connection } from 'mongoose';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import type { ReviewEntry } from '@kumbuka/schedule';
import { projectionCollection, type ProjectionDocument } from '../store/projections.ts';
import { createReviewStore } from '../store/review-store.ts';

const database = 'kumbuka_study_progress';
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const longAgo = '2026-01-01T00:00:00.000Z';

/** Clock controlled by the test. */
export function createClock(start: string) {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    set: (instant: string) => void (at = Date.parse(instant)),
    minutesAgo: (minutes: number) => new Date(at - minutes * minuteMs).toISOString(),
    addMinutes: (minutes: number) => void (at += minutes * minuteMs),
    addDays: (days: number) => void (at += days * dayMs),
  };
}
export type Clock = ReturnType<typeof createClock>;

interface OwnedCard {
  cardId: number;
  deckId: number;
  ownerId: number;
  createdAt: string;
  cardVersion: number;
  suspended?: boolean;
  noteId?: number;
}

/** Serves the internal routes of the decks service. */
async function startDecks() {
  const cards = new Map<number, OwnedCard>();
  const decks = new Map<
    number,
    { deckId: number; ownerId: number; createdAt: string; deckVersion: number; progressVersion?: number }
  >();
  let calls = 0;
  let delays: number[] = [];
  const app = Fastify();
  app.addHook('onRequest', async (request, reply) => {
    calls += 1;
    const delay = delays.shift() ?? 0;
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    if (request.headers[internalHeaders.key] !== testInternalKey) await reply.status(403).send({});
  });
  const missing = (code: string) => ({ error: 'It does not exist.', code, requestId: 'test' });
  app.get<{ Params: { id: string } }>('/internal/cards/:id', async ({ params }, reply) => {
    const card = cards.get(Number(params.id));
    return card ?? reply.status(404).send(missing('FLASHCARD_NOT_FOUND'));
  });
  app.get<{ Params: { id: string } }>('/internal/decks/:id', async ({ params }, reply) => {
    const deck = decks.get(Number(params.id));
    return deck ?? reply.status(404).send(missing('DECK_NOT_FOUND'));
  });
  app.get('/internal/owners', async () => {
    const ids = [...new Set([...decks.values()].map(({ ownerId }) => ownerId))].sort((a, b) => a - b);
    return { owners: ids.map((ownerId) => ({ ownerId, erased: false })), next: null };
  });
  app.get<{ Params: { id: string } }>('/internal/owners/:id/ownership', async ({ params }) => {
    const isOwned = ({ ownerId }: { ownerId: number }) => ownerId === Number(params.id);
    const owned = [...decks.values()].filter(isOwned);
    return {
      decks: owned.map((deck) => ({ progressVersion: 0, ...deck })),
      cards: [...cards.values()].filter(isOwned),
      next: null,
    };
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    cards,
    decks,
    calls: () => calls,
    add(ownerId: number, deckId: number, cardIds: readonly number[]) {
      const made = { ownerId, deckId, createdAt: longAgo };
      decks.set(deckId, { ...made, deckVersion: 1 });
      for (const cardId of cardIds) cards.set(cardId, { ...made, cardId, cardVersion: 1 });
    },
    /** An older version changes nothing. */
    move(cardId: number, deckId: number, cardVersion: number) {
      const card = cards.get(cardId);
      if (card && cardVersion > card.cardVersion) cards.set(cardId, { ...card, deckId, cardVersion });
    },
    removeDeck(deckId: number) {
      decks.delete(deckId);
      for (const card of cards.values()) if (card.deckId === deckId) cards.delete(card.cardId);
    },
    /** Delays of the next responses in milliseconds. */
    delay: (...next: number[]) => void (delays = next),
    stop: () => app.close(),
  };
}
type Decks = Awaited<ReturnType<typeof startDecks>>;

export interface StudyTest extends TestService {
  clock: Clock;
  decks: Decks;
  connection: Connection;
  rows(userId: number): Promise<ProjectionDocument[]>;
  log(userId: number): Promise<ReviewEntry[]>;
  events(): ReturnType<typeof eventsOf>;
  publish(events: Parameters<typeof publishEvents>[1]): Promise<void>;
}

let nextId = 1_000;
/** Returns an id that no other test of the file uses. */
export const freshId = () => ++nextId;

/** Starts the service on the embedded stack, with a controlled clock and a small decks service. */
export async function startStudyTest(
  start = '2026-03-04T09:00:00Z',
  more: {
    mongoOf?: (url: string, database: string) => Mongo;
    sweepMs?: number;
    remindMs?: number;
    writesPerMinute?: number;
    answersPerMinute?: number;
    readsPerMinute?: number;
    /** Variables of the service that replace those of the stack. */
    env?: Record<string, string>;
    stack?: TestStack;
    /** Instance with the same stores, decks and learners. */
    beside?: StudyTest;
  } = {},
): Promise<StudyTest> {
  const clock = createClock(start);
  const decks = more.beside?.decks ?? (await startDecks());
  const stack = more.beside?.stack ?? more.stack;
  const service = await buildTestService(
    (config: ReturnType<typeof loadConfig>) =>
      createApp(config, {
        now: clock.now,
        sweepMs: more.sweepMs ?? 200,
        remindMs: more.remindMs ?? 3_600_000,
        ...(more.mongoOf ? { mongo: more.mongoOf(config.mongo.url, database) } : {}),
      }),
    loadConfig,
    {
      env: {
        DECKS_URL: decks.url,
        WRITES_PER_MINUTE: String(more.writesPerMinute ?? 100_000),
        ANSWERS_PER_MINUTE: String(more.answersPerMinute ?? 1_000_000),
        READS_PER_MINUTE: String(more.readsPerMinute ?? 1_000_000_000),
        ...more.env,
      },
      ...(stack ? { stack } : {}),
      ...(more.beside ? { auth: more.beside.auth } : {}),
    },
  );
  const connection = await mongoose.createConnection(service.stack.mongo.uri(database)).asPromise();
  return {
    ...service,
    clock,
    decks,
    connection,
    rows: (ownerId) =>
      projectionCollection.on(connection).find({ ownerId }).lean<ProjectionDocument[]>().exec(),
    log: (userId) => createReviewStore(connection).all(userId),
    events: () => eventsOf(service.stack, database),
    publish: (events) => publishEvents(service.stack, events),
    async stop() {
      await connection.close();
      await service.stop();
      if (!more.beside) await decks.stop();
    },
  };
}

const at = (instant: string) => new Date(instant);

export const events = {
  deckCreated: (ownerId: number, deckId: number, version = 1) =>
    newEvent(deckCreated, {
      key: ownerId,
      aggregate: { id: deckId, version },
      occurredAt: at(longAgo),
      data: { userId: ownerId, deckId, catalogId: null, createdAt: longAgo },
    }),
  deckDeleted: (ownerId: number, deckId: number, version = 2) =>
    newEvent(deckDeleted, {
      key: ownerId,
      aggregate: { id: deckId, version },
      occurredAt: at(longAgo),
      data: { userId: ownerId, deckId, cardCount: 0, deletedAt: longAgo },
    }),
  cardAdded: (ownerId: number, deckId: number, cardId: number, createdAt = longAgo, version = 1) =>
    newEvent(cardAdded, {
      key: ownerId,
      aggregate: { id: cardId, version },
      occurredAt: at(createdAt),
      data: { userId: ownerId, deckId, cardId, createdAt },
    }),
  cardsAdded: (
    ownerId: number,
    deckId: number,
    cardIds: number[],
    createdAt = longAgo,
    noteIds?: { cardId: number; noteId: number }[],
  ) =>
    newEvent(cardsAdded, {
      key: ownerId,
      aggregate: { id: cardIds[0] ?? 0, version: 1 },
      occurredAt: at(createdAt),
      data: { userId: ownerId, deckId, cardIds, ...(noteIds ? { noteIds } : {}), createdAt },
    }),
  cardMoved: (
    ownerId: number,
    move: { cardId: number; fromDeckId: number; deckId: number; suspended?: boolean },
    version = 2,
  ) =>
    newEvent(cardMoved, {
      key: ownerId,
      aggregate: { id: move.cardId, version },
      occurredAt: at(longAgo),
      data: { userId: ownerId, suspended: false, ...move, createdAt: longAgo, movedAt: longAgo },
    }),
  cardSuspended: (ownerId: number, deckId: number, cardId: number, suspended: boolean, version: number) =>
    newEvent(cardSuspensionChanged, {
      key: ownerId,
      aggregate: { id: cardId, version },
      occurredAt: at(longAgo),
      data: { userId: ownerId, deckId, cardId, suspended, changedAt: longAgo },
    }),
  cardRemoved: (ownerId: number, deckId: number, cardId: number, version = 2) =>
    newEvent(cardRemoved, {
      key: ownerId,
      aggregate: { id: cardId, version },
      occurredAt: at(longAgo),
      data: { userId: ownerId, deckId, cardId, removedAt: longAgo },
    }),
  userDeleted: (userId: number) =>
    newEvent(userDeleted, {
      key: userId,
      aggregate: { id: userId, version: 9 },
      occurredAt: at(longAgo),
      data: { userId, deletedAt: longAgo },
    }),
};

export interface LearnerWithDeck {
  userId: number;
  deckId: number;
  cardIds: number[];
}
export const first = ({ cardIds }: LearnerWithDeck) => cardIds[0] ?? 0;

/** Creates a learner with a deck of some cards through events. */
export async function aLearnerWithDeck(test: StudyTest, cards = 3): Promise<LearnerWithDeck> {
  const [userId, deckId] = [freshId(), freshId()];
  const cardIds = Array.from({ length: cards }, freshId);
  await addDeck(test, userId, deckId, cardIds);
  return { userId, deckId, cardIds };
}

export async function addDeck(test: StudyTest, userId: number, deckId: number, cardIds: readonly number[]) {
  test.decks.add(userId, deckId, cardIds);
  await test.publish([
    events.deckCreated(userId, deckId),
    ...cardIds.map((cardId) => events.cardAdded(userId, deckId, cardId)),
  ]);
  await eventually(async () => {
    const stored = (await test.rows(userId)).filter((row) => 'deckId' in row && row.deckId === deckId);
    if (stored.length < cardIds.length + 1) throw new Error('The deck has not arrived yet.');
  });
}

/** Answers a card over REST. */
export const answer = (
  test: StudyTest,
  { userId, deckId }: { userId: number; deckId: number },
  cardId: number,
  more: Record<string, unknown> = {},
) =>
  test.rest('POST', '/progress', {
    as: userId,
    body: { deck_id: deckId, flashcard_id: cardId, was_correct: true, time_spent: 0.25, ...more },
  });
