import { createLog } from '@kumbuka/runtime';
import { areServersReal, startTlsProxy } from '@kumbuka/testing/servers';
import { startStack, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { connectMongo } from './mongo.ts';
import { connectRedis } from './redis.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const log = createLog('access', 'silent');

async function aTlsProxy(port: number) {
  const proxy = await startTlsProxy();
  onTestFinished(() => proxy.stop());
  proxy.forwardTo(port);
  return proxy;
}

it('the client uses TLS for MongoDB when its address requires it', async () => {
  const proxy = await aTlsProxy(stack.mongo.port);
  const url = `mongodb://127.0.0.1:${proxy.port}/?tls=true&directConnection=true`;
  const mongo = connectMongo({ url, database: 'secured', log });
  await mongo.start();
  onTestFinished(() => mongo.stop());
  await mongo.connection.collection<{ _id: string }>('rows').insertOne({ _id: 'by TLS' });
  expect(proxy.connectionCount()).toBeGreaterThan(0);
});

it.runIf(areServersReal)('the client uses TLS for Redis when its address requires it', async () => {
  const proxy = await aTlsProxy(stack.redis?.port ?? 0);
  const redis = connectRedis({ url: `rediss://:for-tests-only@127.0.0.1:${proxy.port}`, log });
  await redis.start();
  onTestFinished(() => redis.stop());
  await redis.client.set('by', 'TLS');
  expect(proxy.connectionCount()).toBeGreaterThan(0);
});

it('the start fails when MongoDB rejects the login', async () => {
  const { port } = stack.mongo;
  const url = `mongodb://me:wrong@127.0.0.1:${port}/?directConnection=true&authMechanism=PLAIN&authSource=$external`;
  const mongo = connectMongo({ url, database: 'secured', log });
  onTestFinished(() => mongo.stop());
  await expect(mongo.start()).rejects.toMatchObject({ code: 'STORE_LOGIN_REFUSED' });
});

it.runIf(areServersReal)('the start fails when Redis rejects the login', async () => {
  const redis = connectRedis({ url: `redis://:wrong@127.0.0.1:${stack.redis?.port}`, log });
  onTestFinished(() => redis.stop());
  await expect(redis.start()).rejects.toMatchObject({ code: 'STORE_LOGIN_REFUSED' });
});
