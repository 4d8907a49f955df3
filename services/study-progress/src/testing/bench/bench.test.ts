import { describe, expect, test } from 'vitest';
import { standardParameters } from '@kumbuka/schedule';
import { createInventedLearner } from './invented-learner.ts';
import { distance, logLoss, predictionsUnder } from './predictions.ts';
import { cardsInCsv } from './public-csv.ts';
import { ladderPolicy, live } from './study.ts';

describe('the bench of the schedule', () => {
  test('reads logs in the public format, whatever the order and number of columns', () => {
    const cards = cardsInCsv(
      [
        'review_time,card_id,review_state,review_rating',
        `${Date.UTC(2026, 0, 6, 5)},7,2,1`,
        `${Date.UTC(2026, 0, 6, 3)},8,0,4`,
        `${Date.UTC(2026, 0, 5, 5)},7,0,3`,
        `${Date.UTC(2026, 0, 7, 5)},7,2,0`,
        '',
      ].join('\r\n'),
    );
    const [first = 0] = cards[0]?.map(({ day }) => day) ?? [];
    expect(cards).toEqual([
      [
        { day: first, rating: 3, truth: null },
        { day: first + 1, rating: 1, truth: null },
      ],
      [{ day: first, rating: 4, truth: null }],
    ]);
    expect(() => cardsInCsv('a,b\n1,2')).toThrow('no columns');
  });
  test('lives the same life with the same seed, and knows the truth of every review', async () => {
    const lived = () => live(createInventedLearner(3), ladderPolicy(), { days: 60, newPerDay: 5 });
    const [one, other] = await Promise.all([lived(), lived()]);
    expect(one).toEqual(other);
    const predictions = predictionsUnder([...one.log.values()], standardParameters.weights);
    expect(predictions.length).toBeGreaterThan(300);
    const byTruth = logLoss(predictions, ({ truth }) => truth);
    expect(byTruth).toBeLessThan(logLoss(predictions));
    expect(distance(predictions)).toBeLessThan(0.3);
  });
});
