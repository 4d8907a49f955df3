import type { GivenAnswer } from '../domain/answer/answer-outcome.ts';
import type { CardFacts } from '../domain/card/card.ts';
import type { AnswerEntry } from '../domain/review-log.ts';
import { turnsOf, type SessionTurns } from '../domain/session/turn.ts';
import type { Ports } from './ports.ts';

/** What was asked of decks and of the log because the state did not know it; null: there is no such thing. */
export interface Learned {
  cards: Map<number, CardFacts | null>;
  decks: Map<number, { deckVersion: number } | null>;
  /** Null until it was asked. */
  log: LoggedBefore | null;
}

/** What the log has that some answers may repeat. */
export interface LoggedBefore {
  /** Answers by the same names. */
  named: ReadonlyMap<string, AnswerEntry>;
  /** What the same sessions did with the same cards. */
  turns: SessionTurns;
}

export const nothingLearned = (): Learned => ({ cards: new Map(), decks: new Map(), log: null });

/** What is not known yet; asked between two tries, outside the transaction. */
export interface Unknown {
  cards: ReadonlySet<number>;
  decks: ReadonlySet<number>;
  log: boolean;
}

export const isKnown = ({ cards, decks, log }: Unknown): boolean =>
  cards.size === 0 && decks.size === 0 && !log;

/** Nothing but the log is to be asked. */
export const unknownLog: Unknown = { cards: new Set(), decks: new Set(), log: true };

export const namesOf = (answers: readonly GivenAnswer[]): string[] =>
  answers.flatMap(({ clientEventId }) => (clientEventId === undefined ? [] : [clientEventId]));

async function readLog(
  { reviews }: Pick<Ports, 'reviews'>,
  userId: number,
  answers: readonly GivenAnswer[],
): Promise<LoggedBefore> {
  const places = answers.flatMap(({ sessionId, cardId }) =>
    sessionId === undefined ? [] : [{ sessionId, cardId }],
  );
  const [named, ofCards] = await Promise.all([
    reviews.findNamed(userId, namesOf(answers)),
    reviews.ofCards(userId, [...new Set(places.map(({ cardId }) => cardId))]),
  ]);
  return {
    named: new Map(named.map((entry) => [entry.clientEventId ?? '', entry])),
    turns: turnsOf(ofCards, places),
  };
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
  if (unknown.log) learned.log = await readLog(ports, userId, answers);
  await Promise.all([...cards, ...decks]);
}
