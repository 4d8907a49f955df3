import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byMessage, createChild, type Child } from './child.ts';
import { root } from './repository.ts';

let directory: string;
let child: Child<number> | undefined;
let said: string[];
let failures: Error[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'child-'));
  mkdirSync(join(directory, 'out'));
  said = [];
  failures = [];
});
afterEach(async () => {
  await child?.stop();
  rmSync(directory, { recursive: true, force: true });
});

function childOf(code: string, logFile = join(directory, 'logs/sample.log')): Child<number> {
  const entry = join(directory, 'entry.mjs');
  writeFileSync(entry, code);
  child = createChild<number>({
    name: 'sample',
    entry: relative(root, entry),
    env: { OUT: join(directory, 'out/ended') },
    logFile,
    ready: (process) => byMessage<number>(process),
    say: (line) => said.push(line),
    onLaunched: () => undefined,
    onFailed: (error) => failures.push(error),
    stopWithinMs: 1_000,
  });
  return child;
}

const SERVING = `
  import { writeFileSync } from 'node:fs';
  process.on('SIGTERM', () => { writeFileSync(process.env.OUT, 'in order'); process.exit(0); });
  setInterval(() => {}, 1000);
  process.send({ ready: process.pid });`;

describe('a child process', () => {
  it('a child process is ready with its message and ends in order when it is stopped', async () => {
    const sample = childOf(SERVING);
    expect(await sample.start()).toBe(sample.pid());
    await sample.stop();
    expect(readFileSync(join(directory, 'out/ended'), 'utf8')).toBe('in order');
    expect(said).toEqual([]);
  });

  it.runIf(existsSync('/dev/full'))(
    'a child process goes on although its log cannot be written on a full disk',
    async () => {
      const complaining = `${SERVING} setInterval(() => { console.log('out'); console.error('full'); }, 20);`;
      const sample = childOf(complaining, '/dev/full');
      await sample.start();
      await pause(500);
      await sample.stop();
      expect(readFileSync(join(directory, 'out/ended'), 'utf8')).toBe('in order');
      expect(said).toEqual([]);
    },
  );

  it('a child process is started again after it was killed', async () => {
    const sample = childOf(SERVING);
    const first = await sample.start();
    process.kill(first, 'SIGKILL');
    await expect.poll(() => said, { timeout: 10_000 }).toContain('The sample process is back.');
    expect(said[0]).toBe('The sample process ended by SIGKILL; starting it again.');
    expect(sample.pid()).not.toBe(first);
  });

  it('a child process is killed when it does not end in time', async () => {
    const sample = childOf(
      `process.on('SIGTERM', () => {}); process.send({ ready: 1 }); setInterval(() => {}, 1000);`,
    );
    await sample.start();
    const pid = sample.pid() ?? 0;
    await sample.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('a child process with an invalid configuration is not restarted, and its last output is reported', async () => {
    const sample = childOf(
      `console.error('{"msg":"a log line"}'); console.error('PORT must be a number'); process.exit(78);`,
    );
    const refusal = await sample.start().catch((error: unknown) => error);
    expect(String(refusal)).toMatch(/ended with code 78[^]*PORT must be a number/);
    expect(String(refusal)).not.toContain('a log line');
    expect(refusal).toMatchObject({ final: true });
  });

  it('a child process is started again when its first start fails', async () => {
    const marker = join(directory, 'out/tried');
    const sample = childOf(`import fs from 'node:fs';
      if (!fs.existsSync(${JSON.stringify(marker)})) { fs.writeFileSync(${JSON.stringify(marker)}, ''); process.exit(1); }
      ${SERVING}`);
    expect(await sample.start()).toBeGreaterThan(0);
    expect(existsSync(marker)).toBe(true);
  });

  it('a child process ends when its parent is gone', async () => {
    const sample = childOf(`${SERVING} process.disconnect();`);
    await sample.start();
    await expect.poll(() => existsSync(join(directory, 'out/ended')), { timeout: 5_000 }).toBe(true);
  });
});
