import { createLog } from '@kumbuka/http-kit';
import { eventually } from '@kumbuka/testing';
import { expect, test } from 'vitest';
import { createSweep } from './sweep.ts';

test('one learner whose sessions cannot be ended does not end the sweep for all', async () => {
  const finished: number[] = [];
  const sweep = createSweep({
    idleLearners: async () => [1, 2, 3],
    finishIdleSessions: async (userId) => {
      if (userId === 1) throw new Error('This learner cannot be finished.');
      finished.push(userId);
    },
    now: () => new Date(),
    everyMs: 5,
    log: createLog('tests', 'silent'),
  });
  await sweep.start();
  await eventually(() => expect(finished.slice(0, 2)).toEqual([2, 3]));
  await sweep.stop();
});
