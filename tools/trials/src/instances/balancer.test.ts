import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startBalancer } from './balancer.ts';

/** An instance that says its name to whoever comes. */
async function named(name: string) {
  const server = createServer((socket) => socket.on('error', () => undefined).end(name));
  const port = await listenOnLoopback(server, 0);
  const close = () => new Promise((resolve) => server.close(resolve));
  onTestFinished(() => void server.close());
  return { port, close };
}

async function balancing(...names: string[]) {
  const instances = await Promise.all(names.map(named));
  const balancer = await startBalancer();
  onTestFinished(balancer.stop);
  for (const { port } of instances) balancer.add(port);
  const ask = () => text(connect({ port: balancer.port, host: '127.0.0.1' }));
  const askAll = async (count: number) => {
    const heard: string[] = [];
    for (let n = 0; n < count; n++) heard.push(await ask());
    return heard.toSorted();
  };
  return { instances, balancer, ask, askAll };
}

it('gives connections to its instances in turn', async () => {
  const { askAll } = await balancing('a', 'b', 'c');
  expect(await askAll(6)).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
});

it('passes over an instance that refuses', async () => {
  const { askAll, instances } = await balancing('a', 'b');
  await instances[0]?.close();
  expect(await askAll(4)).toEqual(['b', 'b', 'b', 'b']);
});

it('gives no new connection to an instance that was taken out', async () => {
  const { askAll, balancer, instances } = await balancing('a', 'b');
  balancer.remove(instances[1]?.port ?? 0);
  expect(await askAll(3)).toEqual(['a', 'a', 'a']);
});

it('resets whoever comes while there is no instance', async () => {
  const { ask } = await balancing();
  await expect(ask()).rejects.toThrow('ECONNRESET');
});
