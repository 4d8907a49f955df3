import { describe, expect, it } from 'vitest';
import { accountKeysOf, areConflicting } from './account-keys.ts';

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
