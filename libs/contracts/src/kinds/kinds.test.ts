import { describe, expect, it } from 'vitest';
import { compareTyped, isHeldByCard, noteKind, noteKinds } from './index.ts';

const cloze = noteKind('cloze');
const fronts = (...fields: string[]) => cloze.cardsOf(fields).map(({ number, front }) => [number, front]);
const backOf = (...fields: string[]) => cloze.cardsOf(fields)[0]?.back;

describe('a text with gaps', () => {
  it('makes a card for each number, however often it is used', () => {
    expect(fronts('{{c1::Nairobi}} is in {{c2::Kenya}}, {{c1::Mombasa}} too')).toEqual([
      [1, '[...] is in Kenya, [...] too'],
      [2, 'Nairobi is in [...], Mombasa too'],
    ]);
    expect(backOf('{{c1::Nairobi}} is in {{c2::Kenya}}')).toBe('Nairobi is in Kenya');
  });

  it('shows the hint in place of the answer, and its extra text below the answer', () => {
    expect(fronts('It is {{c1::Nairobi::city}}.')).toEqual([[1, 'It is [city].']]);
    expect(backOf('It is {{c1::Nairobi::city}}.', 'since 1907')).toBe('It is Nairobi.\n\nsince 1907');
  });

  it('may nest them, and hides what is inside with the outer one', () => {
    const text = '{{c1::the {{c2::left}} ventricle}} pumps';
    expect(fronts(text)).toEqual([
      [1, '[...] pumps'],
      [2, 'the [...] ventricle pumps'],
    ]);
    expect(backOf(text)).toBe('the left ventricle pumps');
  });

  it.each([
    ['an unclosed gap', '{{c1::heart {{c2::lung}}', [[2, '{{c1::heart [...]']]],
    ['the number 0', '{{c0::a}} {{c3::b}}', [[3, '{{c0::a}} [...]']]],
    ['a number above 499', '{{c500::a}}', []],
    ['ends without beginnings', 'a }} b :: c', []],
    ['a double colon in a hint', '{{c1::a::b::c}}', [[1, '[b::c]']]],
  ])('reads %s as far as it is a gap', (_what, text, cards) => expect(fronts(text)).toEqual(cards));

  it('takes linear time for hostile input', () => {
    const began = performance.now();
    for (const text of [
      '{{c1::'.repeat(1_600),
      '{{c1::a}}'.repeat(1_100),
      '}}'.repeat(5_000),
      '::'.repeat(5_000),
    ])
      cloze.cardsOf([text]);
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it.each([
    ['{{c1::Nairobi}} is in {{c1::Kenya}}.', '', ['Nairobi', 'Kenya']],
    ['It is {{c1::Nairobi::city}}', 'more', ['Nairobi']],
    ['see [4]: {{c1::Nairobi}} [5]', '', ['Nairobi']],
    ['all of {{c1::it}} {{c2::here}}', '', ['it']],
  ])('the answer to %s marks what was hidden', (text, extra, hidden) => {
    const [card] = cloze.cardsOf([text, extra]);
    const { front = '', back = '' } = card ?? {};
    const spans = cloze.hiddenParts?.(front, back) ?? [];
    expect(spans.map(({ from, to }) => back.slice(from, to))).toEqual(hidden);
  });

  it('sides that do not belong together mark nothing', () => {
    expect(cloze.hiddenParts?.('a [...] b', 'other text')).toEqual([]);
    expect(cloze.hiddenParts?.('no gap', 'no gap')).toEqual([]);
  });
});

describe('the kinds of notes', () => {
  it('a pair in both directions makes two cards', () =>
    expect(noteKind('basic-reversed').cardsOf(['paka', 'cat'])).toEqual([
      { number: 1, front: 'paka', back: 'cat' },
      { number: 2, front: 'cat', back: 'paka' },
    ]));

  it('a card holds its note only when both are the same texts', () => {
    const held = noteKinds.filter((kind) => isHeldByCard(kind, ['Q', 'A'])).map(({ id }) => id);
    expect(held).toEqual(['basic', 'typed']);
    expect(isHeldByCard(cloze, ['{{c1::a}}', ''])).toBe(false);
  });

  it('a kind of a later release is shown as question and answer', () =>
    expect(noteKind('hologram').id).toBe('basic'));
});

describe('a typed answer', () => {
  it.each([
    ['Nairobi', ' nairobi. '],
    ['the  left ventricle', 'The left ventricle!'],
    ['„Guten Tag“', 'guten tag'],
    ['paka', 'PAKA'],
    ['?', '?'],
  ])('%j is right as %j', (answer, typed) => expect(compareTyped(answer, typed).verdict).toBe('right'));

  it.each([
    ['año', 'ano'],
    ['ventricle', 'ventrcle'],
    ['ventricle', 'ventricel'.slice(0, 8)],
    ['Mombasa', 'Mombassa'],
  ])('%j is nearly right as %j', (answer, typed) =>
    expect(compareTyped(answer, typed).verdict).toBe('close'),
  );

  it.each([
    ['cat', 'bat'],
    ['left', 'right'],
    ['Nairobi', ''],
    ['1907', '1908'],
  ])('%j is another answer than %j', (answer, typed) =>
    expect(compareTyped(answer, typed).verdict).toBe('different'),
  );

  it('the parts give both texts', () => {
    const { parts } = compareTyped('ventricle', 'venticel');
    const textOf = (...kinds: string[]) =>
      parts.flatMap(({ kind, text }) => (kinds.includes(kind) ? text : [])).join('');
    expect([textOf('same', 'missing'), textOf('same', 'extra')]).toEqual(['ventricle', 'venticel']);
  });

  it('a long answer is not compared letter by letter', () => {
    const began = performance.now();
    expect(compareTyped('a'.repeat(10_000), 'b'.repeat(10_000)).parts).toHaveLength(2);
    expect(performance.now() - began).toBeLessThan(300);
  });
});
