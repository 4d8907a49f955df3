import { ProductError, type CardOwner, type DeckOwner } from '@kumbuka/contracts';
import type { CardFacts } from '../domain/rows.ts';

/** Asks decks; null when there is no such thing. Throws Unavailable when decks is away. */
export type AskCard = (cardId: number) => Promise<CardOwner | null>;
export type AskDeck = (deckId: number) => Promise<DeckOwner | null>;

/** What decks said of cards and decks that the projection did not know. */
export interface Told {
  cards: Map<number, CardFacts | null>;
  decks: Map<number, { deckVersion: number } | null>;
}

export const nothingTold = (): Told => ({ cards: new Map(), decks: new Map() });

/** What is not known yet; asked of decks before the next try. */
export interface Unknown {
  cards: ReadonlySet<number>;
  decks: ReadonlySet<number>;
}

export const isKnown = ({ cards, decks }: Unknown): boolean => cards.size === 0 && decks.size === 0;

/** A null answer for what is gone, whatever its name. */
export const orNull = async <Result>(asked: Promise<Result>): Promise<Result | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof ProductError && error.status === 404) return null;
    throw error;
  });

const factsOf = ({ cardId, deckId, ownerId, createdAt, cardVersion }: CardOwner): CardFacts => ({
  cardId,
  deckId,
  ownerId,
  cardVersion,
  createdAt: new Date(createdAt),
});

/** Asks decks for everything unknown and adds the answers to `told`; what is another learner's counts as missing. */
export const askDecks =
  (deps: { askCard: AskCard; askDeck: AskDeck }) =>
  async (userId: number, unknown: Unknown, told: Told): Promise<void> => {
    const cards = [...unknown.cards].map(async (cardId) => {
      const card = await deps.askCard(cardId);
      told.cards.set(cardId, card?.ownerId === userId ? factsOf(card) : null);
    });
    const decks = [...unknown.decks].map(async (deckId) => {
      const deck = await deps.askDeck(deckId);
      told.decks.set(deckId, deck?.ownerId === userId ? { deckVersion: deck.deckVersion } : null);
    });
    await Promise.all([...cards, ...decks]);
  };
