import { expect, it } from 'vitest';
import { createFronts, createVetting } from './vetting.ts';

const vet = (text: string, drafts: { question: string; answer: string; source?: string }[], count = 30) => {
  const vetting = createVetting({ generationId: 1, text, count, fronts: createFronts() });
  for (const draft of drafts) vetting.take({ source: text, ...draft });
  return vetting;
};

it('cards that differ by tones or signs alone are not repeats', () => {
  const sides = ['ma', 'má', 'mà', 'mả', 'mã', 'mạ', 'C', 'C++', 'C#', 'काल', 'कील', '10²', '102'];
  const { cards, repeats } = vet(
    'a text',
    sides.map((side) => ({ question: side, answer: 'x' })),
  );
  expect(cards.map(({ question }) => question)).toEqual(sides);
  expect(repeats()).toEqual([]);
});

it('a card of signs alone is kept', () =>
  expect(vet('a text', [{ question: '∑', answer: '+' }]).cards).toHaveLength(1));

it('a repeated card is reported once, also after the last card that counts', () => {
  const again = { question: 'What is a cell?', answer: 'A unit' };
  expect(vet('a text', [again, again, again], 1).repeats()).toEqual(['What is a cell?']);
});

it('Persian words and emoji keep their joiners, and their sentence is found', () => {
  const text = 'او می\u200cرود. A family is \u{1F468}\u200d\u{1F469}\u200d\u{1F467}.';
  const [card] = vet(text, [
    { question: 'می\u200cرود', answer: '\u{1F468}\u200d\u{1F469}', source: 'او می\u200cرود.' },
  ]).cards;
  expect(card).toMatchObject({
    question: 'می\u200cرود',
    answer: '\u{1F468}\u200d\u{1F469}',
    source: 'او می\u200cرود.',
  });
});

it('characters that hide text are removed', () =>
  expect(vet('a text', [{ question: 'What\u{e0041}\u200b?', answer: 'A' }]).cards[0]?.question).toBe(
    'What?',
  ));

it('a sentence over a line end or with curly quotes is found in the text', () =>
  expect(
    vet('Osmosis is the move-\nment of “water” into cells.', [
      { question: 'What?', answer: 'A', source: 'Osmosis is the movement of "water" into cells.' },
    ]).cards[0]?.source,
  ).toBe('Osmosis is the movement of "water" into cells.'));
