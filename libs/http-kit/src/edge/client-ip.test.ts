import { internalHeaders } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { clientIp, createServer, networkOf } from '../index.ts';
import { createLog } from '@kumbuka/runtime';

describe('the network that limits count', () => {
  it.each([
    ['41.90.1.1', '41.90.1.1'],
    ['::ffff:41.90.1.1', '41.90.1.1'],
    ['::FFFF:295a:101', '41.90.1.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nobody', 'nobody'],
  ])('limits count %s as %s', (ip, network) => expect(networkOf(ip)).toBe(network));
});

describe('the client address of an edge', () => {
  const [webKey, otherKey] = ['web-key-for-tests', 'web-key-of-last-month'];
  const seen = async (proxyHops: number, headers: Record<string, string>) => {
    const app = createServer({ log: createLog('kit', 'silent'), isReady: () => true, proxyHops });
    app.get('/ip', (request, reply) => reply.send({ ip: clientIp(request, [webKey, otherKey]) }));
    return (await app.inject({ url: '/ip', headers })).json().ip;
  };
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 41.90.1.1, 10.0.0.1', 'x-real-ip': '6.6.6.6' };

  it.each([
    [0, '127.0.0.1'],
    [1, '10.0.0.1'],
    [2, '41.90.1.1'],
  ])('the client address behind %i proxies is %s', async (hops, ip) =>
    expect(await seen(hops, forwarded)).toBe(ip),
  );

  it('the client address is the direct peer when a proxy reports no valid address', async () =>
    expect(await seen(1, { 'x-forwarded-for': 'unknown' })).toBe('127.0.0.1'));

  it('the client address is the one that the web server reports, despite other headers', async () => {
    const headers = { [internalHeaders.webKey]: webKey, [internalHeaders.ip]: '41.90.7.7', ...forwarded };
    expect([await seen(0, headers), await seen(2, headers)]).toEqual(['41.90.7.7', '41.90.7.7']);
  });

  it('the web server also reports the client address with its other key, during a rotation', async () =>
    expect(await seen(0, { [internalHeaders.webKey]: otherKey, [internalHeaders.ip]: '41.90.7.7' })).toBe(
      '41.90.7.7',
    ));

  it.each([
    { [internalHeaders.ip]: '6.6.6.6' },
    { [internalHeaders.ip]: '6.6.6.6', [internalHeaders.webKey]: 'web-key-for-guests' },
    { [internalHeaders.ip]: '6.6.6.6', [internalHeaders.webKey]: '' },
    { [internalHeaders.ip]: 'nobody', [internalHeaders.webKey]: webKey },
  ])('the client address ignores the headers %j', async (headers) =>
    expect(await seen(0, headers)).toBe('127.0.0.1'),
  );
});
