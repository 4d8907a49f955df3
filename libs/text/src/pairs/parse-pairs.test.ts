import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { texts } from '../../testing/arbitraries.ts';
import { parsePairs } from './parse-pairs.ts';
import { separatorNames } from './separators.ts';

const list = (...lines: string[]) => lines.join('\n');
const charactersOf = (...all: string[]) =>
  new Set(
    all
      .join('')
      .normalize('NFC')
      .match(/[\p{L}\p{N}]/gu),
  );
const sides = (text: string) => parsePairs(text).pairs.map(({ front, back }) => `${front}|${back}`);

describe('a list of pairs', () => {
  it.each([
    ['tab', list('mbwa\tdog', 'paka\tcat')],
    ['dash', list('mbwa - dog', 'paka – cat')],
    ['dash', list('mbwa\u00a0—\u00a0dog', '  paka — cat  ')],
    ['equals', list('mbwa = dog', 'paka = cat')],
    ['double colon', list('mbwa::dog', 'paka :: cat')],
    ['arrow', list('mbwa -> dog', 'paka → cat')],
    ['arrow', list('mbwa => dog', 'paka => cat')],
    ['colon', list('mbwa: dog', 'paka: cat')],
    ['colon', list('mbwa：dog', 'paka：cat')],
    ['semicolon', list('mbwa;dog', 'paka; cat')],
    ['bar', list('mbwa|dog', 'paka | cat')],
    ['comma', list('mbwa,dog', 'paka, cat')],
    ['narrow colon', list('mbwa:dog', 'paka:cat')],
    ['hyphen', list('mbwa-dog', 'paka-cat')],
    ['dash', list('- mbwa - dog', '* paka - cat')],
    ['dash', list('1) mbwa - dog', '2) paka - cat')],
    ['dash', list('a. mbwa - dog', 'b. paka - cat')],
    ['comma', list('front,back', 'mbwa,dog', 'paka,cat')],
    ['semicolon', list('neno;maana', '', 'mbwa;dog', 'paka;cat')],
    ['comma', list('"mbwa","dog"', '"paka","cat"')],
    ['tab', list('1\tmbwa\tdog', '2\tpaka\tcat')],
    ['tab', '\ufeffmbwa\tdog\r\npaka\tcat\r\n'],
  ])('a list divided by %s has its pairs: %j', (separator, text) => {
    expect(parsePairs(text)).toMatchObject({ separator, unsplit: [] });
    expect(sides(text)).toEqual(['mbwa|dog', 'paka|cat']);
  });

  it.each([
    [list('ndiyo - yes', 'hapana - no', 'mimi - I'), ['ndiyo|yes', 'hapana|no', 'mimi|I']],
    [list('∑ - sum', 'a - acceleration', 'moja - 1'), ['∑|sum', 'a|acceleration', 'moja|1']],
    [list('C - language', 'C++ - language', 'C# - language'), ['C|language', 'C++|language', 'C#|language']],
    [list('<nav> - block of links', 'List<String> - list'), ['<nav>|block of links', 'List<String>|list']],
    [list('año - year', 'aéroport - airport'), ['año|year', 'aéroport|airport']],
    [list('std::string :: text', 'int :: number'), ['std::string|text', 'int|number']],
    [list('std::string::text', 'int::number'), ['std|string::text', 'int|number']],
    [list('1 - moja', '2 - mbili'), ['1|moja', '2|mbili']],
    [list('Ghana: 1957', 'Kenya: 1963'), ['Ghana|1957', 'Kenya|1963']],
    [list('1.5 - one and a half', '2.5 - two and a half'), ['1.5|one and a half', '2.5|two and a half']],
    [list('a. Masibo - poet', 'kitabu - book'), ['a. Masibo|poet', 'kitabu|book']],
    [list('- - minus', '* - times'), ['-|minus', '*|times']],
    [list('10 - 3 = 7', '9 - 4 = 5'), ['10 - 3|7', '9 - 4|5']],
    [
      list('Mali - capital - Bamako', 'Kenya - capital - Nairobi'),
      ['Mali|capital - Bamako', 'Kenya|capital - Nairobi'],
    ],
    [list('saa: 12:30', 'tovuti: https://example.org'), ['saa|12:30', 'tovuti|https://example.org']],
    [list('"Dog, big",mbwa', '"She said ""hi""",alisema'), ['Dog, big|mbwa', 'She said "hi"|alisema']],
    [list('"two', 'lines",mistari', 'one,mmoja'), ['two\nlines|mistari', 'one|mmoja']],
    [
      list('"Dog: an animal","mbwa - d"', '"Cat: an animal",paka'),
      ['Dog: an animal|mbwa - d', 'Cat: an animal|paka'],
    ],
    [list('می‌شود - becomes', '👩‍🔬 - scientist'), ['می‌شود|becomes', '👩‍🔬|scientist']],
    [list('6" nail;msumari', '5" pipe;bomba'), ['6" nail|msumari', '5" pipe|bomba']],
  ])('%j keeps every term and meaning', (text, pairs) => expect(sides(text)).toEqual(pairs));

  it.each([
    list('Start 12:30', 'End 14:45'),
    list('https://example.org', 'http://example.com'),
    list('3,14', '2,71'),
    list('1914-1918', '1939-1945'),
    list('One, two, three.', 'Four, five, six.'),
    list('Photosynthesis makes sugar.', 'It needs light.'),
    '',
    '\n\n',
  ])('%j is not read as a list of pairs', (text) => {
    const { separator, pairs, unsplit } = parsePairs(text);
    expect({ separator, pairs }).toEqual({ separator: null, pairs: [] });
    expect(unsplit.map((each) => each.text)).toEqual(text.split('\n').filter((each) => each !== ''));
  });

  it('lines that cannot be split are reported with number and reason', () => {
    const lines = ['a - 1', 'b - 2', '', 'c - 3', 'd - 4', 'e - 5', 'f - 6', 'g - 7', 'h -', 'loose'];
    const { pairs, unsplit } = parsePairs(list(...lines, 'i - 9', 'j - 10'));
    expect(pairs).toHaveLength(9);
    expect(unsplit).toEqual([
      { line: 9, text: 'h -', reason: 'no separator' },
      { line: 10, text: 'loose', reason: 'no separator' },
    ]);
    const table = parsePairs(list('a;1', 'b;2', 'c;3', 'd;4', 'e;', 'f;6', ';7', 'g;8', 'h;9', 'i;10'));
    expect(table.unsplit).toEqual([
      { line: 5, text: 'e', reason: 'no back' },
      { line: 7, text: '7', reason: 'no front' },
    ]);
  });

  it('a chosen separator divides even a single line, and the other lines are reported', () => {
    const { separator, pairs, unsplit } = parsePairs('mbwa = dog\nloose - end', 'dash');
    expect({ separator, pairs }).toEqual({
      separator: 'dash',
      pairs: [{ front: 'loose', back: 'end', line: 2 }],
    });
    expect(unsplit).toEqual([{ line: 1, text: 'mbwa = dog', reason: 'no separator' }]);
    expect(parsePairs('a,b,c', 'comma')).toMatchObject({
      pairs: [{ front: 'a', back: 'b', line: 1 }],
      further: [{ line: 1, columns: ['c'] }],
    });
    expect(parsePairs('mbwa = dog', 'tab').pairs).toEqual([]);
  });

  it('further columns are reported', () => {
    const { pairs, further } = parsePairs(list('front,back,note', 'mbwa,dog,animal', 'paka,cat,'));
    expect(pairs).toHaveLength(2);
    expect(further).toEqual([{ line: 2, columns: ['animal'] }]);
  });

  it('the header row and labels are reported', () => {
    const report = parsePairs(list('Term;Definition', '1) mbwa;dog', '2) paka;cat'));
    expect(report.headers).toEqual([{ front: 'Term', back: 'Definition', line: 1, further: [] }]);
    expect(report.hasLabels).toBe(true);
    expect(report.pairs[0]).toEqual({ front: 'mbwa', back: 'dog', line: 2 });
    expect(parsePairs(list('mbwa;dog', 'paka;cat'))).toMatchObject({ headers: [], hasLabels: false });
  });

  it('no line is lost, whatever the text', () => {
    const lines = fc.array(
      fc.tuple(texts, fc.constantFrom('\t', ' - ', ';', ',', ': ', ' = ', '"', ''), texts),
    );
    fc.assert(
      fc.property(lines, (all) => {
        const text = all
          .map((parts) => parts.join('').replaceAll(/[\n\r\v\f\u0085\u2028\u2029"]/g, ''))
          .join('\n');
        const { pairs, unsplit, headers, further } = parsePairs(text);
        const kept = charactersOf(
          ...[...pairs, ...headers].flatMap(({ front, back }) => [front, back]),
          ...unsplit.map((each) => each.text),
          ...[...headers.map((each) => each.further), ...further.map(({ columns }) => columns)].flat(),
        );
        // Numbering such as `1)` is removed from the fronts that it counts.
        for (const letter of charactersOf(text))
          expect(kept.has(letter) || /[\p{Nd}a-z]/iu.test(letter)).toBe(true);
      }),
    );
  });

  it('a hostile list is read in time', () => {
    const before = process.threadCpuUsage();
    parsePairs('"'.repeat(7_000));
    parsePairs('"a\n'.repeat(7_000));
    parsePairs('"a" b,c\n'.repeat(7_000));
    parsePairs(' '.repeat(100_000));
    parsePairs(`${' -'.repeat(50_000)}\n`.repeat(2));
    parsePairs('1:'.repeat(50_000));
    parsePairs('a - b\n'.repeat(7_000));
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(3_000);
  });
});

it('the list of separators offers none of them twice', () => {
  expect(separatorNames).toEqual([...new Set(separatorNames)]);
});
