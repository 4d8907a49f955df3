/**
 * Runs the web client's own code as two devices at random against a running product: on and off line, lost responses,
 * restarts, answers, undos, edits, suspensions and deletions. `RUNS` (100) runs begin with `SEED` (1).
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startProduct, withoutLimits } from '../product/product.ts';

const web = new URL('../../../../apps/web', import.meta.url).pathname;
const vitest = new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url).pathname;

const product = await startProduct({ env: withoutLimits });
try {
  const child = spawn(process.execPath, [vitest, 'run', '--root', web, 'src/test/two-devices'], {
    cwd: web,
    stdio: 'inherit',
    env: {
      ...process.env,
      LANE: 'trial',
      RUNS: process.env['RUNS'] ?? '100',
      WEB: product.web,
      REST: product.rest,
    },
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code === 0 ? 0 : 1;
} finally {
  await product.stop();
}
