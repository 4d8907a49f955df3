import { describe, expect, test, vi } from 'vitest';
import { fitOwnWeights, ownWeights, type CardReview, type FitWeights } from './own-weights.ts';
import { standardParameters } from './parameters.ts';
import { predictedRecallOn } from './scheduler.ts';

const usual = standardParameters.weights;
/** Weights of a learner who remembers new cards far longer than usual. */
const longer = usual.map((weight, index) => (index < 4 ? weight * 8 : weight));

/** Cards that were new on some days and come back after `interval` days; a share of them is remembered. */
const cards = (count: number, interval: number, share: number): CardReview[][] =>
  Array.from({ length: count }, (_, card) => [
    { day: 100 + Math.floor(card / 10), rating: 3 },
    { day: 100 + Math.floor(card / 10) + interval, rating: (card * 7) % 100 < share * 100 ? 3 : 1 },
  ]);

describe('own weights', () => {
  test('are between the defaults and the fit: the more reviews, the closer to the fit', async () => {
    for (const count of [500, 1_900]) {
      const found = await fitOwnWeights(cards(count, 15, 0.9), usual, async () => longer);
      const [first = 0, fitted = 0] = [usual[2], longer[2]];
      expect(found.reviews).toBe(count);
      expect(found.weights?.[2]).toBeCloseTo(first + ((fitted - first) * count) / (count + 1_000), 5);
    }
  });
  test('of 2,000 reviews and more promise on average what the learner recalls', async () => {
    const recallAfter = ({ weights }: { weights: readonly number[] | null }) =>
      predictedRecallOn({ stability: weights?.[2] ?? 0, lastDay: 0 }, 15, weights ?? usual);
    const [few, many] = await Promise.all(
      [1_900, 10_000].map((count) =>
        fitOwnWeights(cards(count, 15, 0.9), usual, async () => usual.with(2, 70)),
      ),
    );
    expect(few && recallAfter(few)).toBeGreaterThan(0.93);
    expect(many && Math.abs(recallAfter(many) - 0.9)).toBeLessThan(0.015);
  });
  test('are none when they do not predict the later reviews better', async () => {
    const forgetful = cards(500, 15, 0.5);
    expect(await fitOwnWeights(forgetful, usual, async () => longer)).toEqual({
      reviews: 500,
      weights: null,
    });
  });
  test('are none when those of the learner predict better', async () => {
    const found = await fitOwnWeights(cards(500, 15, 0.9), longer, async () =>
      usual.with(2, (usual[2] ?? 0) * 1.05),
    );
    expect(found.weights).toBeNull();
  });
  test('are tried on reviews that the fit has not seen', async () => {
    const fit = vi.fn<FitWeights>(async () => longer);
    await fitOwnWeights(cards(800, 15, 0.9), usual, fit);
    const [tried, last] = fit.mock.calls.map(([items]) => items.lengths.length);
    expect(tried).toBeLessThan(0.76 * 800);
    expect(last).toBe(800);
  });
  test('are fitted from 400 reviews, a card\u2019s first one and those of the same day not counted', async () => {
    const fit = vi.fn<FitWeights>(async () => longer);
    const same = cards(800, 0, 0.9);
    expect(await fitOwnWeights([...cards(399, 15, 0.9), ...same], usual, fit)).toEqual({
      reviews: 399,
      weights: null,
    });
    expect(fit).not.toHaveBeenCalled();
  });
  test('are fitted to the newest 20,000 reviews', async () => {
    const fit = vi.fn<FitWeights>(async () => longer);
    const found = await fitOwnWeights(cards(ownWeights.mostReviews + 500, 15, 0.9), usual, fit);
    expect(found.reviews).toBe(ownWeights.mostReviews);
  });
});
