/** Cards of a generation that were inserted into a deck. */
export interface Insertion {
  ownerId: number;
  generationId: number;
  deckId: number;
  cardIds: readonly number[];
}
