import { addCard } from './add-card.ts';
import { createDeck } from './create-deck.ts';
import { deleteCard } from './delete-card.ts';
import { deleteDeck } from './delete-deck.ts';
import { editCard } from './edit-card.ts';
import { findCards, findDecks } from './find-many.ts';
import { listCatalog } from './list-catalog.ts';
import { listAllCards, listCards, listCardsOf } from './read-cards.ts';
import { listDecks, readDeck, readDeckFacets } from './read-decks.ts';
import { readCardOwner, readDeckOwner } from './read-owners.ts';
import { seedCatalog } from './seed-catalog.ts';
import { updateDeck } from './update-deck.ts';

type NeedsOf<UseCase> = UseCase extends (needs: infer Needs) => unknown ? Needs : never;
type Needs = NeedsOf<typeof addCard> &
  NeedsOf<typeof createDeck> &
  NeedsOf<typeof deleteCard> &
  NeedsOf<typeof deleteDeck> &
  NeedsOf<typeof editCard> &
  NeedsOf<typeof findCards> &
  NeedsOf<typeof findDecks> &
  NeedsOf<typeof listAllCards> &
  NeedsOf<typeof listCards> &
  NeedsOf<typeof listCatalog> &
  NeedsOf<typeof listDecks> &
  NeedsOf<typeof readCardOwner> &
  NeedsOf<typeof readDeck> &
  NeedsOf<typeof readDeckFacets> &
  NeedsOf<typeof readDeckOwner> &
  NeedsOf<typeof seedCatalog> &
  NeedsOf<typeof updateDeck>;

/** All that can be asked of decks, by REST and GraphQL alike. */
export const createUseCases = (needs: Needs) => ({
  listDecks: listDecks(needs),
  readDeck: readDeck(needs),
  readDeckFacets: readDeckFacets(needs),
  findDecks: findDecks(needs),
  createDeck: createDeck(needs),
  updateDeck: updateDeck(needs),
  deleteDeck: deleteDeck(needs),
  listCards: listCards(needs),
  listCardsOf: listCardsOf(needs),
  listAllCards: listAllCards(needs),
  findCards: findCards(needs),
  addCard: addCard(needs),
  editCard: editCard(needs),
  deleteCard: deleteCard(needs),
  listCatalog: listCatalog(needs),
  seedCatalog: seedCatalog(needs),
  readCardOwner: readCardOwner(needs),
  readDeckOwner: readDeckOwner(needs),
});
export type UseCases = ReturnType<typeof createUseCases>;
