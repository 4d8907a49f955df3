import { describe, expect, it } from 'vitest';
import { PasswordTooCommon } from '../errors.ts';
import { formatPhc, hashCost, needsRehash, parsePhc, rejectCommon } from './password.ts';

const common = new Set(['letmein', 'qwerty123']);
const salt = 'c2FsdHNhbHRzYWx0c2E';
const digest = 'ZGlnZXN0ZGlnZXN0ZGlnZXN0ZGlnZXN0ZGlnZXN0ZGk';

describe('a common password', () => {
  it.each(['letmein', 'LetMeIn', 'QWERTY123'])('%s is rejected, whatever its capitals', (password) => {
    expect(() => rejectCommon(password, common, 'password')).toThrow(PasswordTooCommon);
  });
  it.each(['letmein ', ' letmein', 'letmein-2'])(
    '"%s" is another password: passwords are not trimmed',
    (password) => {
      expect(() => rejectCommon(password, common, 'password')).not.toThrow();
    },
  );
  it('names the field and says why', () => {
    const rejection = new PasswordTooCommon('new_password');
    expect(() => rejectCommon('letmein', common, 'new_password')).toThrow(rejection);
    expect(rejection).toMatchObject({
      code: 'VALIDATION',
      status: 400,
      message: 'This password is too common.',
      details: [{ path: 'new_password', message: 'This password is too common.' }],
    });
  });
});

describe('a PHC string', () => {
  const text = `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${digest}`;
  it('is read and written without loss', () => {
    const parsed = parsePhc(text);
    expect(parsed).toEqual({ memory: 19456, passes: 2, parallelism: 1, salt, digest });
    expect(parsed && formatPhc(parsed)).toBe(text);
  });
  it.each(['', 'plain', text.replace('argon2id', 'argon2i'), text.replace('v=19', 'v=16'), `${text}$more`])(
    'is not %s',
    (other) => expect(parsePhc(other)).toBeNull(),
  );
});

describe('a stored hash', () => {
  const hashOf = (cost: Partial<typeof hashCost>) => formatPhc({ ...hashCost, ...cost, salt, digest });
  it('with the current costs is kept', () => expect(needsRehash(hashOf({}), hashCost)).toBe(false));
  it('with higher costs is kept', () =>
    expect(needsRehash(hashOf({ memory: 65_536, passes: 3 }), hashCost)).toBe(false));
  it.each([{ memory: 4096 }, { passes: 1 }])('with lower costs (%o) is replaced', (cost) =>
    expect(needsRehash(hashOf(cost), hashCost)).toBe(true),
  );
  it('an unreadable stored hash is replaced', () => expect(needsRehash('?', hashCost)).toBe(true));
});
