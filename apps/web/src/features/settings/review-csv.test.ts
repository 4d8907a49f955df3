import { expect, it } from 'vitest';
import type { ExportReviewLogQuery } from './export-data.generated.ts';
import { reviewCsv } from './review-csv.ts';

type Entry = NonNullable<ExportReviewLogQuery['viewer']['reviewLog']>[number];
const at = (ms: number) => new Date(ms).toISOString();
const entry = (position: number, more: Partial<Entry>) =>
  ({ id: `e${position}`, position, ...more }) as Entry;

it('earlier reviews of an imported card come before its answers, and changes by hand are left out', () => {
  const history = {
    times: [at(1_000), at(2_000), at(3_000)],
    ratings: [3, 0, 2],
    durations: [900, 0, 800],
    intervals: [1, 0, 4],
    lastIntervals: [0, 0, 1],
    factors: [2_500, 0, 2_350],
    kinds: [0, 4, 1],
  };
  const log = [
    entry(1, { kind: 'HISTORY_IMPORTED', flashcardId: '7', history }),
    entry(2, { kind: 'REVIEWED', flashcardId: '7', rating: 1, answeredAt: at(9_000), timeSpentMinutes: 0.1 }),
    entry(3, { kind: 'PRACTISED', flashcardId: '7', answeredAt: at(9_500), timeSpentMinutes: 0.1 }),
  ];
  expect(reviewCsv(log).trim().split('\n').slice(1)).toEqual([
    '7,1000,3,0,900',
    '7,3000,2,2,800',
    '7,9000,1,2,6000',
  ]);
});
