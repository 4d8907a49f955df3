import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { committedText } from './committed.ts';

let root: string;
let file: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'committed-'));
  file = join(root, 'schema.graphql');
  writeFileSync(file, 'first');
});
afterEach(() => rmSync(root, { recursive: true }));

const hasGit = spawnSync('git', ['--version']).status === 0;
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: root });

it.runIf(hasGit)('a field that was generated, but never committed, could not be changed', () => {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
  writeFileSync(file, 'second');
  expect(committedText(file, root)).toBe('first');
  const added = join(root, 'added.graphql');
  writeFileSync(added, 'third');
  expect(committedText(added, root)).toBeNull();
});

it('without Git, the text on disk is compared', () => {
  expect(committedText(file, root)).toBe('first');
  expect(committedText(join(root, 'none'), root)).toBeNull();
});
