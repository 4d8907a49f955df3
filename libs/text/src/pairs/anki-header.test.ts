import { expect, it } from 'vitest';
import { parsePairs } from './parse-pairs.ts';

const sides = (text: string) => parsePairs(text).pairs.map(({ front, back }) => `${front}|${back}`);

it('the header lines of an Anki export make no cards', () => {
  const header = [
    '#separator:tab',
    '#html:true',
    '# Wanyama',
    '#columns:Front\tBack\tTags',
    '#tags column:3',
  ];
  const report = parsePairs([...header, 'mbwa\tdog\twanyama', 'paka\tcat\twanyama'].join('\n'));
  expect(report.pairs).toEqual([
    { front: 'mbwa', back: 'dog', line: 6 },
    { front: 'paka', back: 'cat', line: 7 },
  ]);
  expect(report.unsplit).toEqual(header.map((text, at) => ({ line: at + 1, text, reason: 'setting' })));
  expect(report.further).toEqual([]);
});

it('an export of a single note has a card, because its header names the separator', () => {
  expect(sides('#separator:tab\r\n#html:false\r\nmbwa\tdog\r\n')).toEqual(['mbwa|dog']);
});

it.each([
  ['tab', 'Tab', '\t'],
  ['comma', 'comma', ','],
  ['semicolon', 'Semicolon', ';'],
  ['space', 'Space', ' '],
  ['bar', 'Pipe', '|'],
  ['narrow colon', 'Colon', ':'],
] as const)('notes divided by %s are not divided at the dash of their meaning', (name, word, character) => {
  const meaning = `"dog${character}- an animal"`;
  for (const separator of [word, ` ${word.toLowerCase()} `, character]) {
    const report = parsePairs(
      `#separator:${separator}\nmbwa${character}${meaning}\n"paka -- mdogo"${character}cat`,
    );
    expect(report).toMatchObject({ separator: name, unsplit: [{ line: 1 }] });
    expect(report.pairs).toMatchObject([
      { front: 'mbwa', back: `dog${character}- an animal` },
      { front: 'paka -- mdogo', back: 'cat' },
    ]);
  }
});

it('GUIDs, note types, decks and tags of an Anki export are not read as sides of cards', () => {
  const header = '#separator:tab\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n';
  const report = parsePairs(`${header}q!x\tBasic\tLugha::Wanyama\tmbwa\tdog\tpet\tnote`);
  expect(report.pairs).toEqual([{ front: 'mbwa', back: 'dog', line: 6 }]);
  expect(report.further).toEqual([{ line: 6, columns: ['note'] }]);
});

it('the tags column is left out even when the header names no separator', () => {
  expect(sides('tags:wanyama\n#tags column:1\n#deck:Lugha\npet\tmbwa\tdog\npet\tpaka\tcat')).toEqual([
    'mbwa|dog',
    'paka|cat',
  ]);
});

it('quotes and line breaks inside the quoted fields of a note do not divide it', () => {
  expect(
    sides('#separator:tab\n#html:false\n"sema ""habari"""\t"say\n""hello"""\n"#1"\tfirst\nmbwa\tdog'),
  ).toEqual(['sema "habari"|say\n"hello"', '#1|first', 'mbwa|dog']);
});

it('cards of an HTML export show no tags and no entities', () => {
  const note =
    '<div><b>a &lt; b</b></div><div>c&nbsp;&amp;amp; d</div>\t"one<br>two<br/><img src=""x.png""> &#233;&#xe9;"';
  expect(parsePairs(`#separator:tab\n#html:true\n${note}`).pairs).toMatchObject([
    { front: 'a < b\nc &amp; d', back: 'one\ntwo\n éé' },
  ]);
  expect(sides(`#separator:tab\n#html:false\n<b>\tbold\n&lt;\tless`)).toEqual(['<b>|bold', '&lt;|less']);
  expect(sides('<b>\tbold\n<i>\titalic')).toEqual(['<b>|bold', '<i>|italic']);
});

it('a note that is only an image is reported, not dropped', () => {
  const { pairs, unsplit } = parsePairs('#separator:tab\n#html:true\n<img src="x.png">\tdog\nmbwa\tdog');
  expect(pairs).toHaveLength(1);
  expect(unsplit.at(-1)).toEqual({ line: 3, text: 'dog', reason: 'no front' });
});

it('a separator that the learner chooses overrides the one in the header', () => {
  const text = '#separator:tab\n#html:true\nmbwa = <i>dog</i>';
  expect(parsePairs(text).pairs).toEqual([]);
  expect(parsePairs(text, 'equals').pairs).toEqual([{ front: 'mbwa', back: 'dog', line: 3 }]);
  expect(parsePairs('mbwa mkubwa sana', 'space').pairs).toMatchObject([
    { front: 'mbwa', back: 'mkubwa sana' },
  ]);
});

it.each([
  ['# of apples\tidadi', 'mbwa\tdog'],
  ['#html: language of pages', '#css: language of styles'],
  ['#deck: staha', '#tags: lebo'],
  ['#separator: kitenganishi', '#columns: safu wima'],
  ['#separator:tab is a setting\tmpangilio', 'mbwa\tdog'],
])('a card that merely begins with # is no header line: %s', (...lines) => {
  expect(parsePairs(lines.join('\n'))).toMatchObject({ pairs: [{ line: 1 }, { line: 2 }], unsplit: [] });
});

it('a card that begins with # below the header is kept', () => {
  expect(sides('#separator:tab\n# of apples\tidadi\nmbwa\tdog')).toEqual(['# of apples|idadi', 'mbwa|dog']);
});

it('a hostile export of 1 MB is read in time', () => {
  const fill = (part: string) => part.repeat(1_000_000 / part.length);
  const before = process.threadCpuUsage();
  for (const part of ['<a', '<div', '<br ', '<div>', '<!--', '&#1', '\n'])
    parsePairs(`#separator:tab\n#html:true\na\t"${fill(part)}"\n`);
  for (const key of ['#separator:', '#deck column:', '#deck:x', '#html:', 'tags:', ''])
    parsePairs(`${key}${fill(' ')}x\n#html:true\na\tb`);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5_000);
});
