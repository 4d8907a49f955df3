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
