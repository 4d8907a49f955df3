import type { Catalog, StarterDeck } from '../domain/catalog.ts';

export const listCatalog =
  ({ catalog }: { catalog: Catalog }) =>
  (): readonly StarterDeck[] =>
    catalog.decks;
