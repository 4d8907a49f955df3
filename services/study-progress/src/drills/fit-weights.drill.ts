import { seededRandom } from '@kumbuka/testing/servers';
import { standardParameters } from '@kumbuka/schedule';
import { describe, expect, it } from 'vitest';
import { createWeightsFitter } from '../adapters/weights/fit-in-process.ts';
import type { FitTask } from '../use-cases/ports.ts';

/** A learner who forgets faster than the default weights predict. */
function aTask(cards: number): FitTask {
  const random = seededRandom(7);
  const history = Array.from({ length: cards }, (_, card) => {
    const days = [20_000 + Math.floor(card / 8)];
    const ratings = [random.chance(0.5) ? 3 : 1];
    let interval = 1;
    for (let review = 0; review < 6; review++) {
      days.push((days.at(-1) ?? 0) + interval);
      const isRight = random.chance(0.97 - 0.04 * Math.min(interval, 15));
      ratings.push(isRight ? 3 : 1);
      interval = isRight ? Math.round(interval * 2.5) : 1;
    }
    return { days, ratings };
  });
  return {
    history,
    present: standardParameters.weights,
    cards: [{ deckId: 1, stability: 10, difficulty: 5, elapsedDays: 5, dueInDays: 5 }],
    total: 1,
    rememberPercent: 90,
    longestInterval: 36_500,
  };
}
const isOver = () => false;

describe('a fit in a process of its own', () => {
  it('finds the same better weights natively and by WebAssembly', { timeout: 120_000 }, async () => {
    const task = aTask(150);
    const [fastest, portable] = await Promise.all([
      createWeightsFitter({ engine: 'fastest' })(task, isOver),
      createWeightsFitter({ engine: 'portable' })(task, isOver),
    ]);
    expect(portable.reviews).toBe(900);
    expect(portable.weights).toHaveLength(21);
    expect(portable.effect).not.toBeNull();
    for (const [index, weight] of portable.weights?.entries() ?? [])
      expect(fastest.weights?.[index]).toBeCloseTo(weight, 2);
  });

  it('finds none in fewer than 400 reviews', { timeout: 60_000 }, async () => {
    expect(await createWeightsFitter()(aTask(60), isOver)).toEqual({
      reviews: 360,
      weights: null,
      effect: null,
    });
  });

  it('is killed at its time limit', { timeout: 60_000 }, async () => {
    const started = performance.now();
    await expect(createWeightsFitter({ timeMs: 300 })(aTask(3_000), isOver)).rejects.toThrow(/SIGKILL/);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('ends when the service stops', { timeout: 60_000 }, async () => {
    const started = performance.now();
    await expect(createWeightsFitter()(aTask(3_000), () => true)).rejects.toThrow(/SIGKILL/);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
