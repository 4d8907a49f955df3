import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { batch, batchesIn, rawKafka } from '../protocol-suites/kafka/index.ts';
import { type KafkaOptions, startKafka } from './index.ts';
import { spawnBroker } from './spawn-broker.ts';

const DAY_MS = 86_400_000;

function setClockBack(ms: number) {
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() - ms);
  onTestFinished(() => void vi.restoreAllMocks());
}

const aDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'kafka-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};
const aBroker = async (options: KafkaOptions = {}) => {
  const broker = await startKafka(options);
  onTestFinished(() => broker.stop());
  const raw = await rawKafka(broker.brokers[0]!);
  onTestFinished(() => raw.close());
  return { broker, raw };
};

afterEach(() => vi.unstubAllEnvs());

describe('starting the embedded Kafka', () => {
  it('the embedded Kafka rejects to start in production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    await expect(startKafka()).rejects.toMatchObject({ code: 'KAFKA_REFUSES_PRODUCTION' });
  });

  it('the embedded Kafka listens on loopback only', async () => {
    const { broker } = await aBroker();
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4');
    expect(broker.brokers).toEqual([`127.0.0.1:${broker.port}`]);
    if (outside === undefined) return;
    const reached = new Promise((resolve) => {
      const socket = connect(broker.port, outside.address);
      socket.once('connect', () => resolve('reached')).once('error', () => resolve('rejected'));
    });
    expect(await reached).toBe('rejected');
  });

  it('only one process at a time can use a directory of the embedded Kafka', async () => {
    const dataDir = aDirectory();
    await aBroker({ dataDir });
    await expect(startKafka({ dataDir })).rejects.toMatchObject({ code: 'KAFKA_DIRECTORY_LOCKED' });
    await expect(spawnBroker(dataDir)).rejects.toThrow('ended with');
  });

  it('the embedded Kafka closes its directory to others, an existing one too', async () => {
    const directory = aDirectory();
    await aBroker({ dataDir: join(directory, 'made') });
    expect(statSync(join(directory, 'made')).mode & 0o777).toBe(0o700);
    chmodSync(directory, 0o755);
    await aBroker({ dataDir: directory });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  it('the embedded Kafka takes over the directory of a killed process', async () => {
    const dataDir = aDirectory();
    const killed = await spawnBroker(dataDir);
    await expect(startKafka({ dataDir })).rejects.toMatchObject({ code: 'KAFKA_DIRECTORY_LOCKED' });
    await killed.kill();
    const { raw } = await aBroker({ dataDir });
    expect((await raw.metadata(null)).topics).toEqual([]);
  });

  it('the embedded Kafka opens existing data without a write, which a full disk would reject', async () => {
    const dataDir = aDirectory();
    const { broker } = await aBroker({ dataDir });
    await broker.stop();
    await aBroker({ dataDir });
    expect(statSync(join(dataDir, 'kafka.db-wal')).size).toBe(0);
  });

  it('the embedded Kafka rejects a directory of an unknown format and leaves it unchanged', async () => {
    const dataDir = aDirectory();
    const db = new DatabaseSync(join(dataDir, 'kafka.db'));
    db.exec('PRAGMA user_version = 99');
    db.close();
    await expect(startKafka({ dataDir })).rejects.toMatchObject({ code: 'KAFKA_FORMAT_UNKNOWN' });
  });

  it('the embedded Kafka reports a busy port and releases its directory', async () => {
    const { broker } = await aBroker();
    const dataDir = aDirectory();
    await expect(startKafka({ dataDir, port: broker.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await aBroker({ dataDir });
  });

  it('the embedded Kafka keeps its data and cluster id across a restart', async () => {
    const dataDir = aDirectory();
    const first = await aBroker({ dataDir });
    await first.raw.createTopics([{ name: 'kept', partitions: 3 }]);
    await first.raw.produce('kept', 2, batch({ values: ['a', 'b'] }));
    const { clusterId } = await first.raw.metadata([]);
    await first.broker.stop();
    const { raw } = await aBroker({ dataDir });
    const metadata = await raw.metadata(['kept']);
    expect(metadata.clusterId).toBe(clusterId);
    expect(metadata.topics[0]!.partitions).toHaveLength(3);
    expect(batchesIn((await raw.fetchOne('kept', 2, 0)).records)).toMatchObject([{ recordCount: 2 }]);
  });

  it('a partition of the embedded Kafka starts at the same offset after a restart, also when it is empty', async () => {
    const dataDir = aDirectory();
    const first = await aBroker({ dataDir });
    await first.raw.createTopics([{ name: 'cut', partitions: 2 }]);
    for (const partition of [0, 1])
      for (let i = 0; i < 3; i += 1) await first.raw.produce('cut', partition, batch());
    await first.raw.deleteRecords('cut', 0, 2);
    await first.raw.deleteRecords('cut', 1, -1);
    await first.broker.stop();
    const { raw } = await aBroker({ dataDir });
    expect((await raw.listOffsets('cut', 0, -2)).offset).toBe(2);
    expect((await raw.listOffsets('cut', 1, -2)).offset).toBe(3);
    expect((await raw.produce('cut', 1, batch())).baseOffset).toBe(3);
  });

  it('the embedded Kafka keeps its data in memory without a directory', async () => {
    const first = await aBroker();
    await first.raw.createTopics([{ name: 'passing' }]);
    expect((await first.raw.produce('passing', 0, batch())).code).toBe(0);
    await first.broker.stop();
    const { raw } = await aBroker();
    expect((await raw.metadata(null)).topics).toEqual([]);
    expect(existsSync('kafka.db')).toBe(false);
  });

  it('the embedded Kafka can be stopped twice while a long poll waits', async () => {
    const { broker, raw } = await aBroker();
    await raw.createTopics([{ name: 'waiting' }]);
    const poll = raw.fetchOne('waiting', 0, 0, { maxWaitMs: 60_000 });
    await Promise.all([expect(poll).rejects.toThrow('closed the connection'), broker.stop(), broker.stop()]);
  });
});

describe('a clock that is set back an hour', () => {
  it('no long poll waits for an hour when the clock is set back an hour', async () => {
    const { raw } = await aBroker();
    await raw.createTopics([{ name: 'silent' }]);
    const response = raw.fetchOne('silent', 0, 0, { maxWaitMs: 300 });
    await sleep(100);
    setClockBack(3_600_000);
    expect((await response).code).toBe(0);
  });
});

describe('retention of the embedded Kafka', () => {
  const KEEP_ONE_DAY = { 'retention.ms': String(DAY_MS) };

  it('a topic keeps messages without a timestamp from their arrival on', async () => {
    let time = Date.now();
    const { raw } = await aBroker({ sweepMs: 20, now: () => time });
    await raw.createTopics([{ name: 'timeless', configs: KEEP_ONE_DAY }]);
    await raw.produce('timeless', 0, batch({ timestamp: -1 }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await raw.listOffsets('timeless', 0, -2)).offset).toBe(0);
    time += 2 * DAY_MS;
    await expect.poll(async () => (await raw.listOffsets('timeless', 0, -2)).offset).toBe(1);
  });

  it('the broker deletes the offsets of a group after seven unused days, but not of an active one', async () => {
    let time = Date.now();
    const { raw } = await aBroker({ sweepMs: 20, now: () => time });
    await raw.createTopics([{ name: 'read' }]);
    await raw.commit({ groupId: 'gone', topic: 'read', offset: 1 });
    const { memberId } = await raw.join({ groupId: 'living' });
    const { generation } = await raw.join({ groupId: 'living', memberId });
    await raw.sync('living', generation, memberId);
    await raw.commit({ groupId: 'living', generation, memberId, topic: 'read', offset: 1 });
    time += 8 * DAY_MS;
    const committed = async (groupId: string) => (await raw.offsets(groupId, null)).topics;
    await expect.poll(() => committed('gone')).toEqual([]);
    expect((await committed('living'))[0]!.partitions[0]!.offset).toBe(1);
  });

  it('the broker forgets a producer after a day without a batch', async () => {
    let time = Date.now();
    const { raw } = await aBroker({ sweepMs: 20, now: () => time });
    await raw.createTopics([{ name: 'quiet' }]);
    const { id: producerId } = await raw.initProducerId();
    const nth = (sequence: number) => batch({ producerId, sequence, timestamp: time });
    await raw.produce('quiet', 0, nth(0));
    expect((await raw.produce('quiet', 0, nth(5))).code).toBe(45);
    time += 2 * DAY_MS;
    await expect.poll(async () => (await raw.produce('quiet', 0, nth(5))).code).toBe(0);
  });
});

describe('numbers beyond 2^53', () => {
  it('from a client corrupt nothing, also after a restart', async () => {
    const dataDir = aDirectory();
    const { broker, raw } = await aBroker({ dataDir });
    await raw.createTopics([{ name: 'far', configs: { 'retention.ms': '-1' } }]);
    expect((await raw.produce('far', 0, batch({ timestamp: -(2 ** 60) }))).code).toBe(0);
    expect((await raw.produce('far', 0, batch({ producerId: 2 ** 60, sequence: 0 }))).code).toBe(87);
    expect((await raw.fetchOne('far', 0, 2 ** 60)).code).toBe(1);
    expect(await raw.commit({ groupId: 'far', topic: 'far', offset: 2 ** 60 })).toBe(0);
    const committed = async (connection: typeof raw) =>
      (await connection.offsets('far', null)).topics[0]!.partitions[0]!.offset;
    expect(await committed(raw)).toBe(Number.MAX_SAFE_INTEGER);
    await broker.stop();
    const again = await aBroker({ dataDir, sweepMs: 10 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await committed(again.raw)).toBe(Number.MAX_SAFE_INTEGER);
    expect((await again.raw.produce('far', 0, batch())).baseOffset).toBe(1);
  });
});

describe('features that the embedded Kafka lacks', () => {
  it('the broker rejects unsupported features by name: transactions, static members, compression, offsets by time, configurations without effect', async () => {
    const { raw } = await aBroker();
    const { ranges } = await raw.apiVersions();
    const transactionKeys = [24, 25, 26, 28];
    expect(ranges.filter(({ key }) => transactionKeys.includes(key))).toEqual([]);
    expect((await raw.initProducerId('transaction')).code).toBe(53);
    expect((await raw.findCoordinator('transaction', 1)).code).toBe(53);
    await raw.createTopics([{ name: 'plain' }]);
    expect((await raw.produce('plain', 0, batch({ attributes: 1 }))).code).toBe(76);
    expect((await raw.listOffsets('plain', 0, Date.now())).code).toBe(35);
    const configs = [{ 'cleanup.policy': 'compact' }, { 'segment.ms': '1000' }];
    for (const one of configs)
      expect((await raw.createTopics([{ name: 'odd', configs: one }])).get('odd')).toBe(40);
  });

  it('the broker supports exactly the requests of the product, in the versions that kafkajs uses with a Kafka 4', async () => {
    const { raw } = await aBroker();
    const { ranges } = await raw.apiVersions();
    const versions = Object.fromEntries(ranges.map(({ key, min, max }) => [key, `${min}-${max}`]));
    expect(versions).toEqual({
      0: '7-7',
      1: '11-11',
      2: '3-3',
      3: '6-6',
      8: '5-5',
      9: '4-4',
      10: '2-2',
      11: '5-5',
      12: '3-3',
      13: '3-3',
      14: '3-3',
      15: '2-2',
      17: '1-1',
      18: '0-2',
      19: '3-3',
      21: '1-1',
      22: '1-1',
      32: '2-2',
      33: '1-1',
      36: '0-1',
      42: '1-1',
    });
  });
});

it('responses that wait for their reader leave no listener behind, which ended in MaxListenersExceededWarning', async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => void warnings.push(warning.name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { raw } = await aBroker();
  await raw.createTopics([{ name: 'large', partitions: 1, configs: {} }]);
  await raw.produce('large', 0, batch({ values: ['x'.repeat(900_000)] }));
  for (let read = 0; read < 15; read++) await raw.fetchOne('large', 0, 0);
  expect(warnings).toEqual([]);
});
