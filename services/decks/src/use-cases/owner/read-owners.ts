import type { CardOwner, DeckCounts, DeckOwner } from '@kumbuka/contracts';
import { DeckNotFound, FlashcardNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

/** For internal callers, which check the owner themselves. */
export const readCardOwner =
  ({ ownership }: Pick<Ports, 'ownership'>) =>
  async (cardId: number): Promise<CardOwner> => {
    const owner = await ownership.findCardOwner(cardId);
    if (!owner) throw new FlashcardNotFound();
    return owner;
  };

export const readDeckOwner =
  ({ ownership }: Pick<Ports, 'ownership'>) =>
  async (deckId: number): Promise<DeckOwner> => {
    const owner = await ownership.findDeckOwner(deckId);
    if (!owner) throw new DeckNotFound();
    return owner;
  };

export const countDecks =
  ({ ownership }: Pick<Ports, 'ownership'>) =>
  (ownerIds: readonly number[]): Promise<DeckCounts[]> =>
    ownership.countDecks(ownerIds);
