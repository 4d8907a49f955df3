import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const program = `
  import { createLog } from '${new URL('./log.ts', import.meta.url).href}';
  const log = createLog('test', 'info');
  log.info('started');
  process.stdin.once('data', () => {
    log.info('stopping');
    process.exit(0);
  });
`;

it('a process ends although nobody reads its log any more', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  try {
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stdin.write('end\n');
    expect(await once(child, 'exit', { signal: AbortSignal.timeout(5000) })).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
