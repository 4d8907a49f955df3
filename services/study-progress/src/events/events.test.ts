import { envelope, events as contracts, topicOf } from '@kumbuka/contracts';
import { createBus } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { emptyState } from '../domain/study-state.ts';
import type { UnitOfWork } from '../use-cases/ports.ts';
import { listeners } from './consumes.ts';
import { eventually } from '@kumbuka/testing/servers';
import { handleGoldenExample } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeckDocument, LearnerDocument, ProjectionDocument } from '../store/projections.ts';
import {
  aLearnerWithDeck,
  addDeck,
  answer,
  events,
  freshId,
  startStudyTest,
  type StudyTest,
} from '../testing/study-suite.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest();
});
afterAll(() => test.stop());

const rowOf = async <Found extends ProjectionDocument>(userId: number, id: string) =>
  (await test.rows(userId)).find(({ _id }) => _id === id) as Found | undefined;
const get = (path: string, userId: number) => test.rest('GET', path, { as: userId });
const published = async (userId: number, type?: string) =>
  (await test.events()).filter(
    (event) => event.key === String(userId) && (!type || event.type === `study-progress.${type}`),
  );

/** Kinds of a learner's rows after all published events were processed. */
async function settled(userId: number, expected: Record<string, string>) {
  await eventually(async () => {
    const kinds = Object.fromEntries((await test.rows(userId)).map((row) => [row._id, row.kind]));
    expect(kinds).toMatchObject(expected);
  });
}

/** Publishes a deck event of another user and waits for it, so that every partition is drained. */
async function everythingSeen() {
  const users = Array.from({ length: 24 }, freshId);
  await test.publish(users.map((userId) => events.deckCreated(userId, freshId())));
  await eventually(async () => {
    for (const userId of users) expect(await test.rows(userId)).toHaveLength(1);
  }, 10_000);
}

describe('events of decks', () => {
  it('in any order lead to the same rows', async () => {
    const shapes = await Promise.all(
      [0, 1, 2, 3].map(async (turn) => {
        const [userId, deckId, kept, gone] = [freshId(), freshId(), freshId(), freshId()];
        const all = [
          events.deckCreated(userId, deckId),
          events.cardAdded(userId, deckId, kept),
          events.cardAdded(userId, deckId, gone),
          events.cardRemoved(userId, deckId, gone),
        ];
        const order = [
          all,
          all.toReversed(),
          [...all.slice(2), ...all.slice(0, 2)],
          [all[3]!, all[1]!, all[0]!, all[2]!],
        ];
        await test.publish(order[turn] ?? all);
        await settled(userId, {
          [`deck:${userId}:${deckId}`]: 'deck',
          [`card:${userId}:${kept}`]: 'card',
          [`card:${userId}:${gone}`]: 'removed-card',
        });
        await eventually(async () =>
          expect((await rowOf<DeckDocument>(userId, `deck:${userId}:${deckId}`))?.deckVersion).toBe(1),
        );
        const [deck, learner] = [
          await rowOf<DeckDocument>(userId, `deck:${userId}:${deckId}`),
          await rowOf<LearnerDocument>(userId, `learner:${userId}`),
        ];
        return { cards: deck?.cards, total: learner?.totals.cards };
      }),
    );
    expect(shapes).toEqual(Array.from({ length: 4 }, () => ({ cards: 1, total: 1 })));
  });

  it('a batch of new cards counts each card once, however often and late it arrives', async () => {
    const [userId, deckId, moved, gone, kept, early] = Array.from({ length: 6 }, freshId) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const [deck, batch] = [
      events.deckCreated(userId, deckId),
      events.cardsAdded(userId, deckId, [moved, gone, kept, early]),
    ];
    const elsewhere = freshId();
    await test.publish([
      events.deckCreated(userId, elsewhere),
      events.cardMoved(userId, { cardId: moved, fromDeckId: deckId, deckId: elsewhere }),
      events.cardRemoved(userId, deckId, gone),
      events.cardAdded(userId, deckId, early),
      batch,
      deck,
      batch,
      events.cardsAdded(userId, deckId, [moved, gone, kept, early]),
    ]);
    await everythingSeen();
    await settled(userId, {
      [`card:${userId}:${gone}`]: 'removed-card',
      [`card:${userId}:${kept}`]: 'card',
      [`card:${userId}:${moved}`]: 'card',
    });
    expect((await rowOf<DeckDocument>(userId, `deck:${userId}:${deckId}`))?.cards).toBe(2);
    expect((await rowOf<DeckDocument>(userId, `deck:${userId}:${elsewhere}`))?.cards).toBe(1);
  });

  it('a batch of new cards of a deleted deck or account restores nothing', async () => {
    const [userId, deckId] = [freshId(), freshId()];
    await test.publish([
      events.deckDeleted(userId, deckId, 5),
      events.cardsAdded(userId, deckId, [freshId(), freshId()]),
    ]);
    await everythingSeen();
    expect((await test.rows(userId)).map(({ kind }) => kind)).toEqual(['removed-deck']);
  });

  it('that arrive twice count once', async () => {
    const [userId, deckId, cardId] = [freshId(), freshId(), freshId()];
    const all = [events.deckCreated(userId, deckId), events.cardAdded(userId, deckId, cardId)];
    await test.publish([...all, ...all, events.cardAdded(userId, deckId, cardId)]);
    await everythingSeen();
    expect((await rowOf<DeckDocument>(userId, `deck:${userId}:${deckId}`))?.cards).toBe(1);
  });

  it('that arrive after the deck’s deletion restore nothing', async () => {
    const [userId, deckId, cardId] = [freshId(), freshId(), freshId()];
    await test.publish([
      events.deckDeleted(userId, deckId, 5),
      events.cardAdded(userId, deckId, cardId),
      events.deckCreated(userId, deckId),
    ]);
    await everythingSeen();
    expect((await test.rows(userId)).map(({ kind }) => kind)).toEqual(['removed-deck']);
    expect((await answer(test, { userId, deckId }, cardId)).body.code).toBe('DECK_NOT_FOUND');
  });
});

describe('the golden example of each event', () => {
  const seen: string[] = [];
  const noted = (name: string) => async () => void seen.push(name);
  const studies = new Proxy({} as UnitOfWork['studies'], {
    get: (_target, name) => async () => {
      seen.push(String(name));
      return name === 'load' ? emptyState(1) : null;
    },
  });
  const unit = { studies, reviews: { append: noted('append') }, record: noted('record') };
  const handled = listeners({
    within: () => (work) => work(unit as unknown as UnitOfWork),
    now: () => new Date(),
    eraseLearner: noted('erase'),
  });

  it.each(handled)('the golden example of $contract.type is accepted', async (listener) => {
    seen.length = 0;
    await handleGoldenExample(listener);
    expect(seen).not.toEqual([]);
  });
});

describe('a card that is removed', () => {
  it('loses its schedule, counters and due count, but its answers still count', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    const [kept, gone] = learner.cardIds as [number, number];
    await answer(test, learner, kept, { was_correct: false });
    for (let index = 0; index < 3; index++) await answer(test, learner, gone);
    test.clock.addDays(20);
    expect((await get('/dashboard', learner.userId)).body).toMatchObject({
      dueCount: 2,
      cards_mastered: 1,
      mastery_level: 33,
    });
    await test.publish([events.cardRemoved(learner.userId, learner.deckId, gone)]);
    await settled(learner.userId, { [`card:${learner.userId}:${gone}`]: 'removed-card' });
    expect((await get('/dashboard', learner.userId)).body).toMatchObject({
      dueCount: 1,
      cards_mastered: 0,
      mastery_level: 0,
      accuracy: 75,
    });
    expect((await get('/user', learner.userId)).body.xp).toBe(10);
    expect((await get('/progress', learner.userId)).body).toMatchObject([{ flashcard_id: kept }]);
    expect((await answer(test, learner, gone)).body.code).toBe('FLASHCARD_NOT_FOUND');
    const changes = await published(learner.userId, 'deck-progress-changed');
    expect(changes.at(-1)?.data).toMatchObject({ deckId: learner.deckId, mastery: 0 });
  });
});

describe('a deck that is deleted', () => {
  it('loses everything of its cards, but their answers still count', async () => {
    const learner = await aLearnerWithDeck(test, 2);
    const other = { userId: learner.userId, deckId: freshId(), cardIds: [freshId()] };
    await addDeck(test, other.userId, other.deckId, other.cardIds);
    for (const cardId of learner.cardIds) await answer(test, learner, cardId);
    await answer(test, other, other.cardIds[0] ?? 0, { was_correct: false });
    test.decks.removeDeck(learner.deckId);
    await test.publish([events.deckDeleted(learner.userId, learner.deckId)]);
    await settled(learner.userId, { [`deck:${learner.userId}:${learner.deckId}`]: 'removed-deck' });
    expect((await get('/progress', learner.userId)).body).toMatchObject([{ deck_id: other.deckId }]);
    expect((await get(`/progress/deck/${learner.deckId}`, learner.userId)).body.code).toBe('DECK_NOT_FOUND');
    test.clock.addDays(1);
    expect((await get('/dashboard', learner.userId)).body).toMatchObject({
      dueCount: 1,
      accuracy: 67,
      study_streak: 1,
      cards_mastered: 0,
    });
    expect((await answer(test, learner, learner.cardIds[0] ?? 0)).body.code).toBe('DECK_NOT_FOUND');
  });
});

describe('a user who is deleted', () => {
  it('leaves nothing but a tombstone, and late events restore nothing', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, learner.cardIds[0] ?? 0, { session_id: 's' });
    await test.rest('PUT', '/user/stats', { as: learner.userId, body: { weekly_goal: 70 } });
    const settings = test.connection.collection<{ _id: number }>('settings');
    expect(await settings.findOne({ _id: learner.userId })).toMatchObject({ weeklyGoal: 70 });
    await test.publish([events.userDeleted(learner.userId)]);
    await eventually(async () => expect(await test.log(learner.userId)).toEqual([]));
    await eventually(async () =>
      expect(await test.rows(learner.userId)).toEqual([
        { _id: `learner:${learner.userId}`, kind: 'erased', ownerId: learner.userId },
      ]),
    );
    expect(await settings.findOne({ _id: learner.userId })).toBeNull();
    await test.publish([
      events.deckCreated(learner.userId, freshId()),
      events.cardAdded(learner.userId, learner.deckId, freshId()),
      events.cardRemoved(learner.userId, learner.deckId, learner.cardIds[1] ?? 0),
      events.deckDeleted(learner.userId, learner.deckId),
    ]);
    await everythingSeen();
    expect(await test.rows(learner.userId)).toHaveLength(1);
    expect((await answer(test, learner, learner.cardIds[0] ?? 0)).body.code).toBe('UNAUTHENTICATED');
    expect((await get('/dashboard', learner.userId)).body.accuracy).toBe(0);
    expect(await test.rows(learner.userId)).toHaveLength(1);
  });
});

describe('the events that study-progress publishes', () => {
  it('study-progress publishes each answer with a rising version of its schedule, and the progress of the deck', async () => {
    const learner = await aLearnerWithDeck(test);
    const cardId = learner.cardIds[0] ?? 0;
    await answer(test, learner, cardId, { session_id: 'told', time_spent: 0.5 });
    test.clock.addMinutes(1);
    await answer(test, learner, cardId, { was_correct: false });
    const reviewed = await published(learner.userId, 'card-reviewed');
    expect(reviewed.map(({ aggregate }) => aggregate)).toEqual([
      { type: 'schedule', id: String(cardId), version: 1 },
      { type: 'schedule', id: String(cardId), version: 2 },
    ]);
    expect(reviewed[0]?.data).toMatchObject({
      userId: learner.userId,
      deckId: learner.deckId,
      cardId,
      sessionId: 'told',
      wasCorrect: true,
      minutes: 0.5,
    });
    const changes = await published(learner.userId, 'deck-progress-changed');
    expect(changes.map(({ data, aggregate }) => [aggregate.version, data['mastery']])).toEqual([
      [1, 100],
      [2, 50],
    ]);
  });

  it('study-progress publishes each badge once: the first session, seven days, a hundred learned cards', async () => {
    const learner = await aLearnerWithDeck(test, 100);
    const record = `mutation ($answers: [AnswerInput!]!) { recordAnswers(input: { answers: $answers }) { results { errorCode } } }`;
    for (let round = 0; round < 7; round++) {
      // Three correct answers make a card learned; the days after that need one answer each.
      const answers = learner.cardIds.slice(0, round < 3 ? 100 : 1).map((cardId) => ({
        deckId: String(learner.deckId),
        flashcardId: String(cardId),
        wasCorrect: true,
        timeSpentMinutes: 0.1,
        clientEventId: `b-${round}-${cardId}`,
        sessionId: `round-${round}`,
      }));
      await test.graphql(record, { answers }, { as: learner.userId });
      await test.rest('POST', `/study-sessions/round-${round}/finish`, { as: learner.userId });
      test.clock.addDays(1);
    }
    const badges = (await published(learner.userId, 'badge-earned')).map(({ data }) => data['badge']);
    expect(badges.toSorted()).toEqual(['first-session', 'hundred-mastered', 'seven-days']);
  });

  it('study-progress publishes the goal when it changes, not when it stays', async () => {
    const userId = freshId();
    for (const weekly_goal of [80, 80, 90])
      await test.rest('PUT', '/user/stats', { as: userId, body: { weekly_goal } });
    expect(
      (await published(userId)).map(({ data, aggregate }) => [aggregate.version, data['weeklyGoal']]),
    ).toEqual([
      [1, 80],
      [2, 90],
    ]);
  });

  it('study-progress publishes events that match their contracts', async () => {
    const byType = new Map(contracts.map((contract) => [contract.type, contract]));
    for (const event of await test.events())
      expect(byType.get(event.type)?.data.safeParse(event.data).success).toBe(true);
  });

  it('study-progress publishes the events of an aggregate in the order of its versions', async () => {
    const learner = await aLearnerWithDeck(test);
    const cardId = learner.cardIds[0] ?? 0;
    for (let index = 0; index < 8; index++) await answer(test, learner, cardId);
    const versions: number[] = [];
    const bus = createBus({
      brokers: test.stack.kafka.brokers,
      clientId: 'reader',
      log: createLog('reader', 'silent'),
    });
    await bus.start();
    const reading = await bus.subscribe({
      group: 'reader',
      topics: [topicOf('study-progress')],
      onBatch: async ({ messages, done }) => {
        for (const message of messages) {
          done(message.offset);
          const event = envelope.parse(JSON.parse(message.value));
          if (event.type === 'study-progress.card-reviewed' && event.aggregate.id === String(cardId))
            versions.push(event.aggregate.version);
        }
      },
    });
    await eventually(() => expect(versions).toHaveLength(8), 10_000);
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await reading.stop();
    await bus.stop();
  });
});
