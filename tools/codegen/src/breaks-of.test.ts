import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { breaksOf } from './breaks-of.ts';

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'breaks-of-'));
  file = join(root, 'schema.graphql');
  writeFileSync(file, 'first');
});
afterEach(() => rmSync(root, { recursive: true }));

const hasGit = spawnSync('git', ['--version']).status === 0;
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: root });
function commit() {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
}
/** Any other text breaks clients of these ones. */
const breaksTo = (...compatible: string[]) =>
  breaksOf(file, (before) => (compatible.includes(before) ? [] : [`${before} was removed`]), root);

it.runIf(hasGit)('a field that was generated, but never committed, can be changed', () => {
  commit();
  writeFileSync(file, 'first and second');
  expect(breaksTo('first', 'first and third')).toEqual([]);
  file = join(root, 'added.graphql');
  writeFileSync(file, 'second');
  expect(breaksTo('third')).toEqual([]);
});

it.runIf(hasGit)('a committed field may not be removed', () => {
  commit();
  expect(breaksTo('second')).toEqual(['first was removed']);
  writeFileSync(file, 'first and second');
  expect(breaksTo('second')).toEqual(['first and second was removed']);
});

it.runIf(hasGit)('an accepted break is not reported again before its commit', () => {
  commit();
  writeFileSync(file, 'second');
  expect(breaksTo('second')).toEqual([]);
});

it('without Git, the text on disk is compared', () => {
  expect(breaksTo('first')).toEqual([]);
  expect(breaksTo('second')).toEqual(['first was removed']);
  file = join(root, 'none');
  expect(breaksTo('second')).toEqual([]);
});
