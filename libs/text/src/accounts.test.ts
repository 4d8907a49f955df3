import { describe, expect, it } from 'vitest';
import { emailDomainKey, emailKey, isNewEmail, normaliseCode, normalisePassword } from './accounts.ts';

describe('a mailbox', () => {
  it.each([
    ['Amina@Example.org', '  amina@EXAMPLE.org\u200b'],
    ['amina@münchen.example', 'AMINA@xn--mnchen-3ya.example'],
    ['amina@münchen.example', 'amina@mu\u0308nchen.example'],
    ['amina@faß.example', 'amina@xn--fa-hia.example'],
    ['jose\u0301@example.org', 'José@example.org'],
  ])('%s and %s are one mailbox', (one, other) => expect(emailKey(one)).toBe(emailKey(other)));

  it.each([
    ['amina@example.org', 'amina@example.com'],
    ['amina@example.org', 'ámina@example.org'],
    ['a.mina@example.org', 'amina@example.org'],
  ])('%s and %s are different mailboxes', (one, other) => expect(emailKey(one)).not.toBe(emailKey(other)));

  it('of an older account keeps its key', () => {
    expect(emailKey('José@Localhost')).toBe('josé@localhost');
    expect(emailKey('a@1.2.3.4')).toBe('a@1.2.3.4');
    expect(emailKey('No Address')).toBe('no address');
  });

  it('the domain of a mailbox is in its ASCII form', () => {
    expect(emailDomainKey(' Amina@MÜNCHEN.example ')).toBe('xn--mnchen-3ya.example');
  });
});

describe('an email address of a new account', () => {
  const longest = (local: number, label: number) => `${'a'.repeat(local)}@${'b'.repeat(label)}.example`;
  it.each(['amina@example.org', "o'neil+cards@mail.example.co.ke", 'amina@münchen.example', longest(64, 63)])(
    'a new account may have the address %s',
    (email) => expect(isNewEmail(email)).toBe(true),
  );

  it.each([
    longest(65, 10),
    longest(5, 64),
    `a@${`${'b'.repeat(50)}.`.repeat(5)}example`,
    `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}example`,
    'a@127.0.0.1',
    'a@2130706433',
    'a@[127.0.0.1]',
    'a@0x7f.1',
    'a@example.1',
    'a@localhost',
    'a@-example.org',
    'a@example-.org',
    'a@exa mple.org',
    'a@example.org/path',
    'a@example.org:80',
    'a@ex%61mple.org',
    'a@b@example.org',
    '@example.org',
    'amina',
    'josé@example.org',
    '.a@example.org',
    'a..b@example.org',
    'amina@ｅxample.org',
    'a\u0000@example.org',
  ])('no new account may have the address %s', (email) => expect(isNewEmail(email)).toBe(false));

  it('a hostile email address is rejected in time', () => {
    const before = process.threadCpuUsage();
    isNewEmail(`${'a.'.repeat(100_000)}@`);
    isNewEmail(`a@${'a-'.repeat(100_000)}`);
    isNewEmail(`a@${'1.'.repeat(100_000)}`);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_500);
  });
});

describe('a one-time code', () => {
  it.each([
    '123456',
    '123 456',
    '123-456',
    '123\u2013456\n',
    '\u202a123\u00a0456\u202c',
    '١٢٣٤٥٦',
    '१२३४५६',
    '１２３４５６',
    '𝟏𝟐𝟑𝟒𝟓𝟔',
    '𝟣𝟤𝟥𝟦𝟧𝟨',
  ])('the one-time code %j is read as 123456', (code) => expect(normaliseCode(code)).toBe('123456'));
  it('a letter in a one-time code stays', () => expect(normaliseCode('12345a')).toBe('12345a'));
});

describe('a password', () => {
  it('is the same from a keyboard that composes letters and from one that does not', () => {
    expect(normalisePassword('cafe\u0301 mchana')).toBe(normalisePassword('café mchana'));
  });
  it('is never trimmed or folded', () => expect(normalisePassword(' ﬁN²\u200b ')).toBe(' ﬁN²\u200b '));
});
