import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { samplesFor, starterSamples } from './starter-samples.ts';

interface Texts {
  title: string;
  subject: string;
}
interface CatalogFile extends Texts {
  id: number;
  kiswahili?: Texts;
  cards: { front: string; back: string }[];
}

const folder = join(import.meta.dirname, '../../../../../services/decks/catalog');
const catalog = readdirSync(folder).map((file): CatalogFile =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')),
);

it.each(starterSamples.map((sample) => [sample.title.en, sample] as const))(
  'the landing page shows %s as the catalogue has it',
  (_title, sample) => {
    const deck = catalog.find(({ id }) => String(id) === sample.catalogId)!;
    const kiswahili = deck.kiswahili ?? deck;
    expect(sample).toEqual({
      catalogId: String(deck.id),
      isKiswahili: !deck.kiswahili,
      subject: { en: deck.subject, sw: kiswahili.subject },
      title: { en: deck.title, sw: kiswahili.title },
      cardCount: deck.cards.length,
      cards: deck.cards.slice(0, 5).map(({ front, back }) => ({ question: front, answer: back })),
    });
  },
);

it('a visitor sees the decks in the language of the page first', () => {
  expect(samplesFor('en').map(({ subject }) => subject.en)).toEqual(['Biology', 'Geography', 'Kiswahili']);
  expect(samplesFor('sw').map(({ subject }) => subject.sw)).toEqual(['Kiswahili', 'Biolojia', 'Jiografia']);
});
