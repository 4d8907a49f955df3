import { limits } from '@kumbuka/contracts';
import { tooManyCards } from './errors.ts';

export interface CardSides {
  front: string;
  back: string;
}

export interface Card extends CardSides {
  id: number;
  deckId: number;
  ownerId: number;
  createdAt: Date;
  updatedAt: Date;
  /** Raised by one with every event of the card. */
  version: number;
}

export interface CardOrigin {
  id: number;
  deckId: number;
  ownerId: number;
  at: Date;
}

export const newCard = ({ front, back }: CardSides, { at, ...origin }: CardOrigin): Card => ({
  ...origin,
  front,
  back,
  createdAt: at,
  updatedAt: at,
  version: 1,
});

export interface CardEdited {
  card: Card;
  changed: boolean;
}

/** A card with new text; the same text changes nothing, version and time included. */
export function editSides(card: Card, { front, back }: CardSides, at: Date): CardEdited {
  if (card.front === front && card.back === back) return { card, changed: false };
  return { card: { ...card, front, back, updatedAt: at, version: card.version + 1 }, changed: true };
}

/** Refuses the card that would be one too many; `count` includes it. */
export function assertCardFits(count: number) {
  if (count > limits.cardsPerDeck) throw tooManyCards();
}
