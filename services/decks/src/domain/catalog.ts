import type { Language } from '@kumbuka/contracts';
import type { CardSides } from './card.ts';
import type { DeckFields } from './deck.ts';

/** Deck that every learner may copy. Its id never changes and is never reused. */
export interface StarterDeck extends DeckFields {
  id: number;
  cards: CardSides[];
  /** Its texts in Kiswahili; the cards stay as they are. Absent where the deck is in Kiswahili. */
  kiswahili?: Omit<DeckFields, 'difficulty'> | undefined;
}

/** Language of the cards. */
export const cardLanguageOf = ({ kiswahili }: StarterDeck): Language => (kiswahili ? 'en' : 'sw');

/** Starter deck with the language of its texts. */
export interface ShownStarter extends StarterDeck {
  language: Language;
}

/** Starter deck as it is shown and copied in a language, if it has texts in it. */
export const inLanguage = (deck: StarterDeck, language: Language | null): ShownStarter =>
  language === 'sw' || !deck.kiswahili
    ? { ...deck, ...deck.kiswahili, language: 'sw' }
    : { ...deck, language: 'en' };

/** Starter decks from the editors' files, ordered by id. */
export interface Catalog {
  decks: readonly StarterDeck[];
  find(id: number): StarterDeck | undefined;
}

export function catalogOf(decks: readonly StarterDeck[]): Catalog {
  const sorted = decks.toSorted((left, right) => left.id - right.id);
  const byId = new Map(sorted.map((deck) => [deck.id, deck]));
  return { decks: sorted, find: (id) => byId.get(id) };
}

/** Ids to copy, without duplicates, in the requested order. */
export const chosenIds = (ids: readonly number[]): number[] => [...new Set(ids)];
