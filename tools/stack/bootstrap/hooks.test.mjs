import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ensureHooks } from './hooks.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kumbuka-hooks-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
const hook = fileURLToPath(new URL('../hooks/commit-msg', import.meta.url));

it('the bootstrap sets the folder of Git hooks once and keeps another one', () => {
  git('init', '-q');
  ensureHooks(root);
  expect(git('config', 'core.hooksPath')).toBe('tools/stack/hooks');
  git('config', 'core.hooksPath', 'elsewhere');
  ensureHooks(root);
  expect(git('config', 'core.hooksPath')).toBe('elsewhere');
});

it('the bootstrap sets no hooks in a copy without Git', () => expect(() => ensureHooks(root)).not.toThrow());

it.each([
  ['a'.repeat(72), 0],
  ['é'.repeat(72), 0],
  ['a'.repeat(73), 1],
])('the commit hook checks the subject %s', (subject, status) => {
  const file = join(root, 'message');
  writeFileSync(file, `${subject}\n\n${'A long line of the body. '.repeat(10)}\n`);
  expect(spawnSync(hook, [file], { env: { ...process.env, LC_ALL: 'C.UTF-8' } }).status).toBe(status);
});
