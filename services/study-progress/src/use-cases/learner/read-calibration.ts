import { activeAnswers, calibrationOf, type Calibration } from '@kumbuka/schedule';
import type { Learner } from '../../domain/learner/learner.ts';
import type { Ports } from '../ports.ts';

/** Newest entries of the log that count, so that a long history costs no more. */
const entriesRead = 20_000;

/** How well the predictions of the learner's recall were; `null` without reviews. */
export const readCalibration =
  ({ reviews }: Pick<Ports, 'reviews'>) =>
  async ({ ownerId, seq }: Pick<Learner, 'ownerId' | 'seq'>): Promise<Calibration | null> => {
    const entries = await reviews.after(ownerId, Math.max(0, seq - entriesRead), entriesRead);
    return calibrationOf(activeAnswers(entries));
  };
