import { describe, expect, test } from 'vitest';
import { firstParameters, standardParameters, type Parameters } from './parameters.ts';
import type { Rating } from './review-log.ts';
import { checkedWeights, dueDayAfter, nextMemory, predictedRecallOn, type Memory } from './scheduler.ts';

const first = 20_000;
/** Answers one card at the given distances in days. */
function study(
  answers: readonly [days: number, answer: boolean | Rating][],
  cardId = 7,
  parameters: Parameters = firstParameters,
): Memory[] {
  let [memory, day]: [Memory | null, number] = [null, first];
  return answers.map(([days, answer]) => {
    day += days;
    const rating = typeof answer === 'number' ? answer : answer ? 3 : 1;
    memory = nextMemory(memory, { cardId, day, rating }, parameters);
    return memory;
  });
}
const intervalOf = (memory: Memory | undefined) => (memory?.dueDay ?? 0) - (memory?.lastDay ?? 0);

describe('FSRS-6 with its default parameters', () => {
  test('gives the published memory state after Again and five times Good', () => {
    const states = study([
      [0, false],
      [0, true],
      [1, true],
      [3, true],
      [8, true],
      [21, true],
    ]);
    expect(states.at(-1)?.stability).toBeCloseTo(53.62691, 4);
    expect(states.at(-1)?.difficulty).toBeCloseTo(6.3574867, 5);
  });
  test('starts from the initial stabilities of the first answer', () => {
    expect(study([[0, true]])[0]).toMatchObject({
      stability: 2.3065,
      dueDay: first + 2,
      lastDay: first,
      reps: 1,
    });
    expect(study([[0, false]])[0]).toMatchObject({
      stability: 0.212,
      difficulty: 6.4133,
      dueDay: first + 1,
      lapses: 0,
    });
  });
  test('a forgotten card comes back sooner and counts a lapse', () => {
    const [, , remembered, forgotten] = study([
      [0, true],
      [2, true],
      [10, true],
      [40, false],
    ]);
    expect(forgotten?.stability).toBeLessThan(remembered?.stability ?? 0);
    expect(forgotten).toMatchObject({ lapses: 1, reps: 4 });
    expect((forgotten?.dueDay ?? 0) - (forgotten?.lastDay ?? 0)).toBeLessThan(10);
  });
  test('never schedules a card for the day of its answer: there are no learning steps', () => {
    for (const wasCorrect of [true, false])
      for (const memory of study(Array.from({ length: 6 }, () => [0, wasCorrect] as const)))
        expect(memory.dueDay).toBeGreaterThan(memory.lastDay);
  });
  test('an answer dated on an earlier day than the last counts as the same day', () => {
    const [memory] = study([[0, true]]);
    const on = (day: number) => nextMemory(memory ?? null, { cardId: 7, day, rating: 3 }, firstParameters);
    expect(on(first - 1)).toEqual(on(first));
  });
});

describe('the fuzz of intervals', () => {
  const longRun = (cardId: number) =>
    study(
      [
        [0, true],
        [2, true],
        [11, true],
        [46, true],
      ],
      cardId,
    ).at(-1);
  test('is the same whenever the same card has the same answers', () => {
    expect(longRun(7)).toEqual(longRun(7));
  });
  test('spreads cards that were learned together over several days', () => {
    const intervals = Array.from({ length: 40 }, (_, card) => intervalOf(longRun(card + 1)));
    expect(new Set(intervals).size).toBeGreaterThan(8);
    for (const interval of intervals) expect(Math.abs(interval - 163)).toBeLessThan(25);
  });
  test('does not tie a card to its neighbour’s next repetition', () => {
    const third = (cardId: number) =>
      intervalOf(
        study(
          [
            [0, true],
            [2, true],
            [11, true],
          ],
          cardId,
        ).at(-1),
      );
    const ties = Array.from({ length: 30 }, (_, card) => third(card + 1) - third(card + 2));
    expect(ties.some((difference) => difference !== 0)).toBe(true);
  });
});

describe('predicted recall', () => {
  const memory = { stability: 10, lastDay: first };
  const usual = standardParameters.weights;
  test('is 1 on the day of the answer and 0.9 after as many days as the stability', () => {
    expect(predictedRecallOn(memory, first, usual)).toBe(1);
    expect(predictedRecallOn(memory, first + 10, usual)).toBeCloseTo(0.9, 8);
  });
  test('falls by the power curve', () => {
    const decay = -0.1542;
    const factor = 0.9 ** (1 / decay) - 1;
    expect(predictedRecallOn(memory, first + 100, usual)).toBeCloseTo((1 + (factor * 100) / 10) ** decay, 6);
  });
  test('follows the decay of the weights', () => {
    const own = usual.with(20, 0.5);
    expect(predictedRecallOn(memory, first + 10, own)).toBeCloseTo(0.9, 8);
    expect(predictedRecallOn(memory, first + 100, own)).toBeLessThan(
      predictedRecallOn(memory, first + 100, usual),
    );
  });
  test('is not above 1 when the learner’s today is before the last day', () => {
    expect(predictedRecallOn(memory, first - 1, usual)).toBe(1);
  });
});

describe('parameters', () => {
  const valid = Array.from({ length: 21 }, () => 0.5);
  test.each([0, 17, 19, 20, 22])('an array of %i is rejected, not filled up', (length) => {
    expect(() => checkedWeights(Array.from({ length }, () => 0.5))).toThrow(/21 parameters/);
  });
  test('not-a-number is rejected', () => {
    expect(() => checkedWeights(valid.with(3, Number.NaN))).toThrow(/finite/);
  });
  test('21 finite numbers are taken', () => {
    expect(checkedWeights(valid)).toHaveLength(21);
  });
});

describe('rule 2: the interval of the stability', () => {
  const by = (answers: readonly [days: number, answer: boolean | Rating][], cardId = 7) =>
    study(answers, cardId, standardParameters);
  const cases: [days: number, answer: boolean][][] = [
    [
      [0, false],
      [0, true],
    ],
    [
      [0, false],
      [1, false],
      [1, false],
      [1, true],
    ],
    [
      [0, true],
      [0, true],
    ],
  ];
  test('a new card answered wrong, then right on the same day, is due tomorrow and not at 71 % recall in two days', () => {
    const [, card] = by([
      [0, false],
      [0, true],
    ]);
    expect(intervalOf(card)).toBe(1);
    expect(
      intervalOf(
        study([
          [0, false],
          [0, true],
        ])[1],
      ),
    ).toBe(2);
  });
  test.each(cases)(
    'rule 2 keeps the memory state of ts-fsrs and the day of its stability (%j, %j)',
    (...answers) => {
      const [memory, libraryMemory] = [by(answers).at(-1), study(answers).at(-1)];
      expect(memory).toMatchObject({
        stability: libraryMemory?.stability,
        difficulty: libraryMemory?.difficulty,
        lapses: libraryMemory?.lapses,
      });
      expect(intervalOf(memory)).toBe(Math.max(1, Math.round(memory?.stability ?? 0)));
    },
  );
  test('rule 2 gives the state of rule 1 to the bit over random answers, also with four answers', () => {
    let seed = 5;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let card = 1; card <= 60; card++) {
      const answers = Array.from(
        { length: 12 },
        () => [Math.floor(random() ** 3 * 90), (1 + Math.floor(random() * 4)) as Rating] as const,
      );
      const stateOf = ({ dueDay: _due, ...state }: Memory) => state;
      expect(
        by(
          answers.map(([days, rating]) => [days, rating]),
          card,
        ).map(stateOf),
      ).toEqual(
        study(
          answers.map(([days, rating]) => [days, rating]),
          card,
        ).map(stateOf),
      );
    }
  });

  const grown = () =>
    by([
      [0, true],
      [2, true],
      [11, true],
      [46, true],
    ]).at(-1) as Memory;
  const studiedAhead = (before: Memory, days: number, rating: Rating = 3) => {
    const answer = { cardId: 7, day: before.lastDay + days, rating };
    const after = nextMemory(before, answer, standardParameters);
    return dueDayAfter(before, after, rating, standardParameters);
  };
  test('a card that is repeated on the day of its answer keeps its due day', () => {
    const before = grown();
    expect(studiedAhead(before, 0)).toBe(before.dueDay);
  });
  test('studying ahead moves the due day the further, the later it comes, and never back', () => {
    const before = grown();
    const length = before.dueDay - before.lastDay;
    const days = Array.from({ length }, (_, day) => studiedAhead(before, day));
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    const onTime = studiedAhead(before, length);
    expect(days[0]).toBe(before.dueDay);
    expect((days.at(-1) ?? 0) / onTime).toBeCloseTo(1, 1);
  });
  test('a wrong answer ahead of the due day brings the card back soon', () => {
    const before = grown();
    expect(studiedAhead(before, 3, 1)).toBeLessThan(before.dueDay);
  });
});
