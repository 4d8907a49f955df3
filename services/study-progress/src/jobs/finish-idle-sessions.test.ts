import { createLog } from '@kumbuka/runtime';
import { expect, test } from 'vitest';
import { finishAllIdleSessions } from './finish-idle-sessions.ts';

test('finishing idle sessions continues with the other learners when it fails for one', async () => {
  const finished: number[] = [];
  const run = finishAllIdleSessions({
    learners: { findIdle: async () => [1, 2, 3] },
    finishIdleSessions: async (userId) => {
      if (userId === 1) throw new Error('The sessions of this learner cannot be finished.');
      finished.push(userId);
    },
    log: createLog('tests', 'silent'),
  });
  await run(new Date(), () => false);
  expect(finished).toEqual([2, 3]);
});
