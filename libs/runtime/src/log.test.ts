import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { runInContext } from './context.ts';
import { logOptions } from './log.ts';

const program = `
  import { createLog } from '${new URL('./log.ts', import.meta.url).href}';
  const log = createLog('test', 'info');
  log.info('started');
  process.stdin.once('data', () => {
    log.info('stopping');
    process.exit(0);
  });
`;

it('a process ends normally although its log output is closed', async () => {
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

it.runIf(existsSync('/dev/full'))(
  'a process continues although its log cannot be written on a full disk',
  async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', full, 'pipe'],
    });
    try {
      child.stdin?.end('end\n');
      expect(await once(child, 'exit', { signal: AbortSignal.timeout(5000) })).toEqual([0, null]);
    } finally {
      closeSync(full);
      child.kill('SIGKILL');
    }
  },
);

it('every log line contains the ids of its request and trace', () => {
  const lines: unknown[] = [];
  const log = pino(logOptions('decks', 'info'), {
    write: (line: string) => void lines.push(JSON.parse(line)),
  });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const context = { correlationId: 'a-request', traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  runInContext(context, () => log.info('within'));
  log.info('outside');
  expect(lines[0]).toMatchObject({ msg: 'within', service: 'decks', requestId: 'a-request', traceId });
  expect(lines[1]).not.toHaveProperty('requestId');
});
