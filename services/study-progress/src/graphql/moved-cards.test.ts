import { canonicalJson } from '@kumbuka/service-kit';
import { eventually } from '@kumbuka/testing/servers';
import { expect, it } from 'vitest';
import { rebuildPortsOn } from '../testing/rebuild-ports.ts';
import {
  addDeck,
  aLearnerWithDeck,
  answer,
  events,
  freshId,
  type LearnerWithDeck,
} from '../testing/study-suite.ts';
import { test, useSubgraph } from '../testing/subgraph-suite.ts';
import { compareLearner } from '../use-cases/learner/rebuild-learner.ts';

useSubgraph();

interface Move {
  cardId: number;
  from: number;
  to: number;
  version?: number;
}

/** Moves a card in the decks service; returns the event. */
function move(userId: number, { cardId, from, to, version = 2 }: Move) {
  test.decks.move(cardId, to, version);
  return events.cardMoved(userId, { cardId, fromDeckId: from, deckId: to }, version);
}

/** A learner with two decks of two cards each; the first card of the first deck was answered. */
async function twoDecks() {
  const learner = await aLearnerWithDeck(test, 2);
  const target = freshId();
  const others = [freshId(), freshId()];
  await addDeck(test, learner.userId, target, others);
  const [cardId = 0] = learner.cardIds;
  await answer(test, learner, cardId, { client_event_id: `seen-${cardId}`, session_id: 'evening' });
  return { ...learner, cardId, target };
}

async function shown({ userId }: { userId: number }, deckId: number) {
  const { data, errors } = await test.graphql(
    `query ($id: ID!) { viewer { studyOrder(deckId: $id) studyQueue(deckId: $id) { newCount dueCount }
      dashboard { newCount } } }`,
    { id: String(deckId) },
    { as: userId },
  );
  expect(errors).toBeUndefined();
  return data.viewer as { studyOrder: string[]; studyQueue: { newCount: number }; dashboard: object };
}

const rowOf = async (userId: number, cardId: number) =>
  (await test.rows(userId)).find(({ _id }) => _id === `card:${userId}:${cardId}`);
const deckOf = async (userId: number, deckId: number) =>
  (await test.rows(userId)).find(({ _id }) => _id === `deck:${userId}:${deckId}`);

/** A rebuild from the log and from decks computes exactly the stored rows. */
async function expectSameRebuilt(userId: number) {
  const { live, rebuilt } = await compareLearner(rebuildPortsOn(test))(userId);
  expect(rebuilt.map(canonicalJson).sort()).toEqual(live.map(canonicalJson).sort());
}

const isIn = (userId: number, cardId: number, deckId: number) =>
  eventually(async () => expect(await rowOf(userId, cardId)).toMatchObject({ deckId }));

const inSession = ({ userId, deckId }: Pick<LearnerWithDeck, 'userId' | 'deckId'>, cardId: number) =>
  test.graphql(
    `mutation ($answers: [AnswerInput!]!) { recordAnswers(input: { answers: $answers }) {
      results { errorCode schedule { studyCount } } } }`,
    {
      answers: [
        {
          clientEventId: `late-${freshId()}`,
          deckId: String(deckId),
          flashcardId: String(cardId),
          wasCorrect: true,
          timeSpentMinutes: 0.1,
          sessionId: 'night',
        },
      ],
    },
    { as: userId },
  );

it('a moved card keeps its schedule, and both decks count their cards and answers', async () => {
  const { userId, deckId, cardId, target } = await twoDecks();
  const before = await rowOf(userId, cardId);
  await test.publish([move(userId, { cardId, from: deckId, to: target })]);
  await isIn(userId, cardId, target);
  expect(await rowOf(userId, cardId)).toEqual({ ...before, deckId: target, cardVersion: 2 });
  expect(await deckOf(userId, deckId)).toMatchObject({
    cards: 1,
    studied: 0,
    correct: 0,
    lastStudiedAt: null,
  });
  expect(await deckOf(userId, target)).toMatchObject({
    cards: 3,
    studied: 1,
    correct: 1,
    due: [[expect.anything(), 1]],
  });
  expect((await shown({ userId }, target)).studyOrder).toContain(String(cardId));
  expect(await shown({ userId }, deckId)).toMatchObject({
    studyQueue: { newCount: 1 },
    dashboard: { newCount: 3 },
  });
  await expectSameRebuilt(userId);
});

it('a card that was never answered moves, too', async () => {
  const { userId, deckId, cardIds, target } = await twoDecks();
  const [, fresh = 0] = cardIds;
  await test.publish([move(userId, { cardId: fresh, from: deckId, to: target })]);
  await isIn(userId, fresh, target);
  expect((await shown({ userId }, target)).studyQueue).toMatchObject({ newCount: 3 });
  await expectSameRebuilt(userId);
});

it('mastery, last study time and next due day of both decks are published when a card moves', async () => {
  const { userId, deckId, cardId, target } = await twoDecks();
  await test.publish([move(userId, { cardId, from: deckId, to: target })]);
  await eventually(async () => {
    const progress = (await test.events())
      .filter(({ type }) => type === 'study-progress.deck-progress-changed')
      .map(({ data }) => data as { deckId: number });
    expect(progress.findLast((each) => each.deckId === deckId)).toMatchObject({
      mastery: null,
      lastStudied: null,
      nextDueOn: null,
    });
    expect(progress.findLast((each) => each.deckId === target)).toMatchObject({
      mastery: 100,
      nextDueOn: expect.stringMatching(/^2026-03-/),
    });
  });
});

it('a move that arrives twice or late does not undo a later one', async () => {
  const { userId, deckId, cardId, target } = await twoDecks();
  const first = move(userId, { cardId, from: deckId, to: target });
  const back = move(userId, { cardId, from: target, to: deckId, version: 3 });
  const again = move(userId, { cardId, from: deckId, to: target });
  await test.publish([first, back, again]);
  // Events of one learner arrive in order, so these are the last.
  await addDeck(test, userId, freshId(), []);
  await eventually(async () => expect(await rowOf(userId, cardId)).toMatchObject({ cardVersion: 3 }));
  await isIn(userId, cardId, deckId);
  await expectSameRebuilt(userId);
});

it('a card that moved out of a deleted deck keeps its schedule when the deletion arrives first', async () => {
  const { userId, deckId, cardId, target } = await twoDecks();
  const before = await rowOf(userId, cardId);
  const moved = move(userId, { cardId, from: deckId, to: target });
  test.decks.removeDeck(deckId);
  await test.publish([events.deckDeleted(userId, deckId)]);
  await eventually(async () => expect(await rowOf(userId, cardId)).toMatchObject({ kind: 'removed-card' }));
  await test.publish([moved]);
  await isIn(userId, cardId, target);
  await eventually(async () => expect(await rowOf(userId, cardId)).toMatchObject({ kind: 'card' }));
  expect(await rowOf(userId, cardId)).toEqual({ ...before, deckId: target, cardVersion: 2 });
  expect(await shown({ userId }, target)).toMatchObject({ dashboard: { newCount: 2 } });
  await expectSameRebuilt(userId);
});

it('a card that moved into a deck is deleted with that deck', async () => {
  const { userId, deckId, cardId, target } = await twoDecks();
  const moved = move(userId, { cardId, from: deckId, to: target });
  test.decks.removeDeck(target);
  await test.publish([events.deckDeleted(userId, target), moved]);
  await eventually(async () =>
    expect(await rowOf(userId, cardId)).toMatchObject({ kind: 'removed-card', deckId: target }),
  );
  expect(await deckOf(userId, deckId)).toMatchObject({ cards: 1, studied: 0, lastStudiedAt: null });
  expect(await shown({ userId }, deckId)).toMatchObject({ dashboard: { newCount: 1 } });
  await expectSameRebuilt(userId);
});

it('an answer of a session that began before the move is kept', async () => {
  const { userId, deckId, cardId, target } = await twoDecks();
  await test.publish([move(userId, { cardId, from: deckId, to: target })]);
  await isIn(userId, cardId, target);
  const { data } = await inSession({ userId, deckId }, cardId);
  expect(data.recordAnswers.results).toEqual([{ errorCode: null, schedule: { studyCount: 2 } }]);
  expect(await deckOf(userId, target)).toMatchObject({ correct: 2 });
  expect((await answer(test, { userId, deckId }, cardId)).status).toBe(404);
  await expectSameRebuilt(userId);
});

it('an answer in the new deck is kept although the event of the move has not arrived', async () => {
  const { userId, deckId, cardId, target } = await twoDecks();
  const moved = move(userId, { cardId, from: deckId, to: target });
  expect((await answer(test, { userId, deckId: target }, cardId)).status).toBe(201);
  await test.publish([moved]);
  await isIn(userId, cardId, target);
  expect(await deckOf(userId, target)).toMatchObject({ cards: 3, correct: 2 });
  expect(await deckOf(userId, deckId)).toMatchObject({ cards: 1, correct: 0 });
  await expectSameRebuilt(userId);
});

it('an answer that was given before the move can be undone after it', async () => {
  const { userId, deckId, cardId, target } = await twoDecks();
  await test.publish([move(userId, { cardId, from: deckId, to: target })]);
  await isIn(userId, cardId, target);
  const { errors } = await test.graphql(
    'mutation ($id: ID!) { undoAnswer(input: { clientEventId: $id }) { stats { xp } } }',
    { id: `seen-${cardId}` },
    { as: userId },
  );
  expect(errors).toBeUndefined();
  expect(await deckOf(userId, target)).toMatchObject({
    cards: 3,
    studied: 0,
    correct: 0,
    lastStudiedAt: null,
  });
  await expectSameRebuilt(userId);
});
