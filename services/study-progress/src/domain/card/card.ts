import { newCardStudy, type CardStudy, type Shelf } from '@kumbuka/schedule';

/** Identity of a card, from the decks service. */
export interface CardRef {
  ownerId: number;
  deckId: number;
  cardId: number;
  createdAt: Date;
  /** Aggregate version of the card in the decks service. */
  cardVersion: number;
  /** Whether the learner does not want to study it for now. */
  suspended?: boolean;
  /** Stored note that made it; `null` or absent for a card that holds its note itself. */
  noteId?: number | null | undefined;
}

export interface Card extends Omit<CardRef, 'suspended' | 'noteId'>, CardStudy, Shelf {
  kind: 'card';
  noteId: number | null;
  /** Aggregate version of the schedule; each answer and undo increments it. */
  version: number;
}

/** Tombstone that keeps late events from restoring the card. */
export interface RemovedCard extends Omit<CardRef, 'createdAt' | 'suspended' | 'noteId'> {
  kind: 'removed-card';
  version: number;
  /** Needed to recompute the deck's own `lastStudiedAt`. */
  lastStudiedAt: Date | null;
}

export const newCard = ({
  ownerId,
  deckId,
  cardId,
  createdAt,
  cardVersion,
  suspended = false,
  noteId = null,
}: CardRef): Card => ({
  kind: 'card',
  ownerId,
  deckId,
  cardId,
  createdAt,
  cardVersion,
  version: 0,
  suspended,
  buriedUntil: null,
  noteId,
  ...newCardStudy,
});

/** Builds the tombstone of a removed card. */
export const removedCard = (
  { ownerId, deckId, cardId, version, lastStudiedAt }: Omit<RemovedCard, 'kind' | 'cardVersion'>,
  cardVersion: number,
): RemovedCard => ({ kind: 'removed-card', ownerId, deckId, cardId, cardVersion, version, lastStudiedAt });

/** Card of the same note. */
export interface Sibling {
  cardId: number;
  noteId: number;
  dueDay: number | null;
}

/** Fields that decide a card's place in a queue and in a deck's memory. */
export type CardOutline = Pick<Card, 'cardId' | 'deckId' | 'stability' | 'lastDay' | 'dueDay'> &
  Partial<Shelf>;
