import { describe, expect, it } from 'vitest';
import { noteKind, readMasks, readParts, splitAddress, writeMasks } from '../index.ts';

const kind = noteKind('image-occlusion');
const rect = (number: number, rest = '') =>
  `{{c${number}::image-occlusion:rect:left=.1:top=.${number}:width=.2:height=.1${rest}}}`;
const address = `/media/${'a'.repeat(32)}-640x480.webp`;
const image = `![The heart](${address})`;
const drawnIn = (side = '') => readParts(splitAddress(/\(([^()]*#[^()]*)\)/.exec(side)?.[1] ?? '').parts);
const statesIn = (side = '') => drawnIn(side)?.parts.map(({ state }) => state);

describe('a picture with covered parts', () => {
  it('makes a card for each number, with its place among all', () => {
    const cards = kind.cardsOf([`${rect(1)}<br>${rect(4)} ${rect(4)}`, image, 'Which part?', 'More', '']);
    expect(cards.map(({ number }) => number)).toEqual([1, 4]);
    expect(cards[1]?.front).toContain('Which part?\n\n![The heart (2/2)](/media/');
    expect(drawnIn(cards[1]?.front)).toMatchObject({ position: 2, total: 2 });
    expect(statesIn(cards[1]?.front)).toEqual(['asked', 'asked']);
  });

  it('covers the other parts too where they stay covered, also beside the answer', () => {
    const [all] = kind.cardsOf([rect(1, ':oi=1') + rect(2, ':oi=1'), image]);
    expect([statesIn(all?.front), statesIn(all?.back)]).toEqual([
      ['asked', 'covered'],
      ['shown', 'covered'],
    ]);
    const [one] = kind.cardsOf([rect(1) + rect(2), image]);
    expect([statesIn(one?.front), statesIn(one?.back)]).toEqual([['asked'], ['shown']]);
  });

  it('answers with the label as plain words, before picture and more', () => {
    const [card] = kind.cardsOf([rect(1, '::left *ventricle*'), image, '', 'It pumps.']);
    expect(card?.back).toMatch(/^left \\\*ventricle\\\*\n\n!\[The heart \(1\/1\)\]\(.*\)\n\nIt pumps\.$/);
    expect(card?.front).not.toContain('ventricle');
  });

  it('shows its words where the picture is missing', () =>
    expect(kind.cardsOf([rect(1), '[heart.png]'])[0]?.front).toBe('[heart.png] (1/1)'));

  it('a side without its addresses is readable words', () =>
    expect(kind.cardsOf([rect(1, '::aorta'), image])[0]?.back.replaceAll(/\([^()]*#[^()]*\)/g, '')).toBe(
      'aorta\n\n![The heart (1/1)]',
    ));
});

describe('the areas of a field', () => {
  it('are read as Anki writes them; other shapes become their boxes', () => {
    const { masks, others } = readMasks(
      [
        rect(1, ':oi=1'),
        '{{c2::image-occlusion:ellipse:left=.6:top=.5:rx=.1:ry=.15}}',
        '{{c3::image-occlusion:polygon:points=.2,.2 .4,.2 .3,.5}}',
        '{{c0::image-occlusion:text:left=.1:top=.1:text=words}}',
      ].join('<br>'),
    );
    expect(others).toEqual(['ellipse', 'polygon', 'text']);
    expect(masks[0]).toMatchObject({ left: 0.1, top: 0.1, width: 0.2, height: 0.1, staysCovered: true });
    expect(masks[1]).toMatchObject({ number: 2, left: 0.6, width: 0.2, height: 0.3, staysCovered: false });
    expect(masks[2]).toMatchObject({ number: 3, left: 0.2, top: 0.2, height: 0.3 });
  });

  it('come back from what is written, with labels that could end them', () => {
    const [mask] = readMasks(rect(7, ':oi=1')).masks;
    const labelled = { ...mask!, label: 'a :: b }} {{c1::c}}\nd' };
    expect(readMasks(writeMasks([labelled])).masks).toEqual([{ ...mask, label: 'a : b c1:c d' }]);
  });

  it.each(['left=-5:top=.1:width=9:height=.1', 'left=NaN:top=1e9:width=.1:height=.1', 'left=.1'])(
    'never leave the picture: %s',
    (box) => {
      for (const { left, top, width, height } of readMasks(`{{c1::image-occlusion:rect:${box}}}`).masks)
        expect([left >= 0, top >= 0, left + width <= 1, top + height <= 1]).toEqual([true, true, true, true]);
    },
  );

  it('take linear time for hostile input', () => {
    const before = process.threadCpuUsage();
    for (const text of [rect(1).repeat(120), '{{c1::image-occlusion:rect:'.repeat(370), '!['.repeat(5_000)])
      kind.cardsOf([rect(1) + text, text]);
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_500);
  });
});

it.each(['1/2', '1/2;x,1,1,1,1', '1/2;a,1,1,1', '1/2;a,1,1,1,1"onload', ''])(
  'parts that are not ours are nothing: %j',
  (text) => expect(readParts(text)).toBeNull(),
);
