import { expect, it } from 'vitest';
import { reviewCsv } from './review-csv.ts';

const entry = (position: number, more: object) =>
  ({ id: `e${position}`, position, kind: 'REVIEWED', flashcardId: '5', undoes: null, ...more }) as Parameters<
    typeof reviewCsv
  >[0][number];
const answer = (position: number, answeredAt: string, rating: number, more: object = {}) =>
  entry(position, { answeredAt, rating, timeSpentMinutes: 0.2, ...more });

it('the log as CSV has one line for each answer that counts, by time, in the format of the optimisers', () => {
  const csv = reviewCsv([
    entry(1, { kind: 'PARAMETERS_CHANGED', flashcardId: null }),
    answer(2, '2026-03-04T09:00:00.000Z', 3),
    answer(3, '2026-03-06T09:00:00.000Z', 1),
    answer(4, '2026-03-05T09:00:00.000Z', 4, { flashcardId: '6' }),
    answer(5, '2026-03-01T09:00:00.000Z', 2),
    entry(6, { kind: 'PRACTISED', answeredAt: '2026-03-06T09:01:00.000Z', wasCorrect: true }),
    entry(7, { kind: 'UNDONE', undoes: 'e3' }),
  ]);
  expect(csv.split('\n')).toEqual([
    'card_id,review_time,review_rating,review_state,review_duration',
    `5,${Date.parse('2026-03-01T09:00:00Z')},2,0,12000`,
    `5,${Date.parse('2026-03-04T09:00:00Z')},3,2,12000`,
    `6,${Date.parse('2026-03-05T09:00:00Z')},4,0,12000`,
    '',
  ]);
});

it('the log of a learner without answers is a CSV with its header alone', () => {
  expect(reviewCsv([])).toBe('card_id,review_time,review_rating,review_state,review_duration\n');
});
