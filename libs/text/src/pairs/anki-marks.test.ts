import { expect, it } from 'vitest';
import { parsePairs } from './parse-pairs.ts';

const head = '#separator:tab\n#html:true\n#tags column:3\n';
const read = (...notes: string[]) => parsePairs(`${head}${notes.join('\n')}`);
const sides = (...notes: string[]) => read(...notes).pairs.map(({ front, back }) => `${front}|${back}`);

it('sounds of an Anki export are removed from the text of a card', () => {
  expect(
    sides(
      'mbwa[sound:mbwa.mp3]\tdog<br>[sound:dog 1.mp3]\tpet',
      '[sound:a.mp3] paka [sound:b.mp3] mdogo\tcat [anki:play:a:0]\tpet',
    ),
  ).toEqual(['mbwa|dog', 'paka mdogo|cat']);
});

it('a note that is only a sound on one side is reported, and a further column of sounds is not', () => {
  const { pairs, unsplit, further } = read('mbwa\t[sound:mbwa.mp3]', 'paka\tcat\tpet\t[sound:paka.mp3]');
  expect(pairs).toMatchObject([{ front: 'paka' }]);
  expect(unsplit.at(-1)).toEqual({ line: 4, text: 'mbwa', reason: 'no back' });
  expect(further).toEqual([]);
});

it.each([
  ['the gap', '{{c1::Nairobi}} is a city', ['[...] is a city|Nairobi']],
  ['a hint', 'It is {{c1::Nairobi::city}}', ['It is [city]|Nairobi']],
  ['an empty hint', 'It is {{c1::Nairobi::}}', ['It is [...]|Nairobi']],
  ['two parts of one number', '{{c1::a}} and {{c1::b}}', ['[...] and [...]|a, b']],
  ['two numbers', '{{c2::a}} and {{c1::b}}', ['[...] and b|a', 'a and [...]|b']],
  ['a cloze in a cloze', '{{c1::a {{c2::b}} c}} d', ['[...] d|a b c', 'a [...] c d|b']],
  ['HTML', '{{c1::<b>a</b> &lt; b}}<br>c', ['[...]\nc|a < b']],
  ['a formula', String.raw`{{c1::\frac{1}{2} }} = 0.5`, [String.raw`[...] = 0.5|\frac{1}{2}`]],
  ['a line break', '"{{c1::a\nb}} c"', ['[...] c|a\nb']],
])('a note with a cloze has the cards that Anki shows: %s', (_what, note, cards) =>
  expect(sides(`${note}\t\t`, 'mbwa\tdog\t')).toEqual([...cards, 'mbwa|dog']),
);

it('the further field of a note with clozes is reported once', () => {
  const { pairs, further } = read('{{c1::a}} {{c2::b}}\tmore\ttag');
  expect(pairs).toHaveLength(2);
  expect(further).toEqual([{ line: 4, columns: ['more'] }]);
});

it('a note that hides a part of a picture is reported', () => {
  const { pairs, unsplit } = read('{{c1::image-occlusion:rect:left=.1:oi=1}}<br>\thead of a cow');
  expect(pairs).toEqual([]);
  expect(unsplit.at(-1)).toMatchObject({ line: 4 });
});

it.each([
  ['{{name}} is a variable\tkigezo'],
  ['{{c1::open\tan end is missing'],
  ['{{c0::a}}\tno number of Anki'],
  ['[sound]\tsauti'],
  ['arr[0]\tfirst'],
])('a text that only resembles a mark is kept: %s', (note) =>
  expect(sides(note)).toEqual([note.replace('\t', '|')]),
);

it('marks are kept as text in a list that Anki did not export', () => {
  const text = '{{c1::hidden}}\tcloze\n[sound:x.mp3]\ta sound';
  expect(parsePairs(text).pairs.map(({ front }) => front)).toEqual(['{{c1::hidden}}', '[sound:x.mp3]']);
});
