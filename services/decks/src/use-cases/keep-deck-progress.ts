import type { DeckProgress } from '../domain/deck.ts';
import type { Ports } from './ports.ts';

export interface ToldProgress extends DeckProgress {
  ownerId: number;
  deckId: number;
  /** Of the deck's progress, raised with every change; what comes late is passed over. */
  version: number;
}

/** Keeps mastery and the last study time on the deck, so that lists sort and page in one place. */
export const keepDeckProgress =
  ({ decks }: Pick<Ports, 'decks'>) =>
  async ({ ownerId, deckId, version, ...progress }: ToldProgress): Promise<void> => {
    const deck = await decks.find(ownerId, deckId);
    if (deck) await decks.keepProgress(deck, progress, version);
  };
