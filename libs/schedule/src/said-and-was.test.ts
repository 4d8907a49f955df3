import { describe, expect, test } from 'vitest';
import { dayMs } from '@kumbuka/contracts/study-day';
import type { AnswerEntry } from './review-log.ts';
import { calibrationOf } from './said-and-was.ts';
import { anAnswer } from './testing/an-answer.ts';

const start = Date.UTC(2026, 0, 20, 12);
const answer = (
  day: number,
  cardId: number,
  said: number | null,
  isRight: boolean,
  deckId = 1,
): AnswerEntry =>
  anAnswer(start + day * dayMs, { cardId, deckId, rating: isRight ? 3 : 1, predictedRecall: said });

describe('said and was', () => {
  test('compares predictions with what came, by month and by deck', () => {
    const calibration = calibrationOf([
      answer(0, 1, null, true),
      answer(0, 2, null, true, 2),
      answer(2, 1, 0.9, true),
      answer(2, 1, 1, false),
      answer(20, 1, 0.8, false),
      answer(20, 2, 0.7, true, 2),
    ]);
    expect(calibration).toMatchObject({
      reviews: 3,
      was: 2 / 3,
      months: [
        { month: '2026-01', reviews: 1, said: 0.9, was: 1 },
        { month: '2026-02', reviews: 2, was: 0.5 },
      ],
      decks: [
        { deckId: 1, reviews: 2, was: 0.5 },
        { deckId: 2, reviews: 1, was: 1 },
      ],
    });
    expect(calibration?.said).toBeCloseTo(0.8, 12);
    expect(calibration?.logLoss).toBeCloseTo(-(Math.log(0.9) + Math.log(0.2) + Math.log(0.7)) / 3, 12);
    expect(calibration?.constantLogLoss).toBeCloseTo(-(2 * Math.log(2 / 3) + Math.log(1 / 3)) / 3, 12);
  });
  test('first answers and second answers of a day are no reviews', () => {
    expect(calibrationOf([answer(0, 3, null, true), answer(0, 3, 1, true)])).toBeNull();
  });
  test('true predictions beat a constant and a moving average, and their bins agree', () => {
    const answers = Array.from({ length: 4_000 }, (_, index) => {
      const said = index % 2 === 0 ? 0.95 : 0.6;
      const isRight = index % 2 === 0 ? index % 40 !== 0 : index % 10 < 6;
      return answer(Math.floor(index / 50) + 1, 10_000 + index, said, isRight);
    });
    const calibration = calibrationOf(answers);
    if (!calibration) throw new Error('There are reviews.');
    const { logLoss, constantLogLoss, movingAverageLogLoss, rmseBins, said, was } = calibration;
    expect(Math.abs(said - was)).toBeLessThan(0.001);
    expect(logLoss).toBeLessThan(constantLogLoss - 0.05);
    expect(constantLogLoss).toBeLessThan(movingAverageLogLoss);
    expect(rmseBins).toBeLessThan(0.001);
  });
});
