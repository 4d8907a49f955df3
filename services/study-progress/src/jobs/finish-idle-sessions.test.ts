import { createLog } from '@kumbuka/runtime';
import { expect, test } from 'vitest';
import { finishAllIdleSessions } from './finish-idle-sessions.ts';

test('one learner whose sessions cannot be ended does not end the sweep for all', async () => {
  const finished: number[] = [];
  const run = finishAllIdleSessions({
    learners: { findIdle: async () => [1, 2, 3] },
    finishIdleSessions: async (userId) => {
      if (userId === 1) throw new Error('This learner cannot be finished.');
      finished.push(userId);
    },
    log: createLog('tests', 'silent'),
  });
  await run(new Date());
  expect(finished).toEqual([2, 3]);
});
