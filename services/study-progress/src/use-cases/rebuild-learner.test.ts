import { afterAll, beforeAll, expect, test as sentence } from 'vitest';
import { eventually } from '@kumbuka/testing';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createOutbox } from '@kumbuka/event-bus';
import { createIdempotency } from '@kumbuka/service-kit';
import { testInternalKey } from '@kumbuka/testing';
import { toEnvelope } from '../events/publishes.ts';
import type { ProjectionDocument } from '../store/documents.ts';
import { fingerprint } from '../store/fingerprint.ts';
import { createStudyTransactions } from '../store/transactions.ts';
import { addDeck, events, freshId, startStudyTest, type StudyTest } from '../testing/study-suite.ts';
import { rebuildLearner } from './rebuild-learner.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest();
});
afterAll(() => test.stop());

/** A small seeded generator, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return {
    below: (most: number) => Math.floor(next() * most),
    chance: (share: number) => next() < share,
    of: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  };
}

const rebuildHere = (connection: StudyTest['connection']) =>
  rebuildLearner({
    ...createStudyTransactions({
      connection,
      outbox: createOutbox({ connection }),
      idempotency: createIdempotency({ connection }),
      toEnvelope,
    }),
    now: () => new Date(),
  });

const printed = (rows: readonly ProjectionDocument[]) => rows.map(fingerprint).sort();

const record = /* GraphQL */ `
  mutation ($answers: [AnswerInput!]!) {
    recordAnswers(input: { answers: $answers }) {
      results {
        clientEventId
        errorCode
      }
    }
  }
`;
const undo = /* GraphQL */ `
  mutation ($id: ID!) {
    undoAnswer(input: { clientEventId: $id }) {
      flashcard {
        id
      }
    }
  }
`;
const zones = ['Africa/Nairobi', 'America/New_York', 'Pacific/Auckland', 'Europe/Berlin'];

/** Months of studying: many days, offline answers, undone ones, sessions, other zones, deleted cards and a deck. */
async function live(userId: number, seed: number) {
  const random = createRandom(seed);
  const decks = [freshId(), freshId(), freshId()];
  const cards = decks.flatMap((deckId) => Array.from({ length: 8 }, () => ({ deckId, cardId: freshId() })));
  for (const deckId of decks)
    await addDeck(
      test,
      userId,
      deckId,
      cards.filter((card) => card.deckId === deckId).map(({ cardId }) => cardId),
    );
  const present = new Set(cards);
  const given: string[] = [];
  const as = { as: userId };

  const removeOne = async () => {
    const card = random.of([...present]);
    present.delete(card);
    await test.publish([events.cardRemoved(userId, card.deckId, card.cardId)]);
    await eventually(async () => {
      const row = (await test.rows(userId)).find((each) => 'cardId' in each && each.cardId === card.cardId);
      expect(row?.kind).toBe('removed-card');
    });
  };

  for (let day = 0; day < 18; day++) {
    test.clock.addMinutes(600 + random.below(1_200));
    const session = random.chance(0.6) ? `s-${seed}-${day}` : undefined;
    const answers = Array.from({ length: 1 + random.below(8) }, () => {
      const { deckId, cardId } = random.of([...present]);
      const clientEventId = `e-${seed}-${given.length}-${random.below(1e9)}`;
      given.push(clientEventId);
      const late = random.chance(0.3) ? random.below(10 * 24 * 60) : 0;
      return {
        deckId: String(deckId),
        flashcardId: String(cardId),
        wasCorrect: random.chance(0.75),
        timeSpentMinutes: random.below(2_000) / 1_000,
        clientEventId,
        ...(session ? { sessionId: session } : {}),
        ...(late ? { answeredAt: new Date(test.clock.now().getTime() - late * 60_000).toISOString() } : {}),
      };
    });
    const recorded = await test.graphql(record, { answers }, as);
    expect(recorded.errors).toBeUndefined();
    if (random.chance(0.5)) await test.graphql(undo, { id: random.of(given) }, as);
    if (random.chance(0.3)) await test.graphql(undo, { id: given.at(-1) }, as);
    if (session && random.chance(0.5)) await test.rest('POST', `/study-sessions/${session}/finish`, as);
    if (random.chance(0.15)) await removeOne();
    if (random.chance(0.15))
      await test.graphql(
        `mutation ($zone: String!, $hour: Int!) { updateStudySettings(input: { timezone: $zone, dayStartHour: $hour }) { streak } }`,
        { zone: random.of(zones), hour: random.below(6) },
        as,
      );
  }
  await test.publish([events.deckDeleted(userId, decks[2] ?? 0)]);
  await eventually(async () => {
    const row = (await test.rows(userId)).find(({ _id }) => _id === `deck:${userId}:${decks[2]}`);
    expect(row?.kind).toBe('removed-deck');
  });
  test.clock.addMinutes(60);
  await test.rest('GET', '/dashboard', as);
}

sentence(
  'projections rebuilt from the log equal the live ones to the bit, whatever happened',
  async () => {
    for (const seed of [11, 42, 77]) {
      const userId = freshId();
      await live(userId, seed);
      await eventually(async () =>
        expect((await test.rows(userId)).some((row) => 'idleAt' in row)).toBe(false),
      );
      const before = printed(await test.rows(userId));
      const rebuilt = await rebuildHere(test.connection)(userId);
      expect(printed(await test.rows(userId))).toEqual(before);
      expect(rebuilt).toMatchObject({ corrected: 0, removed: 0 });
      expect(rebuilt.entries).toBeGreaterThan(50);
    }
  },
  40_000,
);

sentence(
  'the command restores projections that were lost or changed',
  async () => {
    const userId = freshId();
    await live(userId, 5);
    await test.rest('PUT', '/user/stats', { as: userId, body: { weekly_goal: 70 } });
    await eventually(async () =>
      expect((await test.rows(userId)).some((row) => 'idleAt' in row)).toBe(false),
    );
    const before = printed(await test.rows(userId));
    const rows = test.connection.collection<{ _id: string; ownerId: number; kind: string }>('projections');
    await rows.deleteMany({ ownerId: userId, kind: { $in: ['day', 'session'] } });
    await rows.updateMany({ ownerId: userId, kind: 'card' }, { $set: { correct: 99 } });
    await rows.updateMany(
      { ownerId: userId, kind: 'learner' },
      { $set: { xp: 1, due: [], timezone: 'UTC', weeklyGoal: 1 } },
    );

    const { stdout } = await promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL('../rebuild.ts', import.meta.url)), '--user', String(userId)],
      {
        env: {
          ...test.stack.env,
          INTERNAL_KEY: testInternalKey,
          LOG_LEVEL: 'silent',
          AUTH_URL: test.auth.url,
          DECKS_URL: test.decks.url,
        },
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({ userId, removed: 0 });
    expect(printed(await test.rows(userId))).toEqual(before);
  },
  40_000,
);
