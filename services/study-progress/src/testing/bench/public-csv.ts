import { dayMs } from '@kumbuka/contracts/study-day';
import type { KnownReview } from './study.ts';

/**
 * Reads a log in the public format of the FSRS optimisers: `card_id, review_time, review_rating` and optional columns. Times
 * are milliseconds; a day ends at 04:00 UTC.
 */
export function cardsInCsv(text: string): KnownReview[][] {
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const names = header.split(',').map((name) => name.trim());
  const columns = ['card_id', 'review_time', 'review_rating'].map((name) => names.indexOf(name));
  if (columns.includes(-1))
    throw new Error('The file has no columns card_id, review_time and review_rating.');
  const cards = new Map<string, { time: number; rating: number }[]>();
  for (const line of lines) {
    const cells = line.split(',');
    const [card = '', time = '', rating = ''] = columns.map((at) => cells[at]);
    const review = { time: Number(time), rating: Number(rating) };
    if (!Number.isFinite(review.time) || ![1, 2, 3, 4].includes(review.rating)) continue;
    cards.set(card, [...(cards.get(card) ?? []), review]);
  }
  return [...cards.values()].map((reviews) =>
    reviews
      .sort((a, b) => a.time - b.time)
      .map(({ time, rating }) => ({
        day: Math.floor((time - dayMs / 6) / dayMs),
        rating: rating as KnownReview['rating'],
        truth: null,
      })),
  );
}
