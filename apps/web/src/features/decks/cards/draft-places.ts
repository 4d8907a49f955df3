/** Where a tab keeps what is typed in the dialogs of a deck. */
export const placesOf = (deckId: string) => ({
  add: `add.${deckId}`,
  edit: `edit.${deckId}`,
  several: `several.${deckId}`,
});
