import type { CardOwner, DeckCounts, DeckOwner } from '@kumbuka/contracts';
import { DeckNotFound, FlashcardNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

/** For internal callers, which check the owner themselves. */
export const readCardOwner =
  ({ cards }: Ports) =>
  async (cardId: number): Promise<CardOwner> => {
    const owner = await cards.findOwner(cardId);
    if (!owner) throw new FlashcardNotFound();
    return owner;
  };

export const readDeckOwner =
  ({ decks }: Ports) =>
  async (deckId: number): Promise<DeckOwner> => {
    const owner = await decks.findOwner(deckId);
    if (!owner) throw new DeckNotFound();
    return owner;
  };

export const countDecks =
  ({ decks }: Ports) =>
  (ownerIds: readonly number[]): Promise<DeckCounts[]> =>
    decks.countOf(ownerIds);
