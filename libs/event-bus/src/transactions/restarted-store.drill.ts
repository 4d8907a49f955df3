import { Unavailable } from '@kumbuka/contracts';
import { areServersReal, startTestMongo, type TestMongo } from '@kumbuka/testing/servers';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failWhenLost } from './fail-when-lost.ts';

let store: TestMongo;
beforeAll(async () => {
  store = await startTestMongo();
});
afterAll(() => store.end());

// The embedded server does not say which process it is.
it.runIf(areServersReal)('a pending call fails when the store restarts between two probes', async () => {
  const probes = { serverMonitoringMode: 'poll', heartbeatFrequencyMS: 5_000 } as const;
  const connection = await mongoose.createConnection(store.uri('restarted'), probes).asPromise();
  const failure = failWhenLost(connection, () => new Promise(() => undefined)).catch(
    (error: unknown) => error,
  );
  await store.stop();
  await store.start();
  expect(await failure).toBeInstanceOf(Unavailable);
  await connection.close();
});
