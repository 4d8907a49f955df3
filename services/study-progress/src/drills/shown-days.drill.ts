import { dateOf } from '@kumbuka/contracts/study-day';
import { nextDueDays, type Rating } from '@kumbuka/schedule';
import { seededRandom } from '@kumbuka/testing/servers';
import { expect, it } from 'vitest';
import { betterWeights, fitWeightsOn } from '../testing/fit-weights-on.ts';
import { aLearnerWithDeck } from '../testing/study-suite.ts';
import { answerInput, send, test, useSubgraph } from '../testing/subgraph-suite.ts';

useSubgraph();

const kinds = ['full', 'full', 'half', 'off'] as const;

/** What a client knows before an answer. */
async function shownTo(userId: number, cardId: number) {
  const { data } = await test.graphql(
    `query ($cards: [_Any!]!) {
      viewer { id stats { rememberPercent longestInterval easyDays weights } forecast(days: 60) { date count } }
      _entities(representations: $cards) {
        ... on Flashcard { schedule { stabilityDays difficulty lapses studyCount lastStudyDay dueOn } }
      }
    }`,
    { cards: [{ __typename: 'Flashcard', id: String(cardId) }] },
    { as: userId },
  );
  const { stats, forecast } = data.viewer;
  const easyDays = stats.easyDays.map((kind: string) => kind.toLowerCase());
  return nextDueDays(cardId, data._entities[0].schedule, { ...stats, easyDays }, forecast);
}

it('the day shown on a button is the day that comes, over 2,000 random answers and some new weights', async () => {
  const random = seededRandom(11);
  const wrong: unknown[] = [];
  const moved = new Set<boolean>();
  for (let life = 0; life < 4; life++) {
    const learner = await aLearnerWithDeck(test, 25);
    for (let step = 0; step < 500; step++) {
      test.clock.addMinutes(random.below(14 * 60));
      if (step % 60 === 30)
        await test.graphql(
          'mutation ($input: StudySettingsInput!) { updateStudySettings(input: $input) { xp } }',
          {
            input: {
              rememberPercent: 80 + random.below(18),
              longestInterval: 60 + random.below(400),
              easyDays: Array.from({ length: 7 }, (_, day) =>
                day === 2 ? 'FULL' : kinds[random.below(4)]?.toUpperCase(),
              ),
            },
          },
          { as: learner.userId },
        );
      if (step % 120 === 90)
        await fitWeightsOn(test.connection, test.clock, async () => betterWeights(0.1 + step / 1_000))(
          learner.userId,
        );
      const cardId = learner.cardIds[random.below(25)] ?? 0;
      const rating = (1 + random.below(4)) as Rating;
      const days = await shownTo(learner.userId, cardId);
      // Others are answered on another device between the display and the press.
      const other = learner.cardIds[random.below(25)];
      if (random.chance(0.2) && other !== cardId)
        await send(learner.userId, [answerInput(learner, other, { sessionId: `o${life}-${step}` })]);
      const dueOn = dateOf(days[rating]);
      const input = { rating, wasCorrect: rating > 1, dueOn, sessionId: `s${life}-${step}` };
      const { data } = await send(learner.userId, [answerInput(learner, cardId, input)]);
      expect(data.recordAnswers.results[0].errorCode).toBeNull();
      const [card] = (await test.rows(learner.userId)).filter(
        (row) => row.kind === 'card' && 'cardId' in row && row.cardId === cardId,
      );
      const came = card && 'dueDay' in card && typeof card.dueDay === 'number' ? dateOf(card.dueDay) : null;
      if (came !== dueOn) wrong.push({ life, step, rating, shown: dueOn, came });
    }
    for (const entry of await test.log(learner.userId))
      if (entry.kind === 'reviewed') moved.add('dueDay' in entry && entry.dueDay !== undefined);
  }
  expect(wrong).toEqual([]);
  expect(moved.size).toBe(2);
}, 240_000);
