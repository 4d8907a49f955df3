import { canonicalJson } from '@kumbuka/service-kit';
import { seededRandom } from '@kumbuka/testing/servers';
import { dayOf } from '@kumbuka/contracts/study-day';
import { describe, expect, it } from 'vitest';
import { compareLearner } from '../use-cases/learner/rebuild-learner.ts';
import { rebuildPortsOn } from '../testing/rebuild-ports.ts';
import { aLearnerWithDeck, type LearnerWithDeck } from '../testing/study-suite.ts';
import { answerInput, send, test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

const mutate = async (userId: number, mutation: string) =>
  test.graphql(`mutation { ${mutation} }`, {}, { as: userId });
const set = (userId: number, settings: string) =>
  mutate(userId, `updateStudySettings(input: { ${settings} }) { xp }`);
const replan = async (userId: number) =>
  (await mutate(userId, 'replanCards { id subject cards undoneAt }')).data.replanCards;
const undo = (userId: number, id: string) =>
  mutate(userId, `undoStudyChange(input: { changeId: "${id}" }) { id undoneAt }`);
const changes = async (userId: number) =>
  (await viewer(userId, 'studyChanges { id subject cards undoneAt }')).studyChanges;

/** Schedules of all cards, and the counts of due days that follow from them. */
async function schedules(userId: number) {
  const rows = await test.rows(userId);
  return rows
    .flatMap((row) => {
      if (row.kind === 'card') return [[row._id, row.dueDay, row.stability, row.difficulty].join(' ')];
      return row.kind === 'deck' || row.kind === 'learner' ? [`${row._id} ${JSON.stringify(row.due)}`] : [];
    })
    .sort();
}

/** A learner who studied some weeks. */
async function studied(cards: number, seed: number): Promise<LearnerWithDeck> {
  const learner = await aLearnerWithDeck(test, cards);
  const random = seededRandom(seed);
  for (let day = 0; day < 5; day++) {
    const answered = learner.cardIds.filter(() => random.chance(day === 0 ? 1 : 0.4));
    for (let from = 0; from < answered.length; from += 50)
      await send(
        learner.userId,
        answered
          .slice(from, from + 50)
          .map((cardId) => answerInput(learner, cardId, { wasCorrect: random.chance(0.85) })),
      );
    test.clock.addDays(1 + random.below(6));
  }
  return learner;
}

async function expectRebuilt(userId: number) {
  const { live, rebuilt } = await compareLearner(rebuildPortsOn(test))(userId);
  expect(rebuilt.map(canonicalJson).sort()).toEqual(live.map(canonicalJson).sort());
}

describe('replanning', () => {
  it('a replanning does what it shows, is one change and is undone to the bit', async () => {
    const { userId } = await studied(60, 1);
    expect(await viewer(userId, 'replanning { cards }')).toMatchObject({ replanning: { cards: 0 } });
    expect(await replan(userId)).toBeNull();
    await set(userId, 'rememberPercent: 96');
    const before = await schedules(userId);
    const { replanning } = await viewer(userId, 'replanning { cards days { date count replanned } }');
    expect(replanning.cards).toBeGreaterThan(20);
    const change = await replan(userId);
    expect(change).toMatchObject({ subject: 'REPLANNED', cards: replanning.cards, undoneAt: null });
    const { forecast } = await viewer(userId, 'forecast(days: 31) { date count }');
    expect(forecast).toEqual(
      replanning.days.map(({ date, replanned }: { date: string; replanned: number }) => ({
        date,
        count: replanned,
      })),
    );
    expect(await viewer(userId, 'replanning { cards }')).toMatchObject({ replanning: { cards: 0 } });
    expect(await changes(userId)).toEqual([change]);
    await expectRebuilt(userId);

    const undone = (await undo(userId, change.id)).data.undoStudyChange;
    expect(undone.undoneAt).not.toBeNull();
    expect(await schedules(userId)).toEqual(before);
    expect((await undo(userId, change.id)).data.undoStudyChange).toEqual(undone);
    expect(await changes(userId)).toMatchObject([{ id: change.id, undoneAt: undone.undoneAt }]);
    await expectRebuilt(userId);
  });

  it('an answer after a replanning keeps its day when the replanning is undone, and its undo gives back the first day', async () => {
    const learner = await studied(30, 2);
    const { userId } = learner;
    await set(userId, 'rememberPercent: 97');
    const before = await schedules(userId);
    const change = await replan(userId);
    const moved = (await test.log(userId)).find((entry) => entry.kind === 'rescheduled');
    const cardId = moved?.kind === 'rescheduled' ? moved.cardId : 0;
    await send(userId, [answerInput(learner, cardId, { clientEventId: 'later', dueOn: null })]);
    const dueOf = async () => {
      const row = (await test.rows(userId)).find((each) => each.kind === 'card' && each.cardId === cardId);
      return row?.kind === 'card' ? row.dueDay : undefined;
    };
    const answered = await dueOf();
    await undo(userId, change.id);
    expect(await dueOf()).toBe(answered);
    await mutate(userId, 'undoAnswer(input: { clientEventId: "later" }) { flashcard { id } }');
    expect(await schedules(userId)).toEqual(before);
    await expectRebuilt(userId);
  });

  it('the undo of a later answer leaves the day of the replanning', async () => {
    const learner = await studied(30, 3);
    const { userId } = learner;
    await set(userId, 'rememberPercent: 97');
    await replan(userId);
    const replanned = await schedules(userId);
    const moved = (await test.log(userId)).find((entry) => entry.kind === 'rescheduled');
    const cardId = moved?.kind === 'rescheduled' ? moved.cardId : 0;
    await send(userId, [answerInput(learner, cardId, { clientEventId: 'once more' })]);
    await mutate(userId, 'undoAnswer(input: { clientEventId: "once more" }) { flashcard { id } }');
    expect(await schedules(userId)).toEqual(replanned);
    await expectRebuilt(userId);
  });

  it('two replannings are undone in any order', async () => {
    const { userId } = await studied(40, 4);
    const start = await schedules(userId);
    await set(userId, 'rememberPercent: 97');
    const first = await replan(userId);
    const afterFirst = await schedules(userId);
    await set(userId, 'rememberPercent: 85');
    const second = await replan(userId);
    await undo(userId, second.id);
    expect(await schedules(userId)).toEqual(afterFirst);
    const third = await replan(userId);
    const afterThird = await schedules(userId);
    await undo(userId, first.id);
    const movedOnlyByFirst = (await schedules(userId)).filter((row, index) => row !== afterThird[index]);
    expect(movedOnlyByFirst.length).toBeLessThan(start.length);
    await undo(userId, third.id);
    expect(await schedules(userId)).toEqual(start);
    await expectRebuilt(userId);
  });

  it('an imported card that was never answered moves and comes back', async () => {
    const learner = await aLearnerWithDeck(test, 2);
    const { userId, deckId, cardIds } = learner;
    const today = dayOf(test.clock.now(), 180, 4);
    const schedule = {
      state: 'review',
      dueDay: today + 40,
      dueAt: null,
      lastDay: today - 2,
      lastAt: null,
      stability: 42,
      difficulty: 5,
      isDerived: false,
      interval: 42,
      ease: 2.5,
      lapses: 0,
      reviews: 7,
      anki: null,
    };
    const sent = await test.rest('POST', `/internal/learners/${userId}/imported-study`, {
      body: {
        deckId,
        cards: cardIds.map((cardId) => ({
          cardId,
          createdAt: '2026-01-01T00:00:00.000Z',
          cardVersion: 1,
          suspended: false,
          schedule,
        })),
      },
    });
    expect(sent.status).toBe(200);
    const before = await schedules(userId);
    await set(userId, 'rememberPercent: 97');
    const change = await replan(userId);
    expect(change.cards).toBe(2);
    await expectRebuilt(userId);
    await undo(userId, change.id);
    expect(await schedules(userId)).toEqual(before);
    await expectRebuilt(userId);
  });

  it('a change of another learner is not found', async () => {
    const { userId } = await studied(20, 5);
    await set(userId, 'rememberPercent: 97');
    const { id } = await replan(userId);
    const other = await aLearnerWithDeck(test, 1);
    expect((await undo(other.userId, id)).code).toBe('CHANGE_NOT_FOUND');
    expect(await changes(other.userId)).toEqual([]);
  });
});
