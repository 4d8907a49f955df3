import type { Day } from '@kumbuka/contracts/study-day';
import type { DayCounts } from './calendar/day-counts.ts';
import type { Card, CardOutline, RemovedCard, Sibling } from './card/card.ts';
import type { Deck, RemovedDeck } from './deck/deck.ts';
import { sampleOf } from './deck/memory-sample.ts';
import { newLearner, type Learner } from './learner/learner.ts';
import { knownSets } from './learner/parameters.ts';
import { parameterSets, type AnswerEntry, type ParameterSets, type StartingPoint } from '@kumbuka/schedule';
import type { FinishedSession } from './session/session.ts';
import type { SessionTurns } from './session/turn.ts';

/** History that the replay of a card needs; read from the log, not stored in the state's rows. */
export interface CardPast {
  /** Active answers of the card, by time. */
  answers: readonly AnswerEntry[];
  /** State from which these answers count. */
  start: StartingPoint;
  /** Parameters of these answers, besides the learner's present ones. */
  sets?: ParameterSets;
  /** When the other cards of the deck that it is in were last studied. */
  othersLastStudied: Date | null;
  /** Of a deleted card: day until which it was left out of study. */
  buriedUntil?: Day | null;
}

/**
 * Study state of one learner, or the slice that some entries touch: the learner and the decks, cards, days
 * and sessions they name. Immutable.
 */
export interface StudyState {
  readonly ownerId: number;
  /** Whether the account was deleted. */
  readonly erased: boolean;
  readonly learner: Learner;
  readonly decks: ReadonlyMap<number, Deck | RemovedDeck>;
  readonly cards: ReadonlyMap<number, Card | RemovedCard>;
  readonly days: ReadonlyMap<Day, DayCounts>;
  readonly sessions: ReadonlyMap<string, FinishedSession>;
  readonly pasts: ReadonlyMap<number, CardPast>;
  /** Cards of the same note as a card that is answered, by note; as stored before this work. */
  readonly siblings: ReadonlyMap<number, readonly Sibling[]>;
  /** Session turns as far as this work loaded them from the log. */
  readonly turns: SessionTurns;
}

/** Decks, cards, days and sessions that some entries touch. */
export interface StateKeys {
  decks?: readonly number[];
  cards?: readonly number[];
  days?: readonly Day[];
  sessions?: readonly string[];
}

export const emptyState = (ownerId: number): StudyState => ({
  ownerId,
  erased: false,
  learner: newLearner(ownerId),
  decks: new Map(),
  cards: new Map(),
  days: new Map(),
  sessions: new Map(),
  pasts: new Map(),
  siblings: new Map(),
  turns: new Map(),
});

const put = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> =>
  new Map(map).set(key, value);

export const putDeck = (state: StudyState, deck: Deck | RemovedDeck): StudyState => ({
  ...state,
  decks: put(state.decks, deck.deckId, deck),
});
export const putCard = (state: StudyState, card: Card | RemovedCard): StudyState => ({
  ...state,
  cards: put(state.cards, card.cardId, card),
});
export const putDay = (state: StudyState, day: Day, counts: DayCounts): StudyState => ({
  ...state,
  days: put(state.days, day, counts),
});
export const putSession = (state: StudyState, session: FinishedSession): StudyState => ({
  ...state,
  sessions: put(state.sessions, session.sessionId, session),
});
/** Advances the position in the log. */
export const atSeq = (state: StudyState, seq: number): StudyState => ({
  ...state,
  learner: { ...state.learner, seq },
});

export const putPast = (state: StudyState, cardId: number, past: CardPast): StudyState => ({
  ...state,
  pasts: put(state.pasts, cardId, past),
});

/** Returns the deck; `null` when it is unknown or deleted. */
export function liveDeck({ decks }: StudyState, deckId: number): Deck | null {
  const deck = decks.get(deckId);
  return deck?.kind === 'deck' ? deck : null;
}

/** Decks whose sample has to be drawn from all their cards. */
export const unsampledDecks = ({ decks }: StudyState): Deck[] =>
  [...decks.values()].filter((deck): deck is Deck => deck.kind === 'deck' && deck.sample === null);

/** Draws the samples again. `outlines` are the cards as stored; the state's own cards are newer. */
export function withSamples(
  state: StudyState,
  decks: readonly Deck[],
  outlines: readonly CardOutline[],
): StudyState {
  const current = [...state.cards.values()].filter((card): card is Card => card.kind === 'card');
  const all = [...outlines.filter(({ cardId }) => !state.cards.has(cardId)), ...current];
  const ofDeck = Map.groupBy(all, ({ deckId }) => deckId);
  return decks.reduce(
    (sampled, deck) => putDeck(sampled, { ...deck, sample: sampleOf(ofDeck.get(deck.deckId) ?? []) }),
    state,
  );
}

/** Returns the card; `null` when it is unknown or deleted. */
export function liveCard({ cards }: StudyState, cardId: number): Card | null {
  const card = cards.get(cardId);
  return card?.kind === 'card' ? card : null;
}

/** Due days of the other cards of a card's note. */
export const siblingDaysOf = (state: StudyState, { cardId, noteId }: Card): Day[] =>
  (state.siblings.get(noteId ?? 0) ?? [])
    .filter((other) => other.cardId !== cardId)
    .flatMap((other) => (liveCard(state, other.cardId) ?? other).dueDay ?? []);

export function pastOf({ pasts }: StudyState, cardId: number): CardPast {
  const past = pasts.get(cardId);
  if (!past) throw new Error(`The log of card ${cardId} was not read.`);
  return past;
}

/** Parameters of the answers of a card whose history is loaded or that is new to the log. */
export const setsOf = ({ learner, pasts }: StudyState, cardId: number): ParameterSets =>
  new Map([...(pasts.get(cardId)?.sets ?? []), ...parameterSets(knownSets(learner))]);
