import type { ReviewEntry } from '@kumbuka/schedule';
import type { Settings } from '../../domain/learner/learner.ts';
import { settingsOf } from '../../domain/learner/settings.ts';
import type { FitAttempt, Ports } from '../ports.ts';

/** What an archive says of a learner's study besides the log. */
export interface StudyLogHead {
  entries: number;
  settings: Settings;
  fit: FitAttempt | null;
}

/** Study settings of a learner and the length of the log. */
export const readStudyLogHead =
  ({ learners, fits }: Pick<Ports, 'learners' | 'fits'>) =>
  async (ownerId: number): Promise<StudyLogHead> => {
    const [learner, [fit = null]] = await Promise.all([learners.find(ownerId), fits.findMany([ownerId])]);
    return { entries: learner.seq, settings: settingsOf(learner), fit };
  };

/** An archived answer keeps the fuzz of the card that it was given to. */
const withSeed = (entry: ReviewEntry): ReviewEntry =>
  entry.kind === 'reviewed' ? { ...entry, seed: entry.seed ?? entry.cardId } : entry;

/** A page of a learner's log for an archive. */
export const readStudyLog =
  ({ reviews }: Pick<Ports, 'reviews'>) =>
  async (ownerId: number, after: number, limit: number): Promise<ReviewEntry[]> =>
    (await reviews.after(ownerId, after, limit)).map(withSeed);
