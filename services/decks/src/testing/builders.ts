import { newCard, type Card } from '../domain/card.ts';
import { emptyDeck, newDeck, type Deck, type DeckFields, type ProgressUpdate } from '../domain/deck.ts';

/** Test builders with defaults for everything that a test does not name. */
export const noon = new Date('2026-03-01T12:00:00Z');
export const later = new Date('2026-03-02T12:00:00Z');

export const someFields = (fields: Partial<DeckFields> = {}): DeckFields => ({
  title: 'Cells',
  description: 'How cells live',
  subject: 'Biology',
  category: 'KCSE',
  difficulty: 3,
  ...fields,
});

export const aDeck = (deck: Partial<Deck> = {}): Deck => ({
  ...newDeck(someFields(), { id: 1, ownerId: 7, catalogId: null, ...emptyDeck, at: noon }),
  ...deck,
});

export const aCard = (card: Partial<Card> = {}): Card => ({
  ...newCard({ front: 'Q', back: 'A' }, { id: 11, deckId: 1, ownerId: 7, at: noon }),
  ...card,
});

export const someProgress = (progress: Partial<ProgressUpdate> = {}): ProgressUpdate => ({
  ownerId: 7,
  deckId: 1,
  mastery: 70,
  lastStudied: later,
  version: 1,
  ...progress,
});
