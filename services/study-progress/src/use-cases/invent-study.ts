import { inventStudy } from '../domain/invent-study.ts';
import type { Ports } from './ports.ts';
import { recordAnswers } from './record-answers.ts';

const answersAtOnce = 100;

/**
 * Gives a demo user a plausible study history by the log itself; a repeat adds nothing. Null until cards of each of its
 * decks are known here, which is nobody's failure: the decks were made a moment ago.
 */
export const studyInvented =
  (ports: Ports) =>
  async (userId: number, deckIds: readonly number[]): Promise<number | null> => {
    const cards = await ports.cards.outlines(userId, deckIds);
    const isKnown = (id: number) => cards.some(({ deckId }) => deckId === id);
    if (!deckIds.every(isKnown)) return null;
    const known = cards.map(({ deckId, cardId }) => ({ deckId, cardId })).sort((a, b) => a.cardId - b.cardId);
    const answers = inventStudy(userId, known, ports.now());
    for (let start = 0; start < answers.length; start += answersAtOnce)
      await recordAnswers(ports)(answers.slice(start, start + answersAtOnce), { userId });
    return answers.length;
  };
