import { access, type Jwks, type Revocations } from '@kumbuka/contracts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createIdentity, createPresence, type IdentitySource } from './index.ts';

const keyOf = async (kid: string) => {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  return {
    ...pair,
    kid,
    jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'EdDSA', use: 'sig' } as JWK,
  };
};
let current: Awaited<ReturnType<typeof keyOf>>;
let retired: Awaited<ReturnType<typeof keyOf>>;

beforeAll(async () => {
  [current, retired] = await Promise.all([keyOf('current'), keyOf('retired')]);
});

interface Change {
  key?: Parameters<SignJWT['sign']>[0];
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  audience?: string;
  issuer?: string;
  expires?: string | number;
}
const sign = ({ key, header, claims, audience, issuer, expires }: Change = {}) =>
  new SignJWT({ sid: 's1', role: 'learner', epoch: 1, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'current', typ: 'at+jwt', ...header })
    .setSubject('7')
    .setIssuer(issuer ?? access.issuer)
    .setAudience(audience ?? access.audience)
    .setIssuedAt()
    .setExpirationTime(expires ?? '12h')
    .sign(key ?? current.privateKey);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

type Revoked = Revocations['items'][number];
function build(
  change: { source?: Partial<IdentitySource>; now?: () => Date; elapsedMs?: () => number } = {},
) {
  const revoked: Revoked[] = [];
  let keys: Jwks['keys'] = [current.jwk];
  const identity = createIdentity({
    source: {
      readJwks: async () => ({ keys }),
      readRevocations: async (after) => ({
        cursor: String(revoked.length),
        items: revoked.slice(Number(after ?? 0)),
      }),
      ...change.source,
    },
    ...(change.now ? { now: change.now } : {}),
    ...(change.elapsedMs ? { elapsedMs: change.elapsedMs } : {}),
  });
  return { identity, revoked, rotate: (next: Jwks['keys']) => (keys = next) };
}

const refused = { code: 'UNAUTHENTICATED', status: 401 };

describe('a token', () => {
  it('names its principal', async () => {
    const { identity } = build();
    await identity.start();
    expect(await identity.verify(await sign())).toMatchObject({
      userId: 7,
      role: 'learner',
      sessionId: 's1',
      epoch: 1,
    });
    await identity.stop();
  });

  const forgeries: [name: string, make: () => Promise<string> | string][] = [
    ['without a signature', () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode({ sub: '7' })}.`],
    [
      'signed by HS256 with the public key',
      async () => sign({ key: Buffer.from(await exportSPKI(current.publicKey)), header: { alg: 'HS256' } }),
    ],
    ['with a key of its own inside', () => sign({ key: retired.privateKey, header: { jwk: retired.jwk } })],
    ['of a retired key', () => sign({ key: retired.privateKey, header: { kid: 'retired' } })],
    ['for another audience', () => sign({ audience: 'another' })],
    ['of another issuer', () => sign({ issuer: 'another' })],
    ['of another type', () => sign({ header: { typ: 'JWT' } })],
    ['that expired', () => sign({ expires: Math.floor(Date.now() / 1000) - 60 })],
    ['without a session', () => sign({ claims: { sid: undefined } })],
    ['with a role nobody has', () => sign({ claims: { role: 'owner' } })],
    [
      'whose payload was changed',
      async () => (await sign()).replace(/\.[^.]+\./, `.${encode({ sub: '8' })}.`),
    ],
  ];
  it.each(forgeries)('%s is refused', async (_name, make) => {
    const { identity } = build();
    await identity.start();
    await expect(identity.verify(await make())).rejects.toMatchObject(refused);
    await identity.stop();
  });

  it('stays refused after it expired, though it was accepted before', async () => {
    let now = new Date();
    const { identity } = build({ now: () => now });
    await identity.start();
    const token = await sign({ expires: '1m' });
    await identity.verify(token);
    now = new Date(now.getTime() + 70_000);
    await identity.refresh();
    await expect(identity.verify(token)).rejects.toMatchObject(refused);
    await identity.stop();
  });
});

describe('revocation', () => {
  const cases: [string, Revoked][] = [
    ['of the session', { kind: 'session', sessionId: 's1', at: new Date().toISOString() }],
    [
      'of every older token of the account',
      { kind: 'epoch', userId: 7, epoch: 2, at: new Date().toISOString() },
    ],
    ['of a deleted account', { kind: 'gone', userId: 7, at: new Date().toISOString() }],
  ];
  it.each(cases)('%s refuses the token at the next poll', async (_name, item) => {
    const { identity, revoked } = build();
    await identity.start();
    const token = await sign();
    await identity.verify(token);
    revoked.push(item);
    await identity.refresh();
    await expect(identity.verify(token)).rejects.toMatchObject(refused);
    await identity.stop();
  });

  it('leaves tokens of a later epoch alone', async () => {
    const { identity, revoked } = build();
    revoked.push({ kind: 'epoch', userId: 7, epoch: 1, at: new Date().toISOString() });
    await identity.start();
    expect((await identity.verify(await sign())).userId).toBe(7);
    await identity.stop();
  });
});

describe('while auth is away', () => {
  it('the last list counts for 60 s, then answers are 503', async () => {
    let elapsed = 0;
    let away = false;
    const { identity } = build({
      elapsedMs: () => elapsed,
      source: {
        readRevocations: async () => {
          if (away) throw new Error('away');
          return { cursor: '0', items: [] };
        },
      },
    });
    await identity.start();
    away = true;
    elapsed += 59_000;
    const token = await sign();
    expect((await identity.verify(token)).userId).toBe(7);
    elapsed += 2_000;
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    await identity.stop();
  });
});

describe('the clock of the machine', () => {
  const hour = 3_600_000;

  /** A machine whose clock can be set; time goes by apart from it. */
  function aMachine(source: Partial<IdentitySource> = {}) {
    const clock = { lead: Date.now(), elapsed: 0 };
    const built = build({
      now: () => new Date(clock.lead + clock.elapsed),
      elapsedMs: () => clock.elapsed,
      source,
    });
    return { ...built, clock };
  }

  it('stepping forward makes nobody wait for auth', async () => {
    const { identity, clock } = aMachine();
    await identity.start();
    clock.lead += hour;
    expect((await identity.verify(await sign())).userId).toBe(7);
    expect(identity.isReady()).toBe(true);
    await identity.stop();
  });

  it('set back an hour does not let a dead auth be believed for an hour', async () => {
    const { identity, clock } = aMachine();
    await identity.start();
    clock.lead -= hour;
    clock.elapsed += 61_000;
    await expect(identity.verify(await sign())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(identity.isReady()).toBe(false);
    await identity.stop();
  });

  it('14 hours ahead and back again does not revive a revoked token', async () => {
    const { identity, clock, revoked } = aMachine();
    revoked.push({ kind: 'session', sessionId: 's1', at: new Date().toISOString() });
    await identity.start();
    const token = await sign();
    for (const hours of [14, -14]) {
      clock.lead += hours * hour;
      clock.elapsed += 2_000;
      await identity.refresh();
    }
    await expect(identity.verify(token)).rejects.toMatchObject(refused);
    await identity.stop();
  });

  it('set back lets everything be read again that auth left out under the clock that was ahead', async () => {
    const item: Revoked = { kind: 'session', sessionId: 's1', at: new Date().toISOString() };
    const asked: (string | null)[] = [];
    const { identity, clock } = aMachine({
      readRevocations: async (after) => {
        asked.push(after);
        return { cursor: '1', items: clock.lead > Date.now() + hour ? [] : [item] };
      },
    });
    clock.lead += 14 * hour;
    await identity.start();
    clock.lead -= 14 * hour;
    await identity.refresh();
    expect(asked).toEqual([null, null]);
    await expect(identity.verify(await sign())).rejects.toMatchObject(refused);
    await identity.stop();
  });

  it('does not keep revocations for ever', async () => {
    const { identity, clock, revoked } = aMachine();
    revoked.push({ kind: 'session', sessionId: 's1', at: new Date().toISOString() });
    await identity.start();
    clock.elapsed += 13 * hour + 1;
    await identity.refresh();
    expect((await identity.verify(await sign({ expires: '14h' }))).userId).toBe(7);
    await identity.stop();
  });
});

describe('keys', () => {
  it('are asked for again at once while auth starts', async () => {
    let tries = 0;
    const readJwks = async () => {
      if (++tries < 4) throw new Error('auth starts');
      return { keys: [current.jwk] };
    };
    const { identity } = build({ source: { readJwks } });
    await identity.start();
    expect(identity.isReady()).toBe(false);
    await expect.poll(identity.isReady, { timeout: 1_000, interval: 10 }).toBe(true);
    expect(tries).toBe(4);
    await identity.stop();
  });

  it('that are new are fetched when a token names one, not more often than every 5 s', async () => {
    let elapsed = 0;
    let reads = 0;
    let keys = [current.jwk];
    const { identity } = build({
      elapsedMs: () => elapsed,
      source: { readJwks: async () => (reads++, { keys }) },
    });
    await identity.start();
    keys = [retired.jwk, current.jwk];
    const token = await sign({ key: retired.privateKey, header: { kid: 'retired' } });
    await expect(identity.verify(token)).rejects.toMatchObject(refused);
    expect(reads).toBe(1);
    elapsed += 6_000;
    expect((await identity.verify(token)).userId).toBe(7);
    expect(reads).toBe(2);
    await identity.stop();
  });
});

describe('presence', () => {
  it('is reported once for each session and again when auth was away', async () => {
    const reports: string[] = [];
    let away = true;
    const auth = createServer(async (request, response) => {
      const report = await text(request);
      if (!away) reports.push(report);
      response.writeHead(away ? 503 : 204).end();
    });
    auth.listen(0, '127.0.0.1');
    await once(auth, 'listening');
    const { port } = auth.address() as AddressInfo;
    const presence = createPresence({ authUrl: `http://127.0.0.1:${port}`, internalKey: 'k' });
    const [phone, laptop] = [
      { userId: 1, sessionId: 'phone' },
      { userId: 1, sessionId: 'laptop' },
    ];
    presence.note(phone);
    presence.note(phone);
    await presence.report();
    away = false;
    presence.note(laptop);
    await presence.report();
    await presence.report();
    const sessions = reports.map((report) =>
      JSON.parse(report).seen.map(({ sessionId }: { sessionId: string }) => sessionId),
    );
    expect(sessions).toEqual([['phone', 'laptop']]);
    auth.closeAllConnections();
    auth.close();
  });
});
