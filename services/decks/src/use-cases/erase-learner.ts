import type { Ports } from './ports.ts';

/**
 * Erases everything of a learner, in steps that may be repeated. The tombstone comes first and stops new decks,
 * then the decks go and stop new cards, then the cards in batches and the kept answers: no step is a transaction that grows with them.
 */
export const eraseLearner =
  ({ learners, decks, cards, insertions, forgetResponses }: Ports) =>
  async (learnerId: number, at: Date): Promise<void> => {
    await learners.erase(learnerId, at);
    await decks.removeAll(learnerId);
    while (await cards.removeSome(learnerId));
    await insertions.removeAll(learnerId);
    await forgetResponses(learnerId);
  };
