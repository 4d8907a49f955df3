import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createConnection, type Connection } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMongo } from '../index.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

let dataDir: string;
let server: ServerProcess;
let connection: Connection;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mongo-crash-'));
});

afterEach(async () => {
  await connection.close();
  await server.kill();
  rmSync(dataDir, { recursive: true });
});

async function start(crashBefore?: string): Promise<void> {
  server = await startServerProcess(dataDir, 0, crashBefore);
  connection = createConnection(`mongodb://127.0.0.1:${server.port}/crash?replicaSet=rs0`, {
    serverSelectionTimeoutMS: 15_000,
    heartbeatFrequencyMS: 500,
  });
  await connection.asPromise();
}

/** Restarts the server on the same port after the crash. */
async function restartAfterCrash(): Promise<void> {
  const { port, exited } = server;
  await exited;
  server = await startServerProcess(dataDir, port);
}

describe('a crash after the write and before the reply', () => {
  type Counter = { _id: string; n: number; tag?: string };
  const counters = () => connection.collection<Counter>('counters');
  const valueOf = async (id: string) => (await counters().findOne({ _id: id }))?.n;

  it('a retried update is not applied twice after a crash between write and reply', async () => {
    await start('boom');
    await counters().insertOne({ _id: 'c', n: 0 });
    const restarted = restartAfterCrash();
    const result = await counters().updateOne({ _id: 'c' }, { $inc: { n: 1 }, $set: { tag: 'boom' } });
    await restarted;
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
    expect(await valueOf('c')).toBe(1);
  });

  it('a retried findOneAndUpdate is not applied twice after a crash between write and reply, and returns the first result', async () => {
    await start('findAndModify');
    await counters().insertOne({ _id: 'c', n: 5 });
    const restarted = restartAfterCrash();
    const before = await counters().findOneAndUpdate({ _id: 'c' }, { $inc: { n: 1 } });
    await restarted;
    expect(before).toEqual({ _id: 'c', n: 5 });
    expect(await valueOf('c')).toBe(6);
  });

  it('a retried insertMany inserts no document twice after a crash between write and reply', async () => {
    await start('boom');
    await counters().insertOne({ _id: 'first', n: 0 });
    const restarted = restartAfterCrash();
    const documents = ['a', 'b', 'c'].map((_id) => ({ _id, n: 1, tag: 'boom' }));
    const result = await counters().insertMany(documents);
    await restarted;
    expect(result.insertedCount).toBe(3);
    expect(await counters().countDocuments({ tag: 'boom' })).toBe(3);
  });

  it('a retried commit is not applied twice after a crash between write and reply, nor is its transaction', async () => {
    await start('commitTransaction');
    await counters().insertOne({ _id: 'c', n: 0 });
    const restarted = restartAfterCrash();
    let runs = 0;
    await connection.transaction(async (session) => {
      runs++;
      await counters().updateOne({ _id: 'c' }, { $inc: { n: 1 } }, { session });
    });
    await restarted;
    expect(runs).toBe(1);
    expect(await valueOf('c')).toBe(1);
  });

  it('a client repeats a transaction that was lost by a crash before its commit', async () => {
    await start('boom');
    await counters().insertOne({ _id: 'c', n: 0 });
    const restarted = restartAfterCrash();
    await connection.transaction(async (session) => {
      await counters().updateOne({ _id: 'c' }, { $inc: { n: 1 }, $set: { tag: 'boom' } }, { session });
    });
    await restarted;
    expect(await valueOf('c')).toBe(1);
  });
});

it('the server rejects a directory that another process uses, and takes it once that process was killed', async () => {
  await start();
  await expect(startMongo({ dataDir })).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
  await server.kill();
  const next = await startMongo({ dataDir });
  expect(next.port).toBeGreaterThan(0);
  await next.stop();
});

describe('kill -9 under load', () => {
  const ROUNDS = 4;

  it('keeps every acknowledged write, no half transaction and no write twice', async () => {
    await start();
    const left = connection.collection<{ k: number }>('left');
    const right = connection.collection<{ k: number }>('right');
    const counter = connection.collection<{ _id: string; n: number }>('counter');
    await left.createIndex({ k: 1 }, { unique: true });
    await counter.insertOne({ _id: 'c', n: 0 });
    const acknowledged: number[] = [];
    const increments = { acknowledged: 0, tried: 0 };
    let stopped = false;
    let next = 0;

    const writePairs = async () => {
      while (!stopped) {
        const k = next++;
        const write = connection.transaction(async (session) => {
          await left.insertOne({ k }, { session });
          await right.insertOne({ k }, { session });
        });
        await write.then(
          () => acknowledged.push(k),
          () => undefined,
        );
      }
    };
    const increment = async () => {
      while (!stopped) {
        increments.tried++;
        await counter.updateOne({ _id: 'c' }, { $inc: { n: 1 } }).then(
          () => increments.acknowledged++,
          () => undefined,
        );
      }
    };
    const load = [writePairs(), writePairs(), writePairs(), increment(), increment()];
    for (let round = 0; round < ROUNDS; round++) {
      await pause(300 + Math.random() * 300);
      await server.kill();
      server = await startServerProcess(dataDir, server.port);
    }
    await pause(300);
    stopped = true;
    await Promise.all(load);

    const inLeft = new Set((await left.find({}).toArray()).map(({ k }) => k));
    const inRight = new Set((await right.find({}).toArray()).map(({ k }) => k));
    expect(acknowledged.length).toBeGreaterThan(20);
    expect(acknowledged.filter((k) => !inLeft.has(k))).toEqual([]);
    expect([...inLeft].filter((k) => !inRight.has(k))).toEqual([]);
    expect([...inRight].filter((k) => !inLeft.has(k))).toEqual([]);
    const { n } = (await counter.findOne({ _id: 'c' }))!;
    expect(n).toBeGreaterThanOrEqual(increments.acknowledged);
    expect(n).toBeLessThanOrEqual(increments.tried);
    await expect(left.insertOne({ k: [...inLeft][0]! })).rejects.toMatchObject({ code: 11000 });
  }, 30_000);
});
