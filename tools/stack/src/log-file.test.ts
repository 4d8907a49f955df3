import { closeSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lastLines, openLog } from './log-file.ts';

let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'log-')), 'logs/app.log');
});
afterEach(() => rmSync(join(file, '../..'), { recursive: true, force: true }));

it('a log file opens a log for its owner only', () => {
  closeSync(openLog(file));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a log file sets a big log aside', () => {
  closeSync(openLog(file));
  writeFileSync(file, Buffer.alloc(6 * 1024 * 1024));
  closeSync(openLog(file));
  expect(existsSync(`${file}.1`)).toBe(true);
  expect(statSync(file).size).toBe(0);
});

it('a log file shows the last lines, and nothing of a log that is not there', () => {
  expect(lastLines(file)).toBe('');
  closeSync(openLog(file));
  writeFileSync(file, 'one\ntwo\nthree\n');
  expect(lastLines(file, 2)).toBe('two\nthree');
});

it('a log file shows no end of a line whose beginning is too far back', () => {
  closeSync(openLog(file));
  writeFileSync(file, `{"stack":"${'at here; '.repeat(2_000)}"}\nGive the other secret.\n`);
  expect(lastLines(file)).toBe('Give the other secret.');
});
