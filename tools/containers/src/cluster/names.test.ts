import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveNames } from './names.ts';

const decks = 'decks.kumbuka.svc.cluster.local';

async function start() {
  const server = await serveNames(new Map([[decks, '10.96.1.2']]), { address: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${server.port}`]);
  return { resolver, port: server.port };
}

describe('the names of services', () => {
  it('are addresses, however they are written', async () => {
    const { resolver } = await start();
    expect(await resolver.resolve4(decks)).toEqual(['10.96.1.2']);
    expect(await resolver.resolve4(decks.toUpperCase())).toEqual(['10.96.1.2']);
  });

  it('have no address of version 6', async () => {
    const { resolver } = await start();
    await expect(resolver.resolve6(decks)).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('are refused when nobody has them', async () => {
    const { resolver } = await start();
    await expect(resolver.resolve4('decks')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('are still answered after half a message', async () => {
    const { resolver, port } = await start();
    const socket = createSocket('udp4');
    onTestFinished(() => void socket.close());
    await new Promise((resolve) => socket.send(Buffer.alloc(5), port, '127.0.0.1', resolve));
    expect(await resolver.resolve4(decks)).toEqual(['10.96.1.2']);
  });
});
