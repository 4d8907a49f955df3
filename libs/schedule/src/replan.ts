import type { Day } from '@kumbuka/contracts/study-day';
import type { Parameters } from './parameters.ts';
import { dueDaysOf } from './scheduler.ts';
import { chooseDay, openDays, type EasyDays } from './spread.ts';

/** Schedule of a card that may move. */
export interface ReplannedCard {
  cardId: number;
  deckId: number;
  stability: number;
  lastDay: Day;
  dueDay: Day;
}

/** Card whose due day a replanning changes. */
export interface MovedCard {
  cardId: number;
  deckId: number;
  from: Day;
  to: Day;
}

interface Replanning {
  today: Day;
  easyDays: EasyDays;
  /** Cards that fall due on a day, before anything moves. */
  load(day: Day): number;
  /** Parameters that the next answer to a card of a deck uses. */
  parametersOf(deckId: number): Parameters;
}

/** Days over which cards are spread that should have been due already. */
const spreadDays = 14;

const fits = ({ first, last }: { first: Day; last: Day }, day: Day) => first <= day && day <= last;

/** Days to choose from; `null` for a card that keeps its day. Nothing moves to today, which is planned already. */
function windowOf(
  { stability, lastDay, dueDay }: ReplannedCard,
  parameters: Parameters,
  { today, easyDays }: Replanning,
): Day[] | null {
  const range = dueDaysOf({ stability, lastDay }, 0, parameters);
  if (fits(range, dueDay) || openDays(range, easyDays).includes(dueDay)) return null;
  if (range.first > today) return openDays(range, easyDays);
  if (dueDay <= today + spreadDays) return null;
  return openDays({ first: today + 1, last: today + spreadDays }, easyDays);
}

/**
 * Plans cards anew under other parameters, from the memory states that they have. A card that could have been planned so
 * keeps its day, therefore a second replanning moves nothing. Cards that should be due by now are spread over two weeks.
 */
export function replanned(cards: readonly ReplannedCard[], replanning: Replanning): MovedCard[] {
  const moved = new Map<Day, number>();
  const change = (day: Day, by: number) => moved.set(day, (moved.get(day) ?? 0) + by);
  const load = (day: Day) => Math.max(0, replanning.load(day) + (moved.get(day) ?? 0));
  const spread = { easyDays: replanning.easyDays, load };
  return cards
    .toSorted((a, b) => a.dueDay - b.dueDay || a.cardId - b.cardId)
    .flatMap((card) => {
      const days = windowOf(card, replanning.parametersOf(card.deckId), replanning);
      if (!days) return [];
      const { cardId, deckId, dueDay: from } = card;
      const to = chooseDay(days, spread, `${cardId}:${card.lastDay}:replan`);
      change(from, -1);
      change(to, 1);
      return [{ cardId, deckId, from, to }];
    });
}
