import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  clearData,
  hasData,
  keepRun,
  lockDataDirectory,
  prepareDataDirectory,
  readRun,
} from './data-directory.ts';

let base: string;
let directory: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'stack-'));
  directory = join(base, 'data');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('data directory', () => {
  it('a data directory is created for its owner only and recognised the next time', () => {
    prepareDataDirectory(directory);
    expect(modeOf(directory)).toBe(0o700);
    mkdirSync(join(directory, 'mongo'));
    expect(() => prepareDataDirectory(directory)).not.toThrow();
  });

  it('a data directory takes over an empty directory and closes it to others', () => {
    mkdirSync(directory, { mode: 0o755 });
    prepareDataDirectory(directory);
    expect(modeOf(directory)).toBe(0o700);
  });

  it.each(['a file of somebody', 'kumbuka.json'])(
    'a data directory is rejected when it holds %s that is not ours',
    (name) => {
      mkdirSync(directory);
      writeFileSync(join(directory, name), 'something else');
      expect(() => prepareDataDirectory(directory)).toThrow(
        expect.objectContaining({ code: 'FOREIGN_DIRECTORY' }),
      );
      expect(() => clearData(directory)).toThrow(expect.objectContaining({ code: 'FOREIGN_DIRECTORY' }));
      expect(readdirSync(directory)).toEqual([name]);
    },
  );

  it('a reset deletes the data of a data directory but not its keys', () => {
    prepareDataDirectory(directory);
    for (const name of ['mongo', 'kafka', 'mail', 'media', 'imports', 'logs', 'keys'])
      mkdirSync(join(directory, name));
    expect(hasData(directory)).toBe(true);
    clearData(directory);
    expect(hasData(directory)).toBe(false);
    expect(existsSync(join(directory, 'keys'))).toBe(true);
  });

  it('a data directory records the processes that use it', () => {
    prepareDataDirectory(directory);
    expect(readRun(directory)).toBeUndefined();
    const run = keepRun(directory, { pids: { start: 7 }, ports: { web: 3000 } });
    run.note('application', 8);
    expect(readRun(directory)?.pids).toEqual({ start: 7, application: 8 });
    expect(modeOf(join(directory, 'run.json'))).toBe(0o600);
    run.forget();
    expect(readRun(directory)).toBeUndefined();
  });

  it('a data directory records a restarted process as soon as a full disk has room again', async () => {
    prepareDataDirectory(directory);
    const run = keepRun(directory, { pids: { start: 7 }, ports: { web: 3000 } });
    mkdirSync(join(directory, 'run.json.new'));
    run.note('application', 8);
    expect(readRun(directory)?.pids).toEqual({ start: 7 });
    rmdirSync(join(directory, 'run.json.new'));
    await expect
      .poll(() => readRun(directory)?.pids, { timeout: 10_000 })
      .toEqual({ start: 7, application: 8 });
  });
});

describe('lock of a data directory', () => {
  const hold = async () => {
    const code = `import { lockDataDirectory } from ${JSON.stringify(join(import.meta.dirname, 'data-directory.ts'))};
      lockDataDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000);`;
    const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code];
    const holder = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    return holder;
  };

  it('the lock of a data directory is rejected while another process holds it, and the error names the process', async () => {
    prepareDataDirectory(directory);
    keepRun(directory, { pids: { start: 4711 }, ports: { web: 3001 } });
    const holder = await hold();
    expect(() => lockDataDirectory(directory)).toThrow(
      /already running .*process 4711, http:\/\/localhost:3001/,
    );
    holder.kill('SIGKILL');
  });

  it('the lock of a data directory is free again after its holder was killed', async () => {
    prepareDataDirectory(directory);
    const holder = await hold();
    const gone = new Promise((resolve) => holder.once('exit', resolve));
    holder.kill('SIGKILL');
    await gone;
    expect(() => lockDataDirectory(directory).release()).not.toThrow();
  });
});
