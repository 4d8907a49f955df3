import { expect, it } from 'vitest';
import { aLearnerWithDeck, answer, freshId, type LearnerWithDeck } from '../testing/study-suite.ts';
import { test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

const undo = (userId: number, sessionId: string) =>
  test.graphql(
    'mutation ($input: UndoSessionInput!) { undoSession(input: $input) { id subject cards undoneAt } }',
    { input: { sessionId } },
    { as: userId },
  );
const again = (userId: number, changeId: string) =>
  test.graphql(
    'mutation ($input: UndoStudyChangeInput!) { undoStudyChange(input: $input) { undoneAt } }',
    { input: { changeId } },
    { as: userId },
  );

/** Rows as stored, without versions, positions and what is earned for good. */
async function stateOf({ userId }: LearnerWithDeck) {
  const rows = await test.rows(userId);
  return rows
    .filter(({ kind }) => kind !== 'session')
    .map((row) => {
      const {
        version: _version,
        seq: _seq,
        xp: _xp,
        paid: _paid,
        badges: _badges,
        ...rest
      } = {
        version: 0,
        seq: 0,
        xp: 0,
        paid: null,
        badges: null,
        ...row,
      } as Record<string, unknown>;
      return JSON.stringify(rest);
    })
    .toSorted();
}
const scheduleOf = ({ userId }: LearnerWithDeck) =>
  viewer(userId, 'memoryTable { deckIds stability difficulty elapsedDays dueInDays newCards }').then(
    ({ memoryTable }) => memoryTable,
  );

async function studied(): Promise<LearnerWithDeck> {
  const learner = await aLearnerWithDeck(test, 3);
  for (const cardId of learner.cardIds.slice(0, 2))
    await answer(test, learner, cardId, { session_id: `before-${learner.userId}` });
  test.clock.addDays(2);
  return learner;
}
async function studyAll(learner: LearnerWithDeck) {
  for (const [index, cardId] of learner.cardIds.entries()) {
    test.clock.addMinutes(1);
    await answer(test, learner, cardId, {
      session_id: `slip-${learner.userId}`,
      was_correct: index !== 1,
    });
  }
}

it('a session is undone to the bit, is one of the changes, and comes back to the bit', async () => {
  const learner = await studied();
  const { userId } = learner;
  const schedule = await scheduleOf(learner);
  await studyAll(learner);
  const [after, scheduleAfter] = [await stateOf(learner), await scheduleOf(learner)];
  const { data } = await undo(userId, `slip-${userId}`);
  expect(data.undoSession).toMatchObject({ subject: 'SESSION', cards: 3, undoneAt: null });
  expect(await scheduleOf(learner)).toEqual(schedule);
  const { studyChanges, recentSessions } = await viewer(
    userId,
    'studyChanges { id } recentSessions { id answered }',
  );
  expect(studyChanges).toEqual([{ id: data.undoSession.id }]);
  expect(recentSessions).toEqual([{ id: `before-${userId}`, answered: 2 }]);
  await again(userId, data.undoSession.id);
  expect(await scheduleOf(learner)).toEqual(scheduleAfter);
  expect(await stateOf(learner)).toEqual(after);
  expect((await again(userId, data.undoSession.id)).errors).toBeUndefined();
  expect(await stateOf(learner)).toEqual(after);
  test.clock.addDays(-2);
});

it('a session whose card was answered again later is not undone', async () => {
  const learner = await studied();
  await studyAll(learner);
  test.clock.addDays(1);
  await answer(test, learner, learner.cardIds[0] ?? 0, { session_id: `later-${learner.userId}` });
  const before = await stateOf(learner);
  const { errors } = await undo(learner.userId, `slip-${learner.userId}`);
  expect(errors?.[0]?.extensions?.['code']).toBe('ANSWER_NOT_LATEST');
  expect(await stateOf(learner)).toEqual(before);
  test.clock.addDays(-3);
});

it("another learner's session is not undone, nor one without answers", async () => {
  const learner = await studied();
  for (const [userId, sessionId] of [
    [freshId(), `before-${learner.userId}`],
    [learner.userId, 'none'],
  ] as const)
    expect((await undo(userId, sessionId)).errors?.[0]?.extensions?.['code']).toBe('STUDY_SESSION_NOT_FOUND');
  test.clock.addDays(-2);
});
