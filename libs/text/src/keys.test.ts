import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dividedTexts, texts } from '../testing/arbitraries.ts';
import { identityKey, searchKey, sortKey, termKey } from './keys.ts';

const finds = (query: string, text: string) => searchKey(text).includes(searchKey(query));

describe('a search', () => {
  it.each([
    ['istanbul', 'İstanbul'],
    ['İSTANBUL', 'istanbul'],
    ["newton's", 'Newton’s second law'],
    ['Newton’s', "newton's"],
    ['cell division', 'Cell\u00a0division'],
    ['cell\u2028division', 'cell division'],
    ['cafe', 'Café'],
    ['CAFÉ', 'cafe\u0301'],
    ['isparta', 'ISPARTA'],
    ['ISPARTA', 'ısparta'],
    ['strasse', 'Straße'],
    ['lodz', 'Łódź'],
    ['duong', 'đường'],
    ['fi', 'ﬁle'],
    ['می شود'.replace(' ', ''), 'می‌شود'],
    ['ekselan', 'ẹkse\u00adlan'],
    ['οδοσ', 'ΌΔΟΣ'],
    ['елка', 'Ёлка'],
    ['ガ', 'ｶﾞ'],
    ['ㄱ', 'ㄱㅏ'],
    ['かたかな', 'カタカナ'],
    ['ガンダム', 'がんだむ'],
    ['ゔ', 'ヴ'],
    ['كتاب', 'كِتَاب'],
    ['کتاب', 'كتاب'],
    ['اسد', 'أسد'],
    ['الان', 'الآن'],
    ['سلام', 'ســلام'],
    ['علي', 'علی'],
    ['תקון', 'תִּקּוּן'],
    ['שלומ', 'שלום'],
    ['well-known', 'well‑known'],
    ['"fact"', 'the “fact”'],
  ])('for %s finds %s', (query, text) => expect(finds(query, text)).toBe(true));

  it.each([
    ['и', 'й'],
    ['у', 'ў'],
    ['काल', 'कील'],
    ['.', 'a'],
    ['a*', 'aaa'],
  ])('for %s does not find %s', (query, text) => expect(finds(query, text)).toBe(false));

  it('for the beginning of a text finds it, for every text', () => {
    fc.assert(
      fc.property(dividedTexts, ([one, other]) => {
        expect(searchKey(one + other)).toContain(searchKey(one));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a list', () => {
  const sorted = (...all: string[]) =>
    all.toSorted((left, right) =>
      sortKey(left) < sortKey(right) ? -1 : sortKey(left) > sortKey(right) ? 1 : 0,
    );

  it.each([
    [['Chapter 2', 'Chapter 10']],
    [['Chapter 009', 'Chapter 10']],
    [['Chapter 7', 'chapter 007 b', 'Chapter 12']],
    [['Dawn', 'Éclair', 'Ember', 'Zebra']],
    [['resume', 'résumé', 'resumes']],
    [['درس ٢', 'درس ١٠']],
    [['Kapitel', 'Kapitel 1', 'Kapitel A']],
    [['1', '2', '999999999', '9999999999', '99999999999999999999']],
    [['0', '1']],
  ])('is sorted as %j', (expected) => {
    expect(sorted(...expected.toReversed())).toEqual(expected);
  });
});

describe('a name', () => {
  it.each([
    ['Biology', ' biology '],
    ['Économie', 'E\u0301CONOMIE'],
    ['amina', 'Ａmina'],
    ['amina', 'ami\u200bna'],
    ['Amina  W', 'amina\u00a0w'],
    ['STRASSE', 'straße'],
    ['İpek', 'ipek'],
  ])('%s and %s are one name', (one, other) => expect(identityKey(one)).toBe(identityKey(other)));

  it.each([
    ['resume', 'résumé'],
    ['C', 'C++'],
    ['Newton’s', "Newton's"],
  ])('%s and %s are different names', (one, other) => expect(identityKey(one)).not.toBe(identityKey(other)));
});

describe('two cards', () => {
  it.each([
    ['ma', 'má'],
    ['mả', 'mã'],
    ['काल', 'कील'],
    ['Co', 'CO'],
    ['10²', '102'],
    ['C', 'C++'],
    ['\\d+', '\\d*'],
    ['می‌شود', 'میشود'],
  ])('cards %s and %s differ', (one, other) => expect(termKey(one)).not.toBe(termKey(other)));

  it.each([
    ['má', 'ma\u0301'],
    [' the  cell ', 'the\u00a0cell'],
  ])('cards %s and %s are the same', (one, other) => expect(termKey(one)).toBe(termKey(other)));
});

describe('every key', () => {
  it.each([
    ['searchKey', searchKey],
    ['identityKey', identityKey],
    ['termKey', termKey],
  ])('%s of its own result is the same key', (_name, key) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(key(key(text))).toBe(key(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['searchKey', searchKey],
    ['sortKey', sortKey],
    ['identityKey', identityKey],
    ['termKey', termKey],
  ])('%s does not depend on how letters are composed', (_name, key) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(key(text.normalize('NFD'))).toBe(key(text.normalize('NFC')));
      }),
      { numRuns: 2_000 },
    );
  });

  it('the search keys of 10,000 long cards take less than three seconds', () => {
    const side = 'Il était une fois, où l’aïeul – déjà vieux – voyait İstanbul. '.repeat(5);
    const before = process.threadCpuUsage();
    for (let at = 0; at < 10_000; at += 1) searchKey(`${at} ${side}`);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(3_000);
  });
});
