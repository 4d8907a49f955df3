import type { Principal } from '@kumbuka/identity';
import { markCard, type Card, type CardMarks } from '../../domain/card.ts';
import { FlashcardNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

/**
 * Sets marks of the learner's cards and returns those that exist. Cards that were deleted meanwhile are left out;
 * throws `FlashcardNotFound` when none is left. A repeat changes nothing.
 */
export const markCards =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (ids: readonly number[], marks: CardMarks, { userId }: Principal): Promise<Card[]> =>
    transact(async ({ cards, record }) => {
      const found = await cards.findMany(userId, [...new Set(ids)]);
      if (found.length === 0) throw new FlashcardNotFound();
      const marked = found.map((card) => markCard(card, marks));
      const changed = marked.filter((each) => each.changed).map(({ card }) => card);
      if (changed.length > 0) await cards.saveMarks(changed);
      const at = now();
      record(
        marked
          .filter(({ suspensionChanged }) => suspensionChanged)
          .map(({ card }) => ({ type: 'card-suspension-changed', card, at }) as const),
      );
      return marked.map(({ card }) => card);
    });
