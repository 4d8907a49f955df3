import { uuidV7 } from '@kumbuka/event-bus';
import { standardParameters } from '@kumbuka/schedule';
import type { Connection } from 'mongoose';
import { createStores } from '../store/stores.ts';
import { fitWeights } from '../use-cases/learner/fit-weights.ts';
import type { FittedWeights, WeightsFitter } from '../use-cases/ports.ts';
import { transactionsOn } from './rebuild-ports.ts';
import type { Clock } from './study-suite.ts';

/** Better weights of a learner whose memory decays faster or slower. */
export const betterWeights = (decay: number): FittedWeights => ({
  reviews: 500,
  weights: standardParameters.weights.with(11, 2).with(20, decay),
  effect: { aspect: 'incorrect', isLonger: true, answersBefore: 30, answersAfter: 26 },
});

/** Fits the weights of a learner on some stores, as the job does. */
export function fitWeightsOn(connection: Connection, clock: Pick<Clock, 'now'>, fitter: WeightsFitter) {
  const stores = createStores(connection);
  const { transact } = transactionsOn(connection);
  const fit = fitWeights({ ...stores, transact, fitter, now: clock.now, newId: uuidV7 });
  return async (userId: number) => {
    const [latest] = await stores.fits.findMany([userId]);
    await fit(userId, latest ?? null, () => false);
  };
}
