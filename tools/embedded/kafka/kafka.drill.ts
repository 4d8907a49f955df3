import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { kafkaSuite } from '../protocol-suites/kafka/index.ts';
import { spawnBroker, type SpawnedBroker } from './spawn-broker.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'embedded-kafka-'));
let broker: SpawnedBroker;

beforeAll(async () => {
  broker = await spawnBroker(dataDir);
});

afterAll(async () => {
  await broker.kill();
  rmSync(dataDir, { recursive: true });
});

kafkaSuite({
  brokers: () => [`127.0.0.1:${broker.port}`],
  crash: async () => {
    await broker.kill();
    broker = await spawnBroker(dataDir, broker.port);
  },
});
