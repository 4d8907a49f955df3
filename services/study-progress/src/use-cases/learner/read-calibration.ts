import { activeAnswers, calibrationOf, type Calibration } from '@kumbuka/schedule';
import type { Learner } from '../../domain/learner/learner.ts';
import type { Ports } from '../ports.ts';

/** Newest answers and undos that count, so that a long history costs no more. */
const answersRead = 20_000;

/** How well the predictions of the learner's recall were; `null` without reviews. */
export const readCalibration =
  ({ reviews }: Pick<Ports, 'reviews'>) =>
  async ({ ownerId }: Pick<Learner, 'ownerId'>): Promise<Calibration | null> =>
    calibrationOf(activeAnswers(await reviews.newestAnswers(ownerId, answersRead)));
