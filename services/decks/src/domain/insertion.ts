/** Cards of a generation that a deck has gained. */
export interface Insertion {
  ownerId: number;
  generationId: number;
  deckId: number;
  cardIds: readonly number[];
}
