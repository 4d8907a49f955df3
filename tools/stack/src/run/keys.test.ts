import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKeys } from './keys.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('keys', () => {
  it('are created once, all different and long', () => {
    const keys = readKeys(directory);
    expect(readKeys(directory)).toEqual(keys);
    const { kafka, ...others } = keys;
    const values = [...Object.values(others), ...Object.values(kafka)];
    expect(new Set(values).size).toBe(values.length);
    expect(values.every((value) => value.length >= 43)).toBe(true);
  });

  it('are readable by their owner only', () => {
    readKeys(directory);
    const folder = join(directory, 'keys');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  it('a key from the environment is used and not stored', () => {
    const first = readKeys(directory);
    expect(readKeys(directory, { adminKey: 'given-for-this-run' }).adminKey).toBe('given-for-this-run');
    expect(readKeys(directory).adminKey).toBe(first.adminKey);
  });

  it('a key is created again when a crash left its file empty', () => {
    readKeys(directory);
    writeFileSync(join(directory, 'keys', 'code-secret'), '');
    expect(readKeys(directory).codeSecret).not.toBe('');
  });
});
