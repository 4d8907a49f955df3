import { describe, expect, it } from 'vitest';
import {
  abandonedBefore,
  claimAccount,
  continuesSignUp,
  deleteAccount,
  grantRole,
  isAbandoned,
  isVerified,
  changeAddress,
  noteSeen,
  registerAccount,
  renameAccount,
  replacePassword,
  revokeEverything,
  revokeSession,
  verifyEmail,
  type Account,
} from './account.ts';
import { OperatorIsDemo, OperatorUnverified } from '../errors.ts';
import type { DomainEvent } from '../events.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const day = 24 * 3600;

const registered = () =>
  registerAccount(
    {
      id: 7,
      email: ' Amina@Example.org ',
      username: 'Amina',
      passwordHash: 'hash',
      signedUpFrom: 'ip',
      language: null,
    },
    noon,
  );
const anAccount = (fields: Partial<Account> = {}): Account => ({ ...registered().account, ...fields });
const summaryOf = (events: DomainEvent[]) => events.map(({ type, version }) => `${version} ${type}`);

describe('an account with another name', () => {
  it('publishes it, and keeps its tokens', () => {
    const { account, events } = renameAccount(anAccount(), 'Amina W', noon) ?? registered();
    expect(account).toMatchObject({ username: 'Amina W', usernameKey: 'amina w', tokenEpoch: 0, version: 2 });
    expect(summaryOf(events)).toEqual(['2 user-changed']);
  });
  it('is unchanged when it already has that name', () => {
    expect(renameAccount(anAccount(), 'Amina', noon)).toBeNull();
  });
});

describe('an account with another email', () => {
  it('is verified by it, and no older token survives', () => {
    const { account, events } = changeAddress(anAccount({ tokenEpoch: 3 }), 'New@Example.org', noon);
    expect(account).toMatchObject({
      email: 'New@Example.org',
      emailKey: 'new@example.org',
      emailVerifiedAt: noon,
      tokenEpoch: 4,
    });
    expect(summaryOf(events)).toEqual(['2 user-changed', '3 access-revoked']);
  });
});

describe('an account that becomes an operator', () => {
  const proved = anAccount({ emailVerifiedAt: noon, tokenEpoch: 3 });

  it('loses its older tokens, because tokens contain the role', () => {
    const granted = grantRole(proved, 'admin', noon);
    expect(granted?.account).toMatchObject({ role: 'admin', tokenEpoch: 4 });
    expect(summaryOf(granted?.events ?? [])).toEqual(['2 user-changed', '3 access-revoked']);
  });
  it('and is one already is unchanged', () => {
    expect(grantRole({ ...proved, role: 'admin' }, 'admin', noon)).toBeNull();
  });
  it('an account becomes an operator only with a verified email, because somebody else may have signed up with it', () => {
    expect(() => grantRole(anAccount(), 'admin', noon)).toThrow(OperatorUnverified);
  });
  it('a demo account cannot become an operator, because others know its password', () => {
    expect(() => grantRole({ ...proved, isDemo: true }, 'admin', noon)).toThrow(OperatorIsDemo);
  });
  it('can become a learner again', () => {
    expect(grantRole(anAccount({ role: 'admin' }), 'learner', noon)?.account.role).toBe('learner');
  });
});

describe('a new account', () => {
  it('keeps the email as it was written and is an unverified learner', () => {
    expect(registered().account).toMatchObject({
      email: ' Amina@Example.org ',
      emailKey: 'amina@example.org',
      emailVerifiedAt: null,
      role: 'learner',
      isDemo: false,
      theme: null,
      language: null,
      tokenEpoch: 0,
      version: 1,
    });
  });
  it('publishes that it was registered, as version 1', () => {
    expect(summaryOf(registered().events)).toEqual(['1 user-registered']);
  });
});

describe('verifying an email', () => {
  it('records the time and publishes it', () => {
    const { account, events } = verifyEmail(anAccount(), later(60));
    expect(account.emailVerifiedAt).toEqual(later(60));
    expect(isVerified(account)).toBe(true);
    expect(summaryOf(events)).toEqual(['2 user-verified']);
  });
  it('a second time changes and publishes nothing', () => {
    const verified = anAccount({ emailVerifiedAt: noon });
    expect(verifyEmail(verified, later(60))).toEqual({ account: verified, events: [] });
  });
});

describe('an account whose email is proved by somebody else', () => {
  it('loses its password and its sessions', () => {
    const { account, events } = claimAccount(anAccount({ tokenEpoch: 2 }), later(60));
    expect(account).toMatchObject({ passwordHash: null, tokenEpoch: 3, emailVerifiedAt: later(60) });
    expect(summaryOf(events)).toEqual(['2 user-verified', '3 access-revoked']);
  });
  it('keeps them once it is verified', () => {
    const verified = anAccount({ emailVerifiedAt: noon });
    expect(claimAccount(verified, later(60))).toEqual({ account: verified, events: [] });
  });
});

describe('a code without proof or password', () => {
  const minute = 60;
  const aCode = (requestedFrom: string | null, seconds: number) => ({
    requestedFrom,
    createdAt: later(seconds),
  });
  it.each([
    ['at once', aCode('ip', 1), 'ip', 2, true],
    ['in the last second of ten minutes', aCode('another', 500), 'ip', 10 * minute, true],
    ['later, with a code of the ten minutes', aCode('ip', 10 * minute), 'ip', 20 * minute, true],
    ['later, with a code that another ip requested', aCode('another', 9 * minute), 'ip', 11 * minute, false],
    ['later, with a code of older versions', aCode(null, 9 * minute), 'ip', 11 * minute, false],
    ['with a code of the eleventh minute', aCode('ip', 10 * minute + 1), 'ip', 11 * minute, false],
    ['from another ip', aCode('another', 1), 'another', 2, false],
  ] as const)('%s continues the sign-up: %s', (_when, code, ip, seconds, continues) => {
    expect(continuesSignUp(anAccount(), code, (mac) => mac === ip, later(seconds))).toBe(continues);
  });
});

describe('the ip that signed up', () => {
  it('is stored until the email is verified', () => {
    expect(verifyEmail(anAccount(), later(1)).account.signedUpFrom).toBeNull();
    expect(replacePassword(anAccount(), 'new hash', later(1)).account.signedUpFrom).toBeNull();
  });
});

describe('replacing the password', () => {
  it('raises the epoch, which revokes every older token', () => {
    const { account } = replacePassword(anAccount({ tokenEpoch: 3 }), 'new hash', later(1));
    expect(account).toMatchObject({ passwordHash: 'new hash', tokenEpoch: 4 });
  });
  it('verifies the email as well', () => {
    const { account, events } = replacePassword(anAccount(), 'new hash', later(1));
    expect(account.emailVerifiedAt).toEqual(later(1));
    expect(summaryOf(events)).toEqual(['2 password-reset', '3 user-verified', '4 access-revoked']);
    expect(account.version).toBe(4);
  });
  it('does not publish a verification twice', () => {
    const { events } = replacePassword(anAccount({ emailVerifiedAt: noon }), 'new hash', later(1));
    expect(summaryOf(events)).toEqual(['2 password-reset', '3 access-revoked']);
  });
});

describe('revoking access', () => {
  it('of one session leaves the epoch alone', () => {
    const { account, events } = revokeSession(anAccount({ tokenEpoch: 2 }), 'session-1', later(1));
    expect(account.tokenEpoch).toBe(2);
    expect(events[0]).toMatchObject({ type: 'access-revoked', sessionId: 'session-1', epoch: 2 });
  });
  it('of everything raises the epoch', () => {
    const { account, events } = revokeEverything(anAccount({ tokenEpoch: 2 }), later(1));
    expect(account.tokenEpoch).toBe(3);
    expect(events[0]).toMatchObject({ type: 'access-revoked', sessionId: null, epoch: 3 });
  });
});

describe('being seen', () => {
  it('is recorded and published the first time', () => {
    const changed = noteSeen(anAccount(), later(5), later(10));
    expect(changed?.account.lastSeenAt).toEqual(later(5));
    expect(changed && summaryOf(changed.events)).toEqual(['2 user-seen']);
  });
  it('counts once a minute', () => {
    const seen = anAccount({ lastSeenAt: later(0) });
    expect(noteSeen(seen, later(59), later(60))).toBeNull();
    expect(noteSeen(seen, later(60), later(60))?.account.lastSeenAt).toEqual(later(60));
  });
  it('in the future counts as now', () => {
    expect(noteSeen(anAccount(), later(3600), later(10))?.account.lastSeenAt).toEqual(later(10));
  });
  it('is recorded again after the clock was ahead and was set back', () => {
    const ahead = anAccount({ lastSeenAt: later(60 * day) });
    expect(noteSeen(ahead, later(5), later(10))?.account.lastSeenAt).toEqual(later(5));
  });
  it('earlier than the last time changes nothing', () => {
    expect(noteSeen(anAccount({ lastSeenAt: later(500) }), later(10), later(600))).toBeNull();
  });
});

describe('an abandoned account', () => {
  it('is one that was not verified within seven days', () => {
    expect(isAbandoned(anAccount(), later(7 * day - 1))).toBe(false);
    expect(isAbandoned(anAccount(), later(7 * day))).toBe(true);
    expect(abandonedBefore(later(7 * day))).toEqual(noon);
  });
  it('is never a verified one', () => {
    expect(isAbandoned(anAccount({ emailVerifiedAt: noon }), later(30 * day))).toBe(false);
  });
  it('publishes its deletion as its last version', () => {
    expect(summaryOf(deleteAccount(anAccount(), later(1)).events)).toEqual(['2 user-deleted']);
  });
});
