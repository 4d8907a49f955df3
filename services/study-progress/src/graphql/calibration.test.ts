import { maxImportedReviews } from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import { aLearnerWithDeck } from '../testing/study-suite.ts';
import { answerInput, send, test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

const fields = `calibration { reviews said was months { month reviews said was } decks { deckId reviews was }
  logLoss rmseBins constantLogLoss movingAverageLogLoss }`;

it('predictions are compared with answers, without undone ones', async () => {
  const learner = await aLearnerWithDeck(test, 4);
  expect((await viewer(learner.userId, fields)).calibration).toBeNull();
  for (const [round, wasCorrect] of [true, false, true].entries()) {
    const answers = learner.cardIds.map((cardId) =>
      answerInput(learner, cardId, { wasCorrect, clientEventId: `c${round}-${cardId}` }),
    );
    await send(learner.userId, answers);
    test.clock.addDays(2);
  }
  const undone = `c2-${learner.cardIds[0]}`;
  await test.graphql(
    'mutation ($id: ID!) { undoAnswer(input: { clientEventId: $id }) { flashcard { id } } }',
    { id: undone },
    { as: learner.userId },
  );
  const { calibration } = await viewer(learner.userId, fields);
  const said = (await test.log(learner.userId)).flatMap((entry) =>
    entry.kind === 'reviewed' && entry.predictedRecall !== null && entry.clientEventId !== undone
      ? [entry.predictedRecall]
      : [],
  );
  expect(said).toHaveLength(7);
  expect(calibration).toMatchObject({
    reviews: 7,
    was: 3 / 7,
    said: said.reduce((sum, each) => sum + each, 0) / 7,
    months: [{ month: '2026-03', reviews: 7 }],
    decks: [{ deckId: String(learner.deckId), reviews: 7 }],
  });
});

it('answers before a large import still count in what was said and was', async () => {
  const learner = await aLearnerWithDeck(test, 6);
  const [studied = 0, ...imported] = learner.cardIds;
  for (const clientEventId of ['a', 'b']) {
    await send(learner.userId, [answerInput(learner, studied, { clientEventId })]);
    test.clock.addDays(2);
  }
  const numbers = (of: (at: number) => number) =>
    Array.from({ length: maxImportedReviews }, (_, at) => of(at));
  const history = {
    times: numbers((at) => 1_600_000_000_000 + at),
    ratings: numbers(() => 3),
    intervals: numbers(() => 1),
    lastIntervals: numbers(() => 1),
    durations: numbers(() => 1_000),
    factors: numbers(() => 2_500),
    kinds: numbers(() => 1),
  };
  const common = { createdAt: '2026-01-01T00:00:00.000Z', cardVersion: 1, suspended: false };
  for (const cardId of imported) {
    const body = { deckId: learner.deckId, cards: [{ ...common, cardId, history }] };
    const { status } = await test.rest('POST', `/internal/learners/${learner.userId}/imported-study`, {
      body,
    });
    expect(status).toBe(200);
  }
  await send(learner.userId, [answerInput(learner, studied, { clientEventId: 'c' })]);
  const { calibration, memoryTable } = await viewer(
    learner.userId,
    'calibration { reviews } memoryTable { reviews }',
  );
  expect([calibration.reviews, memoryTable.reviews]).toEqual([2, 2]);
});
