import { processConfig, readConfig } from '@kumbuka/runtime';
import { startStoreProcess, type StoreProcess } from '@kumbuka/testing/servers';
import { testInternalKey } from '@kumbuka/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { serviceConfig, storeConfig } from '../config.ts';
import type { Rebuilding } from './rebuild-projection.ts';
import { runRebuild } from './run-rebuild.ts';

let store: StoreProcess;
beforeEach(async () => {
  store = await startStoreProcess('mongo');
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.stop();
});

const configAt = (url: string) =>
  serviceConfig(
    'decks',
    readConfig(z.object({ ...processConfig, ...storeConfig }), {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      INTERNAL_KEY: testInternalKey,
      IDEMPOTENCY_KEY: 'idempotency-key-for-tests',
      MONGO_URL: url,
      REDIS_URL: 'redis://127.0.0.1:9',
      KAFKA_BROKERS: '127.0.0.1:9',
    }),
  );

async function* one() {
  yield 1;
}

it('a rebuild ends when the store is killed while a command waits on a socket that breaks', async () => {
  let began = () => undefined as void;
  const comparing = new Promise<void>((resolve) => (began = resolve));
  const rebuilding: Rebuilding = {
    name: 'rows',
    owners: one,
    async compare() {
      began();
      // As a command that the driver wrote to a socket that had just closed.
      return new Promise(() => undefined);
    },
    swap: async () => undefined,
  };
  const exitCode = runRebuild(configAt(store.url), () => [rebuilding], []);
  await comparing;
  await store.stop();
  expect(await exitCode).toBe(75);
});

it('a rebuild ends when no store can be reached at its start', async () => {
  const nowhere = configAt('mongodb://127.0.0.1:9/?directConnection=true&serverSelectionTimeoutMS=200');
  expect(await runRebuild(nowhere, () => [], [], 500)).toBe(75);
});
