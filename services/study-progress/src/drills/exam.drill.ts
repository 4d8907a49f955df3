import { expect, it } from 'vitest';
import { loadEngine } from '../adapters/weights/engines.ts';
import { examOutcome, type ExamOutcome } from '../testing/bench/exam.ts';

const learners = Array.from({ length: 16 }, (_, index) => 401 + index);

it('an exam promises at most 0.01 more than the truth, on learners whose memory is not FSRS', async () => {
  const fit = await loadEngine('fastest');
  const outcomes: ExamOutcome[] = [];
  for (const seed of learners) outcomes.push(await examOutcome(seed, fit));
  const mean = (of: (outcome: ExamOutcome) => number) =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / outcomes.length;
  expect(mean(({ promised, truth }) => promised - truth)).toBeLessThan(0.01);
  // Nor is it too low to be of use.
  expect(mean(({ promised, truth }) => Math.abs(promised - truth))).toBeLessThan(0.02);
}, 120_000);
