import {
  namesOf,
  emptyContext,
  type AnswerContext,
  type LoggedBefore,
} from '../../domain/answer/answer-context.ts';
import type { SubmittedAnswer } from '../../domain/answer/submitted-answer.ts';
import { missingLog, type MissingContext } from '../../domain/answer/missing-context.ts';
import { AnswerTaken } from '../../domain/errors.ts';
import { turnsOf } from '../../domain/session/turn.ts';
import type { Ports } from '../ports.ts';

/** Outcome of one transaction; with missing data it was rolled back or wrote nothing. */
export type Attempt<Result> = { missing: MissingContext } | { missing: null; result: Result };

type ContextPorts = Pick<Ports, 'ownership' | 'reviews'>;

/**
 * The log, a card and the card's deck may each be missing in turn, and another request may take a client id
 * meanwhile.
 */
const maxRounds = 5;

/** Repeats an attempt until nothing is missing; fetches between two attempts, outside the transaction. */
export async function attemptWithContext<Result>(
  ports: ContextPorts,
  userId: number,
  answers: readonly SubmittedAnswer[],
  attempt: (context: AnswerContext) => Promise<Attempt<Result>>,
): Promise<Result> {
  const context = emptyContext();
  for (let round = 0; round < maxRounds; round++) {
    const outcome = await attempt(context).catch(requestLog<Result>);
    if (!outcome.missing) return outcome.result;
    await loadMissingContext(ports, userId, answers, outcome.missing, context);
  }
  throw new Error('Neither decks nor the log has the card of an answer.');
}

/** Repeats are rare, so unique indexes detect them and the log is read only after a conflict. */
function requestLog<Result>(error: unknown): Attempt<Result> {
  if (error instanceof AnswerTaken) return { missing: missingLog };
  throw error;
}

async function readLog(
  { reviews }: ContextPorts,
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
async function loadMissingContext(
  ports: ContextPorts,
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
