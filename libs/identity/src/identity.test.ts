import { access, Unavailable, type Jwks, type Revocations } from '@kumbuka/contracts';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAccountLanguage, createIdentity, createPresence } from './index.ts';
import type { IdentitySource } from './identity.ts';

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
const hour = 3_600_000;
const times = { at: new Date().toISOString(), until: new Date(Date.now() + 13 * hour).toISOString() };
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

const rejected = { code: 'UNAUTHENTICATED', status: 401 };

describe('a token', () => {
  it('a valid token yields its principal', async () => {
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
    ['with a role that does not exist', () => sign({ claims: { role: 'owner' } })],
    [
      'whose payload was changed',
      async () => (await sign()).replace(/\.[^.]+\./, `.${encode({ sub: '8' })}.`),
    ],
  ];
  it.each(forgeries)('%s is rejected', async (_name, make) => {
    const { identity } = build();
    await identity.start();
    await expect(identity.verify(await make())).rejects.toMatchObject(rejected);
    await identity.stop();
  });

  it('an accepted token is rejected after it expires', async () => {
    let now = new Date();
    const { identity } = build({ now: () => now });
    await identity.start();
    const token = await sign({ expires: '1m' });
    await identity.verify(token);
    now = new Date(now.getTime() + 70_000);
    await identity.refresh();
    await expect(identity.verify(token)).rejects.toMatchObject(rejected);
    await identity.stop();
  });
});

describe('revocation', () => {
  const cases: [string, Revoked][] = [
    ['of the session', { kind: 'session', sessionId: 's1', ...times }],
    ['of every older token of the account', { kind: 'epoch', userId: 7, epoch: 2, ...times }],
  ];
  it.each(cases)('%s takes effect at the next poll', async (_name, item) => {
    const { identity, revoked } = build();
    await identity.start();
    const token = await sign();
    await identity.verify(token);
    revoked.push(item);
    await identity.refresh();
    await expect(identity.verify(token)).rejects.toMatchObject(rejected);
    await identity.stop();
  });

  it('of an epoch does not affect tokens of a later epoch', async () => {
    const { identity, revoked } = build();
    revoked.push({ kind: 'epoch', userId: 7, epoch: 1, ...times });
    await identity.start();
    expect((await identity.verify(await sign())).userId).toBe(7);
    await identity.stop();
  });
});

describe('an outage of auth', () => {
  it('during an outage of auth the last revocations are valid for 60 s, then requests get 503', async () => {
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
  /** Machine with an adjustable wall clock and an independent monotonic clock. */
  function aMachine(source: Partial<IdentitySource> = {}) {
    const clock = { lead: Date.now(), elapsed: 0 };
    const built = build({
      now: () => new Date(clock.lead + clock.elapsed),
      elapsedMs: () => clock.elapsed,
      source,
    });
    return { ...built, clock };
  }

  it('a clock that steps forward makes no request wait for auth', async () => {
    const { identity, clock } = aMachine();
    await identity.start();
    clock.lead += hour;
    expect((await identity.verify(await sign())).userId).toBe(7);
    expect(identity.isReady()).toBe(true);
    await identity.stop();
  });

  it('a clock that is set back an hour does not prolong the 60 s of an outage', async () => {
    const { identity, clock } = aMachine();
    await identity.start();
    clock.lead -= hour;
    clock.elapsed += 61_000;
    await expect(identity.verify(await sign())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(identity.isReady()).toBe(false);
    await identity.stop();
  });

  /** Behaves like auth, which omits revocations that affect no token at the caller's time. */
  const omittingExpired =
    (item: Revoked): IdentitySource['readRevocations'] =>
    async (after, at) => ({ cursor: '1', items: after === null && at < new Date(item.until) ? [item] : [] });
  const item: Revoked = { kind: 'session', sessionId: 's1', ...times };

  it('a clock 14 hours ahead and back again does not revive a revoked token, not even until the next poll', async () => {
    const { identity, clock } = aMachine({ readRevocations: omittingExpired(item) });
    await identity.start();
    const token = await sign();
    await expect(identity.verify(token)).rejects.toMatchObject(rejected);
    clock.lead += 14 * hour;
    clock.elapsed += 14 * hour;
    await identity.refresh();
    clock.lead -= 28 * hour;
    await expect(identity.verify(token)).rejects.toMatchObject(rejected);
    await identity.stop();
  });

  it('revocations that were omitted under a fast clock are read when it is set back', async () => {
    const { identity, clock } = aMachine({ readRevocations: omittingExpired(item) });
    clock.lead += 14 * hour;
    await identity.start();
    clock.lead -= 14 * hour;
    await expect(identity.verify(await sign())).rejects.toMatchObject(rejected);
    await identity.stop();
  });

  it('a clock that is set back during an outage lets no possibly revoked token pass', async () => {
    let away = false;
    const { identity, clock } = aMachine({
      readRevocations: async (after, at) => {
        if (away) throw new Error('away');
        return omittingExpired(item)(after, at);
      },
    });
    clock.lead += 14 * hour;
    await identity.start();
    away = true;
    clock.lead -= 14 * hour;
    await expect(identity.verify(await sign())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await identity.stop();
  });

  it('revocations are removed once their tokens have expired', async () => {
    const { identity, clock, revoked } = aMachine();
    revoked.push(item);
    await identity.start();
    clock.elapsed += 13 * hour + 1_000;
    await identity.refresh();
    expect((await identity.verify(await sign({ expires: '14h' }))).userId).toBe(7);
    await identity.stop();
  });
});

describe('an auth that cannot be reached', () => {
  it('an unreachable auth is logged only after the start-up time, then every 1.5 s', async () => {
    let clock = 0;
    const warnings: string[] = [];
    const identity = createIdentity({
      source: {
        readJwks: () => Promise.reject(new Error('away')),
        readRevocations: () => Promise.reject(new Error('away')),
      },
      elapsedMs: () => clock,
      log: { warn: (_details, message) => void warnings.push(message) },
    });
    const warningsAt = async (ms: number) => {
      clock = ms;
      await (ms === 0 ? identity.start() : new Promise((resolve) => setTimeout(resolve, 120)));
      return warnings.splice(0);
    };
    expect(await warningsAt(0)).toEqual([]);
    expect(await warningsAt(1_400)).toEqual([]);
    expect(await warningsAt(1_600)).toEqual(['waiting for auth']);
    expect(await warningsAt(3_000)).toEqual([]);
    expect(await warningsAt(3_200)).toEqual(['waiting for auth']);
    await identity.stop();
  });
});

describe('keys', () => {
  it('are requested again without delay while auth starts', async () => {
    let attempts = 0;
    const readJwks = async () => {
      if (++attempts < 4) throw new Error('auth starts');
      return { keys: [current.jwk] };
    };
    const { identity } = build({ source: { readJwks } });
    await identity.start();
    expect(identity.isReady()).toBe(false);
    await expect.poll(identity.isReady, { timeout: 1_000, interval: 10 }).toBe(true);
    expect(attempts).toBe(4);
    await identity.stop();
  });

  it('a token with an unknown key id triggers a reload of the keys, at most every 5 s', async () => {
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
    await expect(identity.verify(token)).rejects.toMatchObject(rejected);
    expect(reads).toBe(1);
    elapsed += 6_000;
    expect((await identity.verify(token)).userId).toBe(7);
    expect(reads).toBe(2);
    await identity.stop();
  });
});

describe('an unknown key', () => {
  const aHangingAuth = () => {
    let hangs = false;
    let reads = 0;
    const readJwks = async () => {
      reads += 1;
      if (hangs) throw new Unavailable();
      return { keys: [current.jwk] };
    };
    const clock = { elapsed: 0 };
    const { identity } = build({ elapsedMs: () => clock.elapsed, source: { readJwks } });
    return { identity, clock, reads: () => reads, hang: () => (hangs = true) };
  };
  const unknown = () => sign({ key: retired.privateKey, header: { kid: 'retired' } });

  it('results in 503 while auth hangs, because it may be a new key', async () => {
    const { identity, clock, reads, hang } = aHangingAuth();
    await identity.start();
    hang();
    clock.elapsed += 6_000;
    for (const token of [await unknown(), await unknown()])
      await expect(identity.verify(token)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(reads()).toBe(2);
    expect((await identity.verify(await sign())).userId).toBe(7);
    await identity.stop();
  });

  it('simultaneous tokens with an unknown key cause one reload', async () => {
    const { identity, clock, reads } = aHangingAuth();
    await identity.start();
    clock.elapsed += 6_000;
    const tokens = await Promise.all([unknown(), unknown(), unknown()]);
    const verdicts = await Promise.allSettled(tokens.map((token) => identity.verify(token)));
    expect(verdicts).toMatchObject(tokens.map(() => ({ reason: rejected })));
    expect(reads()).toBe(2);
    await identity.stop();
  });
});

describe('presence', () => {
  it('each session is reported once, and again after a failed report', async () => {
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

describe('the language of an account', () => {
  async function languages(respond: (count: number) => { status: number; body?: object }) {
    const paths: string[] = [];
    const auth = createServer((request, response) => {
      const { status, body } = respond(paths.push(request.url ?? ''));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
    auth.listen(0, '127.0.0.1');
    await once(auth, 'listening');
    const { port } = auth.address() as AddressInfo;
    const { identity } = build();
    await identity.start();
    const clock = { elapsed: 0 };
    const read = createAccountLanguage({
      authUrl: `http://127.0.0.1:${port}`,
      internalKey: 'k',
      identity,
      withinMs: 10_000,
      elapsedMs: () => clock.elapsed,
    });
    const stop = async () => {
      await identity.stop();
      auth.closeAllConnections();
      auth.close();
    };
    return { read, paths, clock, stop };
  }

  it('is read only for a valid bearer', async () => {
    const { read, paths, stop } = await languages(() => ({ status: 200, body: { language: 'sw' } }));
    const forged = await sign({ key: retired.privateKey });
    for (const header of [undefined, 'Basic abc', `Bearer ${forged}`]) expect(await read(header)).toBeNull();
    expect(paths).toEqual([]);
    expect(await read(`Bearer ${await sign()}`)).toBe('sw');
    expect(paths).toEqual(['/internal/users/7/language']);
    await stop();
  });

  it('is read once a second, however many errors it gets', async () => {
    const { read, paths, clock, stop } = await languages((count) => ({
      status: 200,
      body: { language: count === 1 ? 'sw' : 'en' },
    }));
    const bearer = `Bearer ${await sign()}`;
    const errors = await Promise.all(Array.from({ length: 50 }, () => read(bearer)));
    expect(new Set(errors)).toEqual(new Set(['sw']));
    clock.elapsed = 999;
    expect(await read(bearer)).toBe('sw');
    expect(paths).toHaveLength(1);
    clock.elapsed = 1_000;
    expect(await read(bearer)).toBe('en');
    await stop();
  });

  it.each([
    ['has no such route, as in an older release', { status: 404 }],
    ['returns a language of a later release', { status: 200, body: { language: 'fr' } }],
    ['fails', { status: 500 }],
  ])('is not read for two seconds after auth %s', async (_what, first) => {
    const { read, paths, clock, stop } = await languages((count) =>
      count === 1 ? first : { status: 200, body: { language: 'sw' } },
    );
    const bearer = `Bearer ${await sign()}`;
    for (clock.elapsed of [0, 1_999]) expect(await read(bearer)).toBeNull();
    expect(paths).toHaveLength(1);
    clock.elapsed = 2_000;
    expect(await read(bearer)).toBe('sw');
    await stop();
  });
});
