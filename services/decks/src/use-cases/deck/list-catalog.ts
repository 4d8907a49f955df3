import type { StarterDeck } from '../../domain/catalog.ts';
import type { Ports } from '../ports.ts';

export const listCatalog =
  ({ catalog }: Ports) =>
  (): readonly StarterDeck[] =>
    catalog.decks;
