import { describe, expect, it } from 'vitest';
import { accountKeysOf, accountOf, areConflicting, emailKeysOf } from './account-keys.ts';
import { registerAccount } from './account.ts';

const noon = new Date('2026-03-02T12:00:00Z');
const anAccount = (id: number, email: string) =>
  registerAccount({ id, email, username: `user ${id}`, passwordHash: 'hash', signedUpFrom: 'ip' }, noon)
    .account;
const keysOf = (email: string, username: string) => accountKeysOf({ email, username });

describe('conflicting accounts', () => {
  it.each([
    ['Amina@EXAMPLE.org', ' amina@example.org\u200b'],
    ['jose\u0301@example.org', 'josé@example.org'],
    ['amina@münchen.example', 'amina@xn--mnchen-3ya.example'],
    ['amina@MÜNCHEN.example', 'amina@mu\u0308nchen.example'],
    ['amina@faß.example', 'amina@xn--fa-hia.example'],
  ])('two accounts with the addresses %j and %j conflict', (one, other) => {
    expect(areConflicting(keysOf(one, 'one'), keysOf(other, 'other'))).toBe(true);
  });

  it.each([
    ['Amina', '\u200bAm\u00adina'],
    ['Amina', ' Ａｍｉｎａ '],
    ['Amina Wanjiku', 'amina\u00a0\u2028wanjiku'],
    ['Straße', 'STRASSE'],
    ['İpek', 'ipek'],
    ['ﬁona', 'Fiona'],
  ])('two accounts with the usernames %j and %j conflict', (one, other) => {
    expect(areConflicting(keysOf('a@example.org', one), keysOf('b@example.org', other))).toBe(true);
  });

  it.each([
    ['ma', 'má'],
    ['José', 'Jose'],
  ])('two accounts with the usernames %j and %j do not conflict', (one, other) => {
    expect(areConflicting(keysOf('a@example.org', one), keysOf('b@example.org', other))).toBe(false);
  });
});

describe('two older accounts with one mailbox in two spellings', () => {
  const older = anAccount(1, 'amina@münchen.example');
  const younger = anAccount(2, 'amina@xn--mnchen-3ya.example');

  it('of two older accounts with one mailbox, each is found by its own spelling', () => {
    expect(accountOf(emailKeysOf(' AMINA@xn--mnchen-3ya.example'), [older, younger])).toBe(younger);
    expect(accountOf(emailKeysOf('amina@münchen.example'), [younger, older])).toBe(older);
  });
  it('of two older accounts with one mailbox, the older one is found by any other spelling', () => {
    expect(accountOf(emailKeysOf('amina@mu\u0308nchen.example\u200b'), [younger, older])).toBe(older);
  });
});
