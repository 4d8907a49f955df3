import type { Language } from '@kumbuka/contracts';
import { inLanguage, type ShownStarter } from '../../domain/catalog.ts';
import type { Ports } from '../ports.ts';

export const listCatalog =
  ({ catalog }: Pick<Ports, 'catalog'>) =>
  (language: Language | null): readonly ShownStarter[] =>
    catalog.decks.map((deck) => inLanguage(deck, language));
