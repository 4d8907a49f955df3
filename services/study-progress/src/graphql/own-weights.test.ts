import { canonicalJson } from '@kumbuka/service-kit';
import { standardParameters } from '@kumbuka/schedule';
import { forgetting_curve } from 'ts-fsrs';
import { describe, expect, it, vi } from 'vitest';
import { createStores } from '../store/stores.ts';
import { betterWeights, fitWeightsOn } from '../testing/fit-weights-on.ts';
import { rebuildPortsOn } from '../testing/rebuild-ports.ts';
import { aLearnerWithDeck, events, first } from '../testing/study-suite.ts';
import { answerInput, send, test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';
import { compareLearner } from '../use-cases/learner/rebuild-learner.ts';
import type { FittedWeights, WeightsFitter } from '../use-cases/ports.ts';

useSubgraph();

const adopt = (userId: number, found: FittedWeights) =>
  fitWeightsOn(test.connection, test.clock, async () => found)(userId);
const changes = async (userId: number) =>
  (
    await viewer(
      userId,
      'studyChanges { id subject cards undoneAt weights { reviews aspect isLonger answersBefore answersAfter } }',
    )
  ).studyChanges;
const undo = async (userId: number, id: string) =>
  (
    await test.graphql(
      'mutation ($id: ID!) { undoStudyChange(input: { changeId: $id }) { id undoneAt } }',
      { id },
      { as: userId },
    )
  ).data.undoStudyChange;
const weightsOf = async (userId: number) => (await viewer(userId, 'stats { weights }')).stats.weights;
const versions = async (userId: number) =>
  (await test.log(userId)).flatMap((entry) => (entry.kind === 'reviewed' ? [entry.parameterVersion] : []));
const latestRecall = async (userId: number) =>
  (await test.log(userId)).findLast((entry) => entry.kind === 'reviewed')?.predictedRecall;
async function stabilityOf(userId: number, cardId: number): Promise<number> {
  const row = (await test.rows(userId)).find((each) => each.kind === 'card' && each.cardId === cardId);
  return row?.kind === 'card' ? (row.stability ?? 0) : 0;
}
const schedules = async (userId: number) =>
  (await test.rows(userId))
    .filter(({ kind }) => kind === 'card')
    .map(canonicalJson)
    .sort();

async function expectRebuilt(userId: number) {
  const { live, rebuilt } = await compareLearner(rebuildPortsOn(test))(userId);
  expect(rebuilt.map(canonicalJson).sort()).toEqual(live.map(canonicalJson).sort());
}

async function studied() {
  const learner = await aLearnerWithDeck(test, 3);
  for (let day = 0; day < 3; day++) {
    await send(
      learner.userId,
      learner.cardIds.map((cardId) => answerInput(learner, cardId)),
    );
    test.clock.addDays(3);
  }
  return learner;
}

describe('own weights', () => {
  it('apply from the next answer of a card, are a change in plain numbers, and going back restores the defaults', async () => {
    const learner = await studied();
    const { userId } = learner;
    const before = await schedules(userId);
    await adopt(userId, betterWeights(0.3));
    expect(await schedules(userId)).toEqual(before);
    expect(await weightsOf(userId)).toEqual(betterWeights(0.3).weights);
    const [change] = await changes(userId);
    expect(change).toMatchObject({
      subject: 'WEIGHTS',
      cards: 3,
      undoneAt: null,
      weights: { reviews: 500, aspect: 'INCORRECT', isLonger: true, answersBefore: 30, answersAfter: 26 },
    });
    const stability = await stabilityOf(userId, first(learner));
    await send(userId, [answerInput(learner, first(learner))]);
    expect((await versions(userId)).at(-1)).toBe(3);
    expect(await latestRecall(userId)).toBe(forgetting_curve(0.3, 3, stability));
    await expectRebuilt(userId);

    const answered = await schedules(userId);
    const undone = await undo(userId, change.id);
    expect(undone.undoneAt).not.toBeNull();
    expect(await weightsOf(userId)).toBeNull();
    expect(await schedules(userId)).toEqual(answered);
    expect(await undo(userId, change.id)).toEqual(undone);
    await send(userId, [answerInput(learner, learner.cardIds[1])]);
    expect((await versions(userId)).at(-1)).toBe(4);
    await expectRebuilt(userId);
  });

  it('of a change that another one followed are not restored when the later one is undone', async () => {
    const { userId } = await studied();
    for (const decay of [0.2, 0.3, 0.4]) {
      await adopt(userId, betterWeights(decay));
      test.clock.addDays(31);
    }
    const [third, second] = await changes(userId);
    await undo(userId, second.id);
    expect(await weightsOf(userId)).toEqual(betterWeights(0.4).weights);
    await undo(userId, third.id);
    expect(await weightsOf(userId)).toEqual(betterWeights(0.2).weights);
    await expectRebuilt(userId);
  });

  it('apply to a deck with settings of its own, and stay when the learner changes how much to remember', async () => {
    const learner = await studied();
    await adopt(learner.userId, betterWeights(0.3));
    for (const percent of [95, 85]) {
      await test.graphql(
        'mutation ($input: DeckStudySettingsInput!) { updateDeckStudySettings(input: $input) { id } }',
        { input: { deckId: String(learner.deckId), rememberPercent: percent } },
        { as: learner.userId },
      );
      await send(learner.userId, [answerInput(learner, first(learner))]);
      test.clock.addDays(1);
    }
    const sets = (await test.log(learner.userId)).flatMap((entry) =>
      entry.kind === 'parameters-changed' ? [entry.parameters] : [],
    );
    expect(sets.map(({ version, desiredRetention }) => [version, desiredRetention])).toEqual([
      [2, 0.9],
      [3, 0.9],
      [4, 0.95],
      [5, 0.85],
    ]);
    expect(sets.slice(1).map(({ weights }) => weights)).toEqual(Array(3).fill(betterWeights(0.3).weights));
    expect(sets[0]?.weights).toEqual(standardParameters.weights);
  });

  it('two instances that find the same learner at once fit once', async () => {
    const { userId } = await studied();
    const fitter = vi.fn<WeightsFitter>(async () => betterWeights(0.3));
    const instances = [1, 2, 3].map(() => fitWeightsOn(test.connection, test.clock, fitter));
    await Promise.all(instances.map((fit) => fit(userId)));
    expect(fitter).toHaveBeenCalledTimes(1);
    expect(await changes(userId)).toHaveLength(1);
  });

  it('a fit that fails or whose process died is not repeated before its lease or its month ends', async () => {
    const { userId } = await studied();
    const fit = fitWeightsOn(test.connection, test.clock, () => Promise.reject(new Error('killed')));
    await expect(fit(userId)).rejects.toThrow('killed');
    const { fits } = createStores(test.connection);
    const [latest = null] = await fits.findMany([userId]);
    expect(latest).toMatchObject({ reviews: 400 });
    expect(await fits.claim(userId, latest, test.clock.now())).toBe(true);
    expect(await fits.claim(userId, latest, test.clock.now())).toBe(false);
    test.clock.addMinutes(6);
    expect(await fits.claim(userId, latest, test.clock.now())).toBe(true);
  });

  it('a learner who was erased during a fit keeps no row but the tombstone', async () => {
    const { userId } = await studied();
    const fit = fitWeightsOn(test.connection, test.clock, async () => {
      await test.publish([events.userDeleted(userId)]);
      await vi.waitFor(
        async () => expect((await test.rows(userId)).map(({ kind }) => kind)).toEqual(['erased']),
        { timeout: 10_000 },
      );
      return betterWeights(0.3);
    });
    await fit(userId);
    expect((await test.rows(userId)).map(({ kind }) => kind)).toEqual(['erased']);
    expect(await test.log(userId)).toEqual([]);
    expect(await test.connection.collection('weight-fits').countDocuments({ _id: userId as never })).toBe(0);
  });

  it('a fit gets every review of the log once, undone answers left out', async () => {
    const learner = await aLearnerWithDeck(test, 2);
    const [one, two] = learner.cardIds;
    await send(learner.userId, [answerInput(learner, one), answerInput(learner, two)]);
    test.clock.addDays(2);
    await send(learner.userId, [
      answerInput(learner, one, { wasCorrect: false }),
      answerInput(learner, two, { clientEventId: `undone-${learner.userId}` }),
    ]);
    await test.graphql(
      'mutation ($id: ID!) { undoAnswer(input: { clientEventId: $id }) { flashcard { id } } }',
      { id: `undone-${learner.userId}` },
      { as: learner.userId },
    );
    const fitter = vi.fn<WeightsFitter>(async () => ({ reviews: 1, weights: null, effect: null }));
    await fitWeightsOn(test.connection, test.clock, fitter)(learner.userId);
    const task = fitter.mock.calls[0]?.[0];
    expect(task?.history.map(({ ratings }) => ratings)).toEqual([[3, 1], [3]]);
    expect(task?.history.map(({ days }) => days.map((day) => day - (days[0] ?? 0)))).toEqual([[0, 2], [0]]);
    expect(task).toMatchObject({ total: 2, present: standardParameters.weights });
    expect(await changes(learner.userId)).toEqual([]);
  });
});
