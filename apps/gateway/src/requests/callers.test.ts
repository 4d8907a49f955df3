import { internalHeaders } from '@kumbuka/contracts';
import { eventually } from '@kumbuka/testing/servers';
import { testInternalKey } from '@kumbuka/testing';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { graphql, learner, overThree, send, services, start, useGateway } from '../testing/gateway-suite.ts';
import { testAdminKey, testWebKey } from '../testing/services-suite.ts';

useGateway();

describe('the caller', () => {
  it('services verify the caller: a bad token is UNAUTHENTICATED and gets no data', async () => {
    for (const token of ['not.a.token', `${learner.token.slice(0, -6)}AAAAAA`]) {
      const { data, codes } = await graphql(overThree, { token });
      expect(data ?? null).toBeNull();
      expect(new Set(codes)).toEqual(new Set(['UNAUTHENTICATED']));
    }
  });

  it('a caller without a token can read the catalogue, but not the viewer', async () => {
    expect((await graphql('{ catalog { title } }', { token: null })).data.catalog.length).toBeGreaterThan(11);
    expect((await graphql('{ viewer { id } }', { token: null })).codes).toContain('UNAUTHENTICATED');
  });

  it('client headers cannot impersonate a caller', async () => {
    await graphql('{ viewer { username } }', {
      headers: {
        [internalHeaders.ip]: '6.6.6.6',
        [internalHeaders.key]: 'forged-key-of-a-client',
        [internalHeaders.webKey]: 'forged-key-of-a-client',
        'x-forwarded-for': '6.6.6.6',
        'x-real-ip': '6.6.6.6',
        'x-admin-key': 'some-admin-key',
        'x-user-id': '1',
        cookie: 'session=1',
      },
    });
    const [call] = services.takeCalls();
    expect(call?.headers).toEqual({
      authorization: `Bearer ${learner.token}`,
      'content-type': 'application/json',
      [internalHeaders.ip]: '127.0.0.1',
      [internalHeaders.key]: testInternalKey,
      [internalHeaders.requestId]: expect.stringMatching(/^[\w-]{36}$/),
      'user-agent': 'lightMyRequest',
    });
  });

  it('the admin key of a caller reaches the admin subgraph and no other', async () => {
    const headers = { 'x-admin-key': testAdminKey };
    const { data, codes } = await graphql('{ adminStats { totalUsers } viewer { username } }', { headers });
    expect([codes, data]).toEqual([
      [],
      { adminStats: { totalUsers: expect.any(Number) }, viewer: expect.any(Object) },
    ]);
    const callsWithKey = services.takeCalls().filter((call) => 'x-admin-key' in call.headers);
    expect(callsWithKey.map(({ owner }) => owner)).toEqual(['admin']);
  });

  it('the gateway keeps the request id of the client and returns it', async () => {
    const response = await send(
      { query: '{ viewer { id } }' },
      { headers: { 'x-request-id': 'study-1234' } },
    );
    expect(response.headers['x-request-id']).toBe('study-1234');
    expect(services.takeCalls()[0]?.headers[internalHeaders.requestId]).toBe('study-1234');
  });

  it.each([
    [1, '41.90.1.2'],
    [2, '41.90.1.1'],
  ])('the client address is read behind the configured number of proxies: %i', async (hops, ip) => {
    const behind = await start({ PROXY_HOPS: String(hops) });
    await graphql('{ viewer { id } }', {
      of: behind.app,
      headers: { 'x-forwarded-for': '6.6.6.6, 41.90.1.1, 41.90.1.2' },
    });
    expect(services.takeCalls()[0]?.headers[internalHeaders.ip]).toBe(ip);
    await behind.stop();
  });

  it('the authenticated web server may set the address of the client', async () => {
    await graphql('{ viewer { id } }', {
      headers: { [internalHeaders.webKey]: testWebKey, [internalHeaders.ip]: '41.90.1.1' },
    });
    expect(services.takeCalls()[0]?.headers[internalHeaders.ip]).toBe('41.90.1.1');
  });
});

describe('presence', () => {
  it('is recorded for a served user and updates lastSeenAt in auth', async () => {
    const watched = await start({}, { presenceMs: 50 });
    const present = await services.newLearner();
    const before = await services.accountOf(present);
    await graphql('{ viewer { id } }', { of: watched.app, token: present.token });
    await eventually(async () => {
      const { last_seen_at } = await services.accountOf(present);
      expect(last_seen_at).not.toBeNull();
      expect(last_seen_at).not.toBe(before.last_seen_at);
    });
    await watched.stop();
  });

  it('is not recorded for a forged token, even when the operation needs no account', async () => {
    const watched = await start({}, { presenceMs: 50 });
    const absent = await services.newLearner();
    const before = await services.accountOf(absent);
    const forged = `${absent.token.slice(0, -6)}AAAAAA`;
    expect(decodeJwt(forged).sub).toBe(String(absent.id));
    for (const query of ['{ __typename }', '{ catalog { title } }', '{ viewer { id } }'])
      await graphql(query, { of: watched.app, token: forged });
    await watched.stop();
    expect(await services.accountOf(absent)).toEqual(before);
  });
});
