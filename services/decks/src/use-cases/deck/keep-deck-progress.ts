import { latestOfEach, type ProgressUpdate } from '../../domain/deck.ts';
import type { Ports } from '../ports.ts';

/** Stores mastery and last study time on the decks, so that lists can be sorted and paged here. */
export const keepDeckProgress =
  ({ projections }: Pick<Ports, 'projections'>) =>
  (updates: readonly ProgressUpdate[]): Promise<void> =>
    projections.keepProgress(latestOfEach(updates));
