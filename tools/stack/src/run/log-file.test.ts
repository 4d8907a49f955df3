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

it('a log file is readable by its owner only', () => {
  closeSync(openLog(file));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a large log file is set aside', () => {
  closeSync(openLog(file));
  writeFileSync(file, Buffer.alloc(6 * 1024 * 1024));
  closeSync(openLog(file));
  expect(existsSync(`${file}.1`)).toBe(true);
  expect(statSync(file).size).toBe(0);
});

it('the last lines of a log file are shown, and none of a missing one', () => {
  expect(lastLines(file)).toBe('');
  closeSync(openLog(file));
  writeFileSync(file, 'one\ntwo\nthree\n');
  expect(lastLines(file, 2)).toBe('two\nthree');
});

it('the last lines of a log file leave out a line whose beginning is too far back', () => {
  closeSync(openLog(file));
  writeFileSync(file, `{"stack":"${'at here; '.repeat(2_000)}"}\nGive the other secret.\n`);
  expect(lastLines(file)).toBe('Give the other secret.');
});
