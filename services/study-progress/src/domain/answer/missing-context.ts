import type { ProductError } from '@kumbuka/contracts';
import type { Card } from '../card/card.ts';
import { DeckNotFound, FlashcardNotFound } from '../errors.ts';
import { isImplicitName } from '../session/session.ts';
import { liveCard, liveDeck, type StudyState } from '../study-state.ts';
import { namesOf, type AnswerContext } from './answer-context.ts';
import type { AnswerOutcome } from './answer-outcome.ts';
import type { SubmittedAnswer } from './submitted-answer.ts';

/** Data that neither the state nor the context contains. */
export interface MissingContext {
  cards: ReadonlySet<number>;
  decks: ReadonlySet<number>;
  log: boolean;
}

export const isNothing = ({ cards, decks, log }: MissingContext): boolean =>
  cards.size === 0 && decks.size === 0 && !log;

/** Only the log has to be read. */
export const missingLog: MissingContext = { cards: new Set(), decks: new Set(), log: true };

type Place = { card: Card } | { error: ProductError } | { missing: 'card' | 'deck' };

/**
 * Finds the card of an answer. Missing, deleted and other learners' cards are rejected alike. A card in another deck
 * than the state has it in may have moved, and the event not have arrived.
 */
export function placeOf(
  state: StudyState,
  { deckId, cardId, allowsFormerDeck = false }: SubmittedAnswer,
  context: AnswerContext,
): Place {
  const [deck, card] = [liveDeck(state, deckId), liveCard(state, cardId)];
  if (card && allowsFormerDeck && state.decks.has(deckId)) return { card };
  if (!deck && (state.decks.has(deckId) || context.decks.has(deckId))) return { error: new DeckNotFound() };
  const isThere = card?.deckId === deckId || context.cards.get(cardId)?.deckId === deckId;
  if (card && deck && isThere) return { card };
  if ((card || !state.cards.has(cardId)) && !context.cards.has(cardId)) return { missing: 'card' };
  return deck ? { error: new FlashcardNotFound() } : { missing: 'deck' };
}

/** Returns what has to be fetched before the answers can be recorded. */
export function missingFrom(
  state: StudyState,
  answers: readonly SubmittedAnswer[],
  context: AnswerContext,
): MissingContext {
  const withMissing = (what: 'card' | 'deck') =>
    answers.filter((answer) => {
      const place = placeOf(state, answer, context);
      return 'missing' in place && place.missing === what;
    });
  const cards = new Set(withMissing('card').map(({ cardId }) => cardId));
  const decks = new Set(withMissing('deck').map(({ deckId }) => deckId));
  const isAny = cards.size > 0 || decks.size > 0;
  const readsSession = (isAny && namesOf(answers).length > 0) || answers.some(namesImplicitSession);
  return { cards, decks, log: readsSession && context.log === null };
}

/** A client that names an implicit session continues a session whose answers carry no turns. */
const namesImplicitSession = ({ sessionId }: SubmittedAnswer) =>
  sessionId !== undefined && isImplicitName(sessionId);

/** A rejected answer with a client id may have been recorded earlier, before its card was deleted. */
export const mayBeRepeated = (
  answers: readonly SubmittedAnswer[],
  outcomes: readonly AnswerOutcome[],
  { log }: AnswerContext,
): boolean =>
  log === null &&
  outcomes.some(({ kind }, index) => kind === 'rejected' && answers[index]?.clientEventId !== undefined);
