import type { SubmittedAnswer } from '../domain/answer/answer-outcome.ts';
import type { CardRef } from '../domain/card/card.ts';
import type { AnswerEntry } from '../domain/review-log.ts';
import { turnsOf, type SessionTurns } from '../domain/session/turn.ts';
import type { Ports } from './ports.ts';

/** Data fetched from decks and the log because the state lacked it; `null` means that it does not exist. */
export interface AnswerContext {
  cards: Map<number, CardRef | null>;
  decks: Map<number, { deckVersion: number } | null>;
  /** `null` until fetched. */
  log: LoggedBefore | null;
}

/** Log entries that some answers may repeat. */
export interface LoggedBefore {
  /** Answers by client event id. */
  named: ReadonlyMap<string, AnswerEntry>;
  /** Turns of the same sessions and cards. */
  turns: SessionTurns;
}

export const emptyContext = (): AnswerContext => ({ cards: new Map(), decks: new Map(), log: null });

/**
 * Data that neither the state nor the context contains; fetched between two attempts, outside the
 * transaction.
 */
export interface MissingContext {
  cards: ReadonlySet<number>;
  decks: ReadonlySet<number>;
  log: boolean;
}

export const isNothing = ({ cards, decks, log }: MissingContext): boolean =>
  cards.size === 0 && decks.size === 0 && !log;

/** Only the log has to be read. */
export const missingLog: MissingContext = { cards: new Set(), decks: new Set(), log: true };

export const namesOf = (answers: readonly SubmittedAnswer[]): string[] =>
  answers.flatMap(({ clientEventId }) => (clientEventId === undefined ? [] : [clientEventId]));

async function readLog(
  { reviews }: Pick<Ports, 'reviews'>,
  userId: number,
  answers: readonly SubmittedAnswer[],
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

/** Fetches everything missing and adds it to `context`. Another learner's data counts as missing. */
export async function loadMissingContext(
  ports: Pick<Ports, 'ownership' | 'reviews'>,
  userId: number,
  answers: readonly SubmittedAnswer[],
  missing: MissingContext,
  context: AnswerContext,
): Promise<void> {
  const cards = [...missing.cards].map(async (cardId) => {
    const card = await ports.ownership.findCard(cardId);
    context.cards.set(cardId, card?.ownerId === userId ? card : null);
  });
  const decks = [...missing.decks].map(async (deckId) => {
    const deck = await ports.ownership.findDeck(deckId);
    context.decks.set(deckId, deck?.ownerId === userId ? deck : null);
  });
  if (missing.log) context.log = await readLog(ports, userId, answers);
  await Promise.all([...cards, ...decks]);
}
