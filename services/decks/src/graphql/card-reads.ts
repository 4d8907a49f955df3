import { limits } from '@kumbuka/contracts';
import type { Card } from '../domain/card.ts';
import { OperationTooLarge } from '../domain/errors.ts';

type Cards = readonly (Card | null)[];
export type CardReads = ReturnType<typeof createCardReads>;

const lengthOf = (cards: Cards) =>
  cards.reduce((sum, card) => sum + (card ? card.front.length + card.back.length : 0), 0);

/**
 * Reads flashcards of one request sequentially and stops at the operation's limit. The limit on items is
 * checked before the operation runs; text length is known only here.
 */
export function createCardReads(maxText: number = limits.operationText) {
  let text = 0;
  let last: Promise<unknown> = Promise.resolve();

  return function readCards<Result>(read: () => Promise<Result>, cardsOf: (read: Result) => Cards) {
    const inTurn = async () => {
      if (text > maxText) throw new OperationTooLarge();
      const result = await read();
      text += lengthOf(cardsOf(result));
      return result;
    };
    const next = last.then(inTurn, inTurn);
    last = next;
    return next;
  };
}
