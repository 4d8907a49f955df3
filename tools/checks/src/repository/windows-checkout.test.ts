import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../files.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

it('a checkout with the settings of Windows has no CRLF in files that containers and shells read', () => {
  const files = git('ls-files', '.ci', '*.sh', '*.yml', '*.yaml', '*.conf', '*Dockerfile*')
    .split('\n')
    .filter(Boolean);
  expect(files.length).toBeGreaterThan(20);
  const checkout = mkdtempSync(join(tmpdir(), 'windows-checkout-'));
  try {
    git('-c', 'core.autocrlf=true', 'checkout-index', `--prefix=${checkout}/`, '--', ...files);
    expect(files.filter((file) => readFileSync(join(checkout, file)).includes('\r\n'))).toEqual([]);
  } finally {
    rmSync(checkout, { recursive: true });
  }
});
