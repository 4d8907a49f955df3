interface Needs {
  /** Marks the learner as gone for ever. */
  bury(learnerId: number, at: Date): Promise<void>;
  removeDecks(ownerId: number): Promise<void>;
  /** Removes some of the cards; false when there were none left. */
  removeSomeCards(ownerId: number): Promise<boolean>;
  /** Answers of requests that are kept for repeats. */
  forgetAnswers(learnerId: number): Promise<void>;
}

/**
 * Erases everything of a learner, in steps that may be repeated. The tombstone comes first and stops new decks,
 * then the decks go and stop new cards, then the cards in batches and the kept answers: no step is a transaction that grows with them.
 */
export const eraseLearner =
  ({ bury, removeDecks, removeSomeCards, forgetAnswers }: Needs) =>
  async (learnerId: number, at: Date): Promise<void> => {
    await bury(learnerId, at);
    await removeDecks(learnerId);
    while (await removeSomeCards(learnerId));
    await forgetAnswers(learnerId);
  };
