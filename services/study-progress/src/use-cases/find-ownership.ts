import type { GivenAnswer } from '../domain/answer/answer-outcome.ts';
import type { CardFacts } from '../domain/card/card.ts';
import type { AnswerEntry } from '../domain/review-log.ts';
import type { Ports } from './ports.ts';

/** What was asked of decks and of the log because the state did not know it; null: there is no such thing. */
export interface Learned {
  cards: Map<number, CardFacts | null>;
  decks: Map<number, { deckVersion: number } | null>;
  /** Answers that came before by the same names; null until it was asked. */
  named: Map<string, AnswerEntry> | null;
}

export const nothingLearned = (): Learned => ({ cards: new Map(), decks: new Map(), named: null });

/** What is not known yet; asked between two tries, outside the transaction. */
export interface Unknown {
  cards: ReadonlySet<number>;
  decks: ReadonlySet<number>;
  names: boolean;
}

export const isKnown = ({ cards, decks, names }: Unknown): boolean =>
  cards.size === 0 && decks.size === 0 && !names;

export const namesOf = (answers: readonly GivenAnswer[]): string[] =>
  answers.flatMap(({ clientEventId }) => (clientEventId === undefined ? [] : [clientEventId]));

async function findNamed(
  { reviews }: Pick<Ports, 'reviews'>,
  userId: number,
  answers: readonly GivenAnswer[],
) {
  const found = await reviews.findNamed(userId, namesOf(answers));
  return new Map(found.map((entry) => [entry.clientEventId ?? '', entry]));
}

/** Asks for everything unknown and adds it to `learned`; what is another learner's counts as missing. */
export async function learn(
  ports: Pick<Ports, 'ownership' | 'reviews'>,
  userId: number,
  answers: readonly GivenAnswer[],
  unknown: Unknown,
  learned: Learned,
): Promise<void> {
  const cards = [...unknown.cards].map(async (cardId) => {
    const card = await ports.ownership.findCard(cardId);
    learned.cards.set(cardId, card?.ownerId === userId ? card : null);
  });
  const decks = [...unknown.decks].map(async (deckId) => {
    const deck = await ports.ownership.findDeck(deckId);
    learned.decks.set(deckId, deck?.ownerId === userId ? deck : null);
  });
  if (unknown.names) learned.named = await findNamed(ports, userId, answers);
  await Promise.all([...cards, ...decks]);
}
