import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anotherKeySecret, startAuth, type AuthService } from '../testing/auth-suite.ts';

let auth: AuthService;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

it('another KEY_SECRET than the stored keys were sealed with ends the process with code 78 and advice, not with a stack', async () => {
  await auth.signIn();
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: anotherKeySecret(auth),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [words, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(78);
  expect(words).toContain('keys/key-encryption-secret');
  expect(words).not.toMatch(/^\s+at /m);
});
