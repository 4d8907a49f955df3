import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { texts } from '../testing/arbitraries.ts';
import { isBlank, isWellFormed, trimText } from './characters.ts';
import { cleanText } from './clean.ts';

describe('a pasted text', () => {
  it.each([
    ['a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
    ['page one\fpage two', 'page one\n\npage two'],
    ['mo\u0000on\u0007', 'mo on '],
    ['tab\tstays', 'tab\tstays'],
    ['\ufefffront,back', 'front,back'],
    ['half \ud83d emoji', 'half \ufffd emoji'],
    ['whole 👍 emoji', 'whole 👍 emoji'],
    ['E\u0301conomie', 'Économie'],
    ['می‌شود 👩‍🔬', 'می‌شود 👩‍🔬'],
    ['\uf900 and e\u0301', '\uf900 and é'],
    ['<title> List<String> __init__ arr[0] a < b', '<title> List<String> __init__ arr[0] a < b'],
  ])('pasted text %j becomes %j', (text, clean) => expect(cleanText(text)).toBe(clean));

  it('cleaning a text twice is the same as cleaning it once', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(isWellFormed(clean)).toBe(true);
      }),
    );
  });
});

describe('a title', () => {
  it.each(['', ' ', '\u200b\u200d', '\u00a0\u3000', '\u2800', '\u00ad\u2060', '\u3164', '\u202e', '\u0000'])(
    'title %j is blank',
    (text) => expect(isBlank(text)).toBe(true),
  );
  it.each(['a', '.', '∑', '\u200bx', '👍', '0'])('title %j is not blank', (text) =>
    expect(isBlank(text)).toBe(false),
  );
  it('invisible characters around a title are removed', () => {
    expect(trimText('\u200b\u202a +254 712\u202c\u00a0')).toBe('+254 712');
    expect(trimText('\u200b')).toBe('');
  });
});
