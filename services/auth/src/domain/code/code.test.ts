import { describe, expect, it } from 'vitest';
import { codeExpiry, codeState, digitsOf, formatCode, type Code } from './code.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

const aCode = (fields: Partial<Code> = {}): Code => ({
  id: 'otp',
  purpose: 'verification',
  emailMac: 'email',
  mac: 'mac',
  accountId: 1,
  requestedFrom: null,
  tries: 0,
  createdAt: noon,
  expiresAt: codeExpiry(noon),
  ...fields,
});

describe('a typed code', () => {
  it.each(['123456', ' 123456', '123456\n', '12 3456', '123-456', '１２３４５６', '١٢٣٤٥٦'])(
    '"%s" is a code',
    (typed) => expect(digitsOf(typed)).toBe('123456'),
  );
  it.each(['', '12345', '1234567', '12345a', '-12345', '1e5'])('"%s" is not a code', (typed) =>
    expect(digitsOf(typed)).toBeNull(),
  );
});

describe('a new code', () => {
  it('has six digits, including leading zeros', () => {
    expect(formatCode(42)).toBe('000042');
    expect(formatCode(999_999)).toBe('999999');
  });
});

describe('a code', () => {
  it('is open for ten minutes', () => {
    expect(codeState(aCode(), at(599))).toBe('open');
    expect(codeState(aCode(), at(600))).toBe('closed');
  });
  it('is open for five attempts', () => {
    expect(codeState(aCode({ tries: 4 }), at(1))).toBe('open');
    expect(codeState(aCode({ tries: 5 }), at(1))).toBe('locked');
  });
  it('that is locked is closed once it has expired', () => {
    expect(codeState(aCode({ tries: 5 }), at(600))).toBe('closed');
  });
  it('that does not exist is closed', () => expect(codeState(null, noon)).toBe('closed'));
});
