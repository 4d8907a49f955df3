import { latestOfEach, type ProgressTold } from '../domain/deck.ts';
import type { Ports } from './ports.ts';

/** Keeps mastery and the last study time on the decks, so that lists sort and page in one place. */
export const keepDeckProgress =
  ({ decks }: Pick<Ports, 'decks'>) =>
  (told: readonly ProgressTold[]): Promise<void> =>
    decks.keepProgress(latestOfEach(told));
