import { study } from '@kumbuka/contracts';
import type { Card } from '../../domain/card/card.ts';
import { timeInMonth } from '../../domain/card/slipping.ts';
import { todayOf, type LearnerNow } from '../../domain/learner/dashboard.ts';
import type { Ports } from '../ports.ts';

/** Cards in one response. */
const cardsShown = 50;

export interface SlippingCard {
  card: Card;
  /** Time that its answers took in this month. */
  durationMs: number;
}

/** Cards that were forgotten most often, suspended ones included. */
export const readSlipping =
  ({ cards, reviews }: Pick<Ports, 'cards' | 'reviews'>) =>
  async (from: LearnerNow): Promise<SlippingCard[]> => {
    const { ownerId } = from.learner;
    const today = todayOf(from);
    const found = await cards.findForgotten(ownerId, study.slippingLapses, cardsShown);
    if (found.length === 0) return [];
    const entries = await reviews.ofCards(
      ownerId,
      found.map(({ cardId }) => cardId),
    );
    const log = Map.groupBy(entries, (entry) => ('cardId' in entry ? entry.cardId : 0));
    return found.map((card) => ({ card, durationMs: timeInMonth(log.get(card.cardId) ?? [], today) }));
  };
