import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastChecked, rememberChecked } from './last-checked.ts';

describe('the last commit that was checked', () => {
  let root: string;
  const identity = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, '-c', 'core.hooksPath=/dev/null', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  const commit = (text: string) => {
    writeFileSync(join(root, 'file.txt'), text);
    git('add', 'file.txt');
    git('commit', '--quiet', '--message', text);
    return git('rev-parse', 'HEAD');
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'last-checked-'));
    git('init', '--quiet');
    writeFileSync(join(root, '.gitignore'), 'node_modules\n');
    git('add', '.gitignore');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is unknown before the first check', () => {
    commit('one');
    expect(lastChecked(root)).toBeUndefined();
  });

  it('stays the base while later commits are added', () => {
    const first = commit('one');
    rememberChecked(root);
    commit('two');
    expect(lastChecked(root)).toBe(first);
  });

  it('is not recorded when files differ from the commit', () => {
    const first = commit('one');
    rememberChecked(root);
    commit('two');
    writeFileSync(join(root, 'file.txt'), 'uncommitted');
    rememberChecked(root);
    expect(lastChecked(root)).toBe(first);
  });

  it('is unknown when history was rewritten without it', () => {
    commit('one');
    commit('two');
    rememberChecked(root);
    git('reset', '--quiet', '--hard', 'HEAD~1');
    commit('three');
    expect(lastChecked(root)).toBeUndefined();
  });
});
