import { addressVariable, serviceNames } from '@kumbuka/contracts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { root } from '../files.ts';

const nowhere = 'http://127.0.0.1:9';
const env = {
  PATH: process.env['PATH'],
  INTERNAL_KEY: 'internal-key-for-tests',
  WEB_KEY: 'web-key-for-tests',
  ...Object.fromEntries(serviceNames.map((name) => [addressVariable(name), nowhere])),
  PORT: '0',
  WEB_PORT: '0',
};
const hook = pathToFileURL(join(root, 'tools/checks/src/log-packages.mjs')).href;

/** Packages that a process has loaded once it listens. */
async function packagesOf(main: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kumbuka-loads-'));
  const list = join(folder, 'packages');
  const child = spawn(process.execPath, ['--import', hook, join(root, main)], {
    env: { ...env, LOADED_PACKAGES: list },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of child.stdout) if (String(line).includes('"started"')) break;
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    return readFileSync(list, 'utf8').trim().split('\n');
  } finally {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

const ofServices = ['mongoose', 'mongodb', 'kafkajs', 'ioredis', 'mercurius'];

it.each([
  // Reads the topics for the live updates of open pages.
  ['apps/gateway/src/main.ts', ['kafkajs']],
  ['apps/rest-facade/src/main.ts', []],
  ['apps/web/server/main.ts', []],
])(
  'the public process %s loads no package of stores or subgraphs, and of brokers %j',
  async (main, needed) => {
    const packages = await packagesOf(main);
    expect(packages).toContain('fastify');
    expect(packages.filter((name) => ofServices.includes(name))).toEqual(needed);
  },
  30_000,
);
