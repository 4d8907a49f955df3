import { createLog } from '@kumbuka/runtime';
import { areServersReal, eventually, startStoreProcess } from '@kumbuka/testing/servers';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { connectRedis } from './redis.ts';

/** Proxy in front of Redis that drops chosen subscriptions. */
async function startProxy(port: number) {
  const clients = new Set<Socket>();
  let isDropping = false;
  const server = createServer((client) => {
    const redis = connect({ port, host: '127.0.0.1' });
    clients.add(client);
    client.on('data', (bytes: Buffer) => {
      if (!isDropping || !/subscribe/i.test(bytes.toString())) redis.write(bytes);
    });
    redis.pipe(client);
    for (const socket of [client, redis]) socket.on('error', () => undefined);
    client.on('close', () => redis.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    clients.forEach((client) => client.destroy());
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    resetAndDropSubscriptions() {
      isDropping = true;
      clients.forEach((client) => client.resetAndDestroy());
    },
  };
}

it.runIf(areServersReal)(
  'a resubscription that Redis does not respond to does not end the process',
  async () => {
    const store = await startStoreProcess('redis');
    onTestFinished(() => store.stop());
    const url = new URL(store.url);
    const proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));

    const redis = connectRedis({ url: url.href, log: createLog('reset', 'silent') });
    const subscriber = redis.another();
    onTestFinished(() => subscriber.disconnect());
    let subscriptions = 0;
    subscriber.on('ready', () => {
      subscriber.subscribe('nudges').then(
        () => (subscriptions += 1),
        () => undefined,
      );
    });
    await subscriber.connect();
    await eventually(() => expect(subscriptions).toBe(1));

    const again = new Promise((resolve) => subscriber.once('ready', resolve));
    proxy.resetAndDropSubscriptions();
    await again;
    await pause(700);
    expect(unhandled).toEqual([]);
  },
);
