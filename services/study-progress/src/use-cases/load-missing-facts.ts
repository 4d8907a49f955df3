import type { GivenAnswer } from '../domain/answer/answer-outcome.ts';
import type { CardFacts } from '../domain/card/card.ts';
import type { AnswerEntry } from '../domain/review-log.ts';
import { turnsOf, type SessionTurns } from '../domain/session/turn.ts';
import type { Ports } from './ports.ts';

/** What was asked of decks and of the log because the state did not know it; null: there is no such thing. */
export interface AnswerFacts {
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

export const noFacts = (): AnswerFacts => ({ cards: new Map(), decks: new Map(), log: null });

/** What neither the state nor the facts tell; asked between two tries, outside the transaction. */
export interface MissingFacts {
  cards: ReadonlySet<number>;
  decks: ReadonlySet<number>;
  log: boolean;
}

export const isNothing = ({ cards, decks, log }: MissingFacts): boolean =>
  cards.size === 0 && decks.size === 0 && !log;

/** Nothing but the log is to be asked. */
export const missingLog: MissingFacts = { cards: new Set(), decks: new Set(), log: true };

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

/** Asks for everything missing and adds it to `facts`; what is another learner's counts as missing. */
export async function loadMissingFacts(
  ports: Pick<Ports, 'ownership' | 'reviews'>,
  userId: number,
  answers: readonly GivenAnswer[],
  missing: MissingFacts,
  facts: AnswerFacts,
): Promise<void> {
  const cards = [...missing.cards].map(async (cardId) => {
    const card = await ports.ownership.findCard(cardId);
    facts.cards.set(cardId, card?.ownerId === userId ? card : null);
  });
  const decks = [...missing.decks].map(async (deckId) => {
    const deck = await ports.ownership.findDeck(deckId);
    facts.decks.set(deckId, deck?.ownerId === userId ? deck : null);
  });
  if (missing.log) facts.log = await readLog(ports, userId, answers);
  await Promise.all([...cards, ...decks]);
}
