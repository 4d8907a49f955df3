import { describe, expect, it } from 'vitest';
import { isOpen, openSession, revokedUntil, tokenExpiry } from './session.ts';

const signIn = new Date('2026-03-01T12:00:00Z');
const after = (hours: number) => new Date(signIn.getTime() + hours * 3_600_000);
const session = openSession('session', 7, '', signIn);

describe('a session', () => {
  it('is open for 30 days from sign-in', () => {
    expect(isOpen(session, after(30 * 24 - 1))).toBe(true);
    expect(isOpen(session, after(30 * 24))).toBe(false);
  });
  it('grants tokens of 12 hours', () => {
    expect(tokenExpiry(session, after(5))).toEqual(after(17));
  });
  it('grants no token that outlives it', () => {
    expect(tokenExpiry(session, after(30 * 24 - 2))).toEqual(after(30 * 24));
  });
});

describe('a revocation', () => {
  it('is valid for the lifetime of a token and an hour more', () => {
    expect(revokedUntil(signIn, null)).toEqual(after(13));
    expect(revokedUntil(signIn, after(5))).toEqual(after(13));
  });
  it('is valid longer when a token was granted under a clock that was ahead', () => {
    expect(revokedUntil(signIn, after(26))).toEqual(after(27));
  });
});
