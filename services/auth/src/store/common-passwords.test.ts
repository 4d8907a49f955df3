import { describe, expect, it } from 'vitest';
import { readCommonPasswords } from './common-passwords.ts';

const passwords = readCommonPasswords();

describe('the common passwords', () => {
  it('are 3,000 and more', () => expect(passwords.size).toBeGreaterThanOrEqual(3_000));
  it('have six characters and more, in lower case', () => {
    const invalid = [...passwords].filter((each) => [...each].length < 6 || each !== each.toLowerCase());
    expect(invalid).toEqual([]);
  });
  it('are sorted', () => {
    const codePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    expect([...passwords]).toEqual([...passwords].toSorted(codePoints));
  });
  it.each(['123456', 'password', 'qwerty123', 'iloveyou', 'trustno1', '1qaz2wsx', 'nairobi'])(
    'hold %s',
    (password) => expect(passwords.has(password)).toBe(true),
  );
});
