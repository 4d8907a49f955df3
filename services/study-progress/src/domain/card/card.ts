import { newCardStudy, type CardStudy } from './card-study.ts';

/** What decks says of a card. */
export interface CardFacts {
  ownerId: number;
  deckId: number;
  cardId: number;
  createdAt: Date;
  /** Version of the card in decks. */
  cardVersion: number;
}

export interface Card extends CardFacts, CardStudy {
  kind: 'card';
  /** Aggregate version of the card's schedule: one more with each answer and undo. */
  version: number;
}

/** Stops late events from bringing a card back. */
export interface RemovedCard extends Omit<CardFacts, 'createdAt'> {
  kind: 'removed-card';
  version: number;
  /** Kept for the deck's own. */
  lastStudiedAt: Date | null;
}

export const newCard = ({ ownerId, deckId, cardId, createdAt, cardVersion }: CardFacts): Card => ({
  kind: 'card',
  ownerId,
  deckId,
  cardId,
  createdAt,
  cardVersion,
  version: 0,
  ...newCardStudy,
});

/** What stays of a card that is gone. */
export const removedCard = (
  { ownerId, deckId, cardId, version, lastStudiedAt }: Omit<RemovedCard, 'kind' | 'cardVersion'>,
  cardVersion: number,
): RemovedCard => ({ kind: 'removed-card', ownerId, deckId, cardId, cardVersion, version, lastStudiedAt });

/** What its place in a queue or a deck's memory depends on. */
export type CardOutline = Pick<Card, 'cardId' | 'deckId' | 'stability' | 'lastDay' | 'dueDay'>;
