import { addCard, addDeck, removeCard, removeDeck } from '../domain/deck/ownership.ts';
import type { CardFacts } from '../domain/rows.ts';
import type { LearnerWork } from './learner-work.ts';

/** A learner has a deck. */
export async function followDeck(learner: LearnerWork, deckId: number, deckVersion: number) {
  const board = await learner.board({ decks: [deckId] });
  if (board.erased) return;
  addDeck(board, deckId, deckVersion);
  await learner.save(board, []);
}

/** A deck has a card; its deck may be heard of later. */
export async function followCard(learner: LearnerWork, card: CardFacts) {
  const board = await learner.board({ decks: [card.deckId], cards: [card.cardId] });
  if (board.erased) return;
  addCard(board, card);
  await learner.save(board, []);
}

/** A card is gone; streak, XP and all-time accuracy keep what was done with it. */
export async function forgetCard(learner: LearnerWork, card: Omit<CardFacts, 'createdAt'>) {
  const board = await learner.board({ decks: [card.deckId], cards: [card.cardId] });
  if (board.erased) return;
  removeCard(board, card);
  await learner.save(board, []);
}

/** A deck is gone with all its cards. */
export async function forgetDeck(learner: LearnerWork, deckId: number, deckVersion: number) {
  const board = await learner.board({ decks: [deckId] });
  if (board.erased || !removeDeck(board, deckId, deckVersion)) return;
  await learner.removeCardsOf(deckId);
  await learner.save(board, []);
}
