import type { CardOwner, DeckOwner } from '@kumbuka/contracts';
import { DeckNotFound, FlashcardNotFound } from '../domain/errors.ts';

interface Needs {
  findCardOwner(cardId: number): Promise<CardOwner | null>;
  findDeckOwner(deckId: number): Promise<DeckOwner | null>;
}

/** For other processes, which check the owner themselves. */
export const readCardOwner =
  ({ findCardOwner }: Pick<Needs, 'findCardOwner'>) =>
  async (cardId: number): Promise<CardOwner> => {
    const owner = await findCardOwner(cardId);
    if (!owner) throw new FlashcardNotFound();
    return owner;
  };

export const readDeckOwner =
  ({ findDeckOwner }: Pick<Needs, 'findDeckOwner'>) =>
  async (deckId: number): Promise<DeckOwner> => {
    const owner = await findDeckOwner(deckId);
    if (!owner) throw new DeckNotFound();
    return owner;
  };
