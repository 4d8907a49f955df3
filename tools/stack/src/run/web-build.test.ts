import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashOf } from './web-build.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(directory, 'src'));
  writeFileSync(join(directory, 'src/main.tsx'), 'one');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('the key of a web build changes only with a content, a name or a new file', () => {
  const hashes = [hashOf([directory])];
  mkdirSync(join(directory, 'dist'));
  writeFileSync(join(directory, 'dist/out.js'), 'built');
  writeFileSync(join(directory, 'src/main.test.tsx'), 'a test');
  expect(hashOf([directory])).toBe(hashes[0]);
  writeFileSync(join(directory, 'src/main.tsx'), 'two');
  hashes.push(hashOf([directory]));
  renameSync(join(directory, 'src/main.tsx'), join(directory, 'src/other.tsx'));
  hashes.push(hashOf([directory]));
  writeFileSync(join(directory, 'src/more.ts'), '');
  hashes.push(hashOf([directory]));
  expect(new Set(hashes).size).toBe(4);
});
