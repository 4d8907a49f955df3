import { inventStudy } from '../../domain/invent-study.ts';
import type { Ports } from '../ports.ts';
import { recordAnswers, type AnswerPorts } from './record-answers.ts';

const answersAtOnce = 100;

/**
 * Generates a study history for a demo user through the normal log; a repeat adds nothing. Returns `null`
 * until the cards of all its decks have arrived, because the decks were just created.
 */
export const studyInvented =
  (ports: AnswerPorts & Pick<Ports, 'cards'>) =>
  async (userId: number, deckIds: readonly number[]): Promise<number | null> => {
    const cards = await ports.cards.outlines(userId, deckIds);
    const hasCards = (id: number) => cards.some(({ deckId }) => deckId === id);
    if (!deckIds.every(hasCards)) return null;
    const studied = cards
      .map(({ deckId, cardId }) => ({ deckId, cardId }))
      .sort((a, b) => a.cardId - b.cardId);
    const answers = inventStudy(userId, studied, ports.now());
    for (let start = 0; start < answers.length; start += answersAtOnce)
      await recordAnswers(ports)(answers.slice(start, start + answersAtOnce), { userId });
    return answers.length;
  };
