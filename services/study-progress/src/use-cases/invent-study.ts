import { Unavailable } from '@kumbuka/contracts';
import { inventStudy } from '../domain/invent-study.ts';
import type { Ports } from './ports.ts';
import { recordAnswers } from './record-answers.ts';

const answersAtOnce = 100;

/**
 * Gives a demo user a plausible study history by the log itself; a repeat adds nothing. Throws Unavailable until the
 * cards of its decks are known here.
 */
export const studyInvented =
  (ports: Ports) =>
  async (userId: number, deckIds: readonly number[]): Promise<number> => {
    const cards = await ports.cards.outlines(userId, deckIds);
    if (cards.length === 0) throw new Unavailable();
    const known = cards.map(({ deckId, cardId }) => ({ deckId, cardId })).sort((a, b) => a.cardId - b.cardId);
    const answers = inventStudy(userId, known, ports.now());
    for (let start = 0; start < answers.length; start += answersAtOnce)
      await recordAnswers(ports)(answers.slice(start, start + answersAtOnce), { userId });
    return answers.length;
  };
