import { createLog } from '@kumbuka/runtime';
import { expect, it } from 'vitest';
import { createRunner } from './runner.ts';

const log = createLog('tests', 'silent');

it('work that is woken in its last moment runs once more, instead of waiting for the job that resumes it', async () => {
  const states = ['importing', 'undoing'];
  const seen: (string | undefined)[] = [];
  const runner = createRunner({
    name: 'imports',
    atOnce: 1,
    log,
    async run(id) {
      seen.push(states.shift());
      // The learner's next step arrives after this run has read its state.
      if (seen.length === 1) runner.wake(id);
      await Promise.resolve();
    },
  });
  runner.wake('1');
  await runner.ended('1');
  expect(seen).toEqual(['importing', 'undoing']);
});

it('work that was woken again does not begin after the stop', async () => {
  let runs = 0;
  const runner = createRunner({
    name: 'imports',
    atOnce: 1,
    log,
    async run(id, signal) {
      runs += 1;
      runner.wake(id);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  runner.wake('1');
  await Promise.resolve();
  await runner.stop();
  expect(runs).toBe(1);
});
