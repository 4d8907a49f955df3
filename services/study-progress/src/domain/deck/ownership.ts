import { noteChangedDecks, type Board } from '../board.ts';
import { isLearned, studyCount } from '../card/card-study.ts';
import { addDue, subtractDue } from '../scheduling/due-days.ts';
import {
  newCard,
  newDeck,
  rowIds,
  type CardFacts,
  type CardRow,
  type DeckRow,
  type RemovedCardRow,
  type RemovedDeckRow,
} from '../rows.ts';

/** Notes a deck of the learner; a tombstone and a newer version win. */
export function addDeck(board: Board, deckId: number, deckVersion: number): DeckRow | null {
  const known = board.decks.get(deckId);
  if (known?.kind === 'removed-deck') return null;
  const deck = known ?? newDeck(board.ownerId, deckId);
  if (known && known.deckVersion >= deckVersion) return known;
  deck.deckVersion = deckVersion;
  board.decks.set(deckId, deck);
  board.touched.add(deck);
  return deck;
}

/** Notes a card of the learner, perhaps before its deck was heard of; tombstones of either win. */
export function addCard(board: Board, facts: CardFacts): CardRow | null {
  const known = board.cards.get(facts.cardId);
  if (known) return known.kind === 'card' ? known : null;
  const deck = addDeck(board, facts.deckId, 0);
  if (!deck) return null;
  const card = newCard(facts);
  deck.cards += 1;
  board.learner.totals.cards += 1;
  board.cards.set(facts.cardId, card);
  board.touched.add(card).add(deck).add(board.learner);
  return card;
}

/** The row that stays of a card. */
export const removedCard = (card: CardRow, cardVersion: number): RemovedCardRow => ({
  _id: card._id,
  kind: 'removed-card',
  ownerId: card.ownerId,
  deckId: card.deckId,
  cardId: card.cardId,
  cardVersion,
  version: card.version,
  lastStudiedAt: card.lastStudiedAt,
});

function takeFromTotals(board: Board, deck: DeckRow, card: CardRow) {
  const { learner } = board;
  const learned = Number(isLearned(card));
  learner.due = addDue(learner.due, card.dueDay, -1);
  learner.totals.cards -= 1;
  learner.totals.learned -= learned;
  learner.totals.studied -= Math.sign(studyCount(card));
  deck.due = addDue(deck.due, card.dueDay, -1);
  deck.cards -= 1;
  deck.learned -= learned;
  deck.studied -= Math.sign(studyCount(card));
  deck.correct -= card.correct;
  deck.incorrect -= card.incorrect;
  const first = deck.due[0]?.[0];
  if (first === undefined) delete deck.dueDay;
  else deck.dueDay = first;
  board.touched.add(deck).add(learner);
}

/** Takes a card's schedule and counters away; what was done with it stays in streak, XP and accuracy. */
export function removeCard(board: Board, facts: Omit<CardFacts, 'createdAt'>) {
  const known = board.cards.get(facts.cardId);
  if (known?.kind === 'removed-card') return;
  const deck = board.decks.get(facts.deckId);
  if (known && deck?.kind === 'deck') takeFromTotals(board, deck, known);
  const base = known ?? newCard({ ...facts, createdAt: new Date(0) });
  const tombstone = removedCard(base, facts.cardVersion);
  board.cards.set(facts.cardId, tombstone);
  board.touched.add(tombstone);
  if (known) board.touched.delete(known);
  noteChangedDecks(board);
}

/** Takes a deck away with all its cards' counts; its card rows are the store's to replace. */
export function removeDeck(board: Board, deckId: number, deckVersion: number): boolean {
  const known = board.decks.get(deckId);
  if (known?.kind === 'removed-deck') return false;
  const tombstone: RemovedDeckRow = {
    _id: rowIds.deck(board.ownerId, deckId),
    kind: 'removed-deck',
    ownerId: board.ownerId,
    deckId,
    deckVersion,
    version: known?.version ?? 0,
  };
  if (known) {
    const { learner } = board;
    learner.due = subtractDue(learner.due, known.due);
    learner.totals.cards -= known.cards;
    learner.totals.learned -= known.learned;
    learner.totals.studied -= known.studied;
    board.touched.delete(known);
    board.touched.add(learner);
  }
  board.decks.set(deckId, tombstone);
  board.touched.add(tombstone);
  return true;
}
