import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRedisHere, redisServer, startRealRedis } from './real-server.ts';

const PASSWORD = 'suite';
const here = dirname(fileURLToPath(import.meta.url));

if (isRedisHere()) process.exitCode = await runSuite();
else sayAbsent();

/** Exit code 2, so that a caller can tell "could not run" from "differs". */
function sayAbsent(): void {
  console.error(`NOT RUN: the Redis suite against a real Redis, because ${redisServer} is not installed.`);
  process.exitCode = 2;
}

async function runSuite(): Promise<number> {
  const server = await startRealRedis(PASSWORD);
  try {
    return await runTests(`redis://:${PASSWORD}@127.0.0.1:${server.port}`);
  } finally {
    await server.stop();
  }
}

function runTests(url: string): Promise<number> {
  const vitest = join(here, '../../node_modules/vitest/vitest.mjs');
  const tests = spawn(
    process.execPath,
    [vitest, 'run', '--root', here, '--config', join(here, 'real.vitest.config.ts')],
    {
      stdio: 'inherit',
      env: { ...process.env, REAL_REDIS_URL: url },
    },
  );
  return new Promise((resolve) => tests.once('exit', (code) => resolve(code ?? 1)));
}
