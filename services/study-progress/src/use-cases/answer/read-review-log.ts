import type { Principal } from '@kumbuka/identity';
import type { ReviewEntry } from '@kumbuka/schedule';
import type { Ports } from '../ports.ts';

export interface LogPage {
  /** Position of the last entry already read; 0 to start. */
  after: number;
  limit: number;
}

/** A page of the learner's own review log, in the order of writing. */
export const readReviewLog =
  ({ reviews }: Pick<Ports, 'reviews'>) =>
  ({ after, limit }: LogPage, { userId }: Pick<Principal, 'userId'>): Promise<ReviewEntry[]> =>
    reviews.after(userId, after, limit);
