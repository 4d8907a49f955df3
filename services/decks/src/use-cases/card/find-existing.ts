import type { Principal } from '@kumbuka/identity';
import { newOnes, type CardSides } from '../../domain/card.ts';
import type { Ports } from '../ports.ts';

/** Returns the positions of the cards that a deck has already, with the same question and answer. */
export const findExisting =
  ({ cards }: Pick<Ports, 'cards'>) =>
  async (deckId: number, sides: readonly CardSides[], { userId }: Principal): Promise<number[]> => {
    const existing = await cards.findByFronts(
      userId,
      deckId,
      sides.map(({ front }) => front),
    );
    return sides.flatMap((card, at) => (newOnes([card], existing).length === 0 ? [at] : []));
  };
