import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { startBalancer } from './balancer.ts';

/** Server that sends its name to every client. */
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
  const connectOnce = () => text(connect({ port: balancer.port, host: '127.0.0.1' }));
  const connectAll = async (count: number) => {
    const connected: string[] = [];
    for (let n = 0; n < count; n++) connected.push(await connectOnce());
    return connected.toSorted();
  };
  return { instances, balancer, connectOnce, connectAll };
}

it('the balancer distributes connections to its instances in turn', async () => {
  const { connectAll } = await balancing('a', 'b', 'c');
  expect(await connectAll(6)).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
});

it('the balancer skips an instance that rejects connections', async () => {
  const { connectAll, instances } = await balancing('a', 'b');
  await instances[0]?.close();
  expect(await connectAll(4)).toEqual(['b', 'b', 'b', 'b']);
});

it('the balancer sends no new connection to a removed instance', async () => {
  const { connectAll, balancer, instances } = await balancing('a', 'b');
  balancer.remove(instances[1]?.port ?? 0);
  expect(await connectAll(3)).toEqual(['a', 'a', 'a']);
});

it('the balancer resets connections while there is no instance', async () => {
  const { connectOnce } = await balancing();
  await expect(connectOnce()).rejects.toThrow('ECONNRESET');
});
