import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byMessage, createChild, type Child } from './child.ts';
import { root } from './repository.ts';

let directory: string;
let child: Child<number> | undefined;
let notices: string[];
let failures: Error[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'child-'));
  mkdirSync(join(directory, 'out'));
  notices = [];
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
    say: (line) => notices.push(line),
    onLaunched: () => undefined,
    onFailed: (error) => failures.push(error),
    stopWithinMs: 1_000,
  });
  return child;
}

const SERVING = `
  import { writeFileSync } from 'node:fs';
  process.on('SIGTERM', () => { writeFileSync(process.env.OUT, 'stopped'); process.exit(0); });
  setInterval(() => {}, 1000);
  process.send({ ready: process.pid });`;

describe('a child process', () => {
  it('becomes ready with its message and stops gracefully', async () => {
    const sample = childOf(SERVING);
    expect(await sample.start()).toBe(sample.pid());
    await sample.stop();
    expect(readFileSync(join(directory, 'out/ended'), 'utf8')).toBe('stopped');
    expect(notices).toEqual([]);
  });

  it.runIf(existsSync('/dev/full'))('keeps running when a full disk cannot take its log', async () => {
    const loggingServer = `${SERVING} setInterval(() => { console.log('out'); console.error('full'); }, 20);`;
    const sample = childOf(loggingServer, '/dev/full');
    await sample.start();
    await pause(500);
    await sample.stop();
    expect(readFileSync(join(directory, 'out/ended'), 'utf8')).toBe('stopped');
    expect(notices).toEqual([]);
  });

  it('a killed child process is started again', async () => {
    const sample = childOf(SERVING);
    const first = await sample.start();
    process.kill(first, 'SIGKILL');
    await expect.poll(() => notices, { timeout: 10_000 }).toContain('The sample process is back.');
    expect(notices[0]).toBe('The sample process ended by SIGKILL; starting it again.');
    expect(sample.pid()).not.toBe(first);
  });

  it('is killed when it does not end in time', async () => {
    const sample = childOf(
      `process.on('SIGTERM', () => {}); process.send({ ready: 1 }); setInterval(() => {}, 1000);`,
    );
    await sample.start();
    const pid = sample.pid() ?? 0;
    await sample.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('with an invalid configuration is not restarted, and its last output is reported', async () => {
    const sample = childOf(
      `console.error('{"msg":"a log line"}'); console.error('PORT must be a number'); process.exit(78);`,
    );
    const failure = await sample.start().catch((error: unknown) => error);
    expect(String(failure)).toMatch(/ended with code 78[^]*PORT must be a number/);
    expect(String(failure)).not.toContain('a log line');
    expect(failure).toMatchObject({ final: true });
  });

  it('is started again when its first start fails', async () => {
    const marker = join(directory, 'out/attempted');
    const sample = childOf(`import fs from 'node:fs';
      if (!fs.existsSync(${JSON.stringify(marker)})) { fs.writeFileSync(${JSON.stringify(marker)}, ''); process.exit(1); }
      ${SERVING}`);
    expect(await sample.start()).toBeGreaterThan(0);
    expect(existsSync(marker)).toBe(true);
  });

  it('stops when its parent ends', async () => {
    const sample = childOf(`${SERVING} process.disconnect();`);
    await sample.start();
    await expect.poll(() => existsSync(join(directory, 'out/ended')), { timeout: 5_000 }).toBe(true);
  });
});
