import type { Language } from '@kumbuka/contracts';
import { inLanguage, type StarterDeck } from '../../domain/catalog.ts';
import type { Ports } from '../ports.ts';

export const listCatalog =
  ({ catalog }: Ports) =>
  (language: Language | null): readonly StarterDeck[] =>
    catalog.decks.map((deck) => inLanguage(deck, language));
