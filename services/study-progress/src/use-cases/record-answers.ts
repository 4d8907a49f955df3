import { ProductError } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { advance, beginAt, type Advance } from '../domain/advance.ts';
import type { AnswerOutcome, SubmittedAnswer } from '../domain/answer/answer-outcome.ts';
import { decideAnswer } from '../domain/answer/decide-answer.ts';
import { daysAround } from '@kumbuka/contracts/study-day';
import type { Card } from '../domain/card/card.ts';
import { comesLate } from '../domain/card/study-change.ts';
import { AnswerTaken, DeckNotFound, FlashcardNotFound } from '../domain/errors.ts';
import { assertNotErased } from '../domain/learner/erased.ts';
import type { Learner } from '../domain/learner/learner.ts';
import { activeAnswers, type AnswerEntry } from '../domain/review-log.ts';
import { isImplicitName } from '../domain/session/session.ts';
import { liveCard, liveDeck, putPast, type StudyState } from '../domain/study-state.ts';
import {
  isNothing,
  loadMissingContext,
  namesOf,
  emptyContext,
  missingLog,
  type AnswerContext,
  type MissingContext,
} from './load-missing-context.ts';
import { endIdleSessions } from './finish-sessions.ts';
import type { Ports, UnitOfWork } from './ports.ts';
import { saveAdvance } from './save-advance.ts';

export interface RecordedAnswers {
  /** One per answer, in order. */
  outcomes: AnswerOutcome[];
  learner: Learner;
}

export interface RecordedAnswer {
  card: Card;
  learner: Learner;
}

type AnswerPorts = Pick<Ports, 'transact' | 'ownership' | 'reviews' | 'countAnswers' | 'now' | 'newId'>;
type Attempt<Result> = { missing: MissingContext } | { missing: null; result: Result };
/** Builds the result inside the transaction; an exception rolls everything back. */
type Conclude<Result> = (recorded: RecordedAnswers, unit: UnitOfWork) => Result;

/**
 * The log, a card and the card's deck may each be missing in turn, and another request may take a client id
 * meanwhile.
 */
const roundsMost = 5;

/**
 * Appends answers to the log and applies their effects in one transaction. Every answer gets its own outcome.
 * Missing data is fetched between two attempts, outside the transaction.
 */
async function record<Result>(
  ports: AnswerPorts,
  answers: readonly SubmittedAnswer[],
  userId: number,
  concluded: Conclude<Result>,
): Promise<Result> {
  await ports.countAnswers(userId, answers.length);
  const context = emptyContext();
  for (let round = 0; round < roundsMost; round++) {
    const attempt = await ports
      .transact(userId, (unit) => tryRecording(ports, unit, answers, userId, context, concluded))
      .catch(requestLog<Result>);
    if (!attempt.missing) return attempt.result;
    await loadMissingContext(ports, userId, answers, attempt.missing, context);
  }
  throw new Error('Neither decks nor the log has the card of an answer.');
}

/** Repeats are rare, so unique indexes detect them and the log is read only after a conflict. */
function requestLog<Result>(error: unknown): Attempt<Result> {
  if (error instanceof AnswerTaken) return { missing: missingLog };
  throw error;
}

export const recordAnswers =
  (ports: AnswerPorts) =>
  (answers: readonly SubmittedAnswer[], { userId }: Pick<Principal, 'userId'>): Promise<RecordedAnswers> =>
    record(ports, answers, userId, (recorded) => recorded);

/** Records one answer; throws when it is rejected. */
export const recordAnswer =
  (ports: AnswerPorts) =>
  (answer: SubmittedAnswer, { userId }: Pick<Principal, 'userId'>): Promise<RecordedAnswer> =>
    record(ports, [answer], userId, ({ outcomes: [outcome], learner }, { rememberResponse }) =>
      rememberResponse({ card: cardOf(outcome), learner }),
    );

function cardOf(outcome: AnswerOutcome | undefined): Card {
  if (outcome?.kind === 'refused') throw outcome.error;
  if (!outcome?.card) throw new FlashcardNotFound();
  return outcome.card;
}

async function tryRecording<Result>(
  ports: AnswerPorts,
  unit: UnitOfWork,
  answers: readonly SubmittedAnswer[],
  userId: number,
  context: AnswerContext,
  concluded: Conclude<Result>,
): Promise<Attempt<Result>> {
  const now = ports.now();
  const loaded = await loadSlice(unit, answers, userId, now);
  assertNotErased(loaded);
  const fresh = answers.filter(({ clientEventId }) => !context.log?.named.has(clientEventId ?? ''));
  const begun = addContext(beginAt(loaded), context, now);
  const missing = missingFrom(begun.state, fresh, context);
  if (!isNothing(missing)) return { missing };
  const read = await withPasts(unit, begun.state, fresh, now);
  const state = context.log ? { ...read, turns: context.log.turns } : read;
  const work = endIdleSessions({ ...begun, state }, ports);
  const recorded = recordAll(ports, work, answers, context, now);
  if (mayBeRepeated(answers, recorded.outcomes, context)) return { missing: missingLog };
  const { learner } = await saveAdvance(unit, recorded.work, now);
  return { missing: null, result: concluded({ outcomes: recorded.outcomes, learner }, unit) };
}

const distinct = <Value>(values: Iterable<Value>) => [...new Set(values)];

const loadSlice = ({ studies }: UnitOfWork, answers: readonly SubmittedAnswer[], userId: number, now: Date) =>
  studies.load(userId, {
    decks: distinct(answers.map(({ deckId }) => deckId)),
    cards: distinct(answers.map(({ cardId }) => cardId)),
    days: distinct(answers.flatMap(({ answeredAt }) => daysAround(answeredAt ?? now))),
    sessions: distinct(answers.flatMap(({ sessionId }) => (sessionId === undefined ? [] : [sessionId]))),
  });

function addContext(begun: Advance, { decks, cards }: AnswerContext, at: Date): Advance {
  const entries = [
    ...[...decks].flatMap(([deckId, deck]) =>
      deck ? [{ kind: 'deck-added', deckId, deckVersion: deck.deckVersion } as const] : [],
    ),
    ...[...cards.values()].flatMap((card) => (card ? [{ kind: 'card-added', card } as const] : [])),
  ];
  return entries.reduce((work, entry) => advance(work, entry, at), begun);
}

type Place = { card: Card } | { error: ProductError } | { missing: 'card' | 'deck' };

/** Finds the card of an answer. Missing, deleted and other learners' cards are rejected alike. */
function placeOf(state: StudyState, { deckId, cardId }: SubmittedAnswer, context: AnswerContext): Place {
  const deck = liveDeck(state, deckId);
  if (!deck && (state.decks.has(deckId) || context.decks.has(deckId))) return { error: new DeckNotFound() };
  const card = liveCard(state, cardId);
  if (card && deck && card.deckId === deckId) return { card };
  if (!card && !state.cards.has(cardId) && !context.cards.has(cardId)) return { missing: 'card' };
  return deck ? { error: new FlashcardNotFound() } : { missing: 'deck' };
}

function missingFrom(
  state: StudyState,
  answers: readonly SubmittedAnswer[],
  context: AnswerContext,
): MissingContext {
  const cardsMissing = (what: 'card' | 'deck') =>
    answers.filter((answer) => {
      const place = placeOf(state, answer, context);
      return 'missing' in place && place.missing === what;
    });
  const cards = new Set(cardsMissing('card').map(({ cardId }) => cardId));
  const decks = new Set(cardsMissing('deck').map(({ deckId }) => deckId));
  const isAny = cards.size > 0 || decks.size > 0;
  const readsSession = (isAny && namesOf(answers).length > 0) || answers.some(namesImplicitSession);
  return { cards, decks, log: readsSession && context.log === null };
}

/** A client that names an implicit session continues a session whose answers carry no turns. */
const namesImplicitSession = ({ sessionId }: SubmittedAnswer) =>
  sessionId !== undefined && isImplicitName(sessionId);

/** Cards with a late answer, also relative to other answers of the same request. */
function lateCards(state: StudyState, answers: readonly SubmittedAnswer[], now: Date): number[] {
  const latest = new Map<number, Date>();
  const late = new Set<number>();
  for (const { cardId, answeredAt = now } of answers) {
    const lastStudiedAt = latest.get(cardId) ?? liveCard(state, cardId)?.lastStudiedAt ?? null;
    if (comesLate({ lastStudiedAt }, answeredAt)) late.add(cardId);
    else latest.set(cardId, answeredAt);
  }
  return [...late];
}

/** Loads the history of the cards that have to be replayed. */
async function withPasts(
  { reviews }: UnitOfWork,
  state: StudyState,
  answers: readonly SubmittedAnswer[],
  now: Date,
) {
  const late = lateCards(state, answers, now);
  if (late.length === 0) return state;
  const log = await reviews.ofCards(state.ownerId, late);
  return late.reduce((read, cardId) => {
    const ofCard = log.filter((entry) => entry.kind !== 'finish' && entry.cardId === cardId);
    return putPast(read, cardId, { answers: activeAnswers(ofCard), othersLastStudied: null });
  }, state);
}

interface Recorded {
  work: Advance;
  outcomes: AnswerOutcome[];
}

function recordAll(
  ports: AnswerPorts,
  begun: Advance,
  answers: readonly SubmittedAnswer[],
  context: AnswerContext,
  now: Date,
): Recorded {
  const named = new Map(context.log?.named);
  return answers.reduce<Recorded>(
    ({ work, outcomes }, submitted) => {
      const repeated = named.get(submitted.clientEventId ?? '');
      const next = repeated ? repeat(work, repeated) : recordOne(ports, work, submitted, context, now);
      const { outcome } = next;
      if (outcome.kind === 'recorded' && submitted.clientEventId !== undefined)
        named.set(submitted.clientEventId, outcome.entry);
      return { work: next.work, outcomes: [...outcomes, outcome] };
    },
    { work: begun, outcomes: [] },
  );
}

interface Step {
  work: Advance;
  outcome: AnswerOutcome;
}

const repeat = (work: Advance, entry: AnswerEntry): Step => ({
  work,
  outcome: { kind: 'repeated', entry, card: liveCard(work.state, entry.cardId) },
});

function recordOne(
  ports: AnswerPorts,
  work: Advance,
  submitted: SubmittedAnswer,
  context: AnswerContext,
  now: Date,
): Step {
  const place = placeOf(work.state, submitted, context);
  if ('error' in place) return { work, outcome: { kind: 'refused', error: place.error } };
  if ('missing' in place) throw new Error('Every place was asked for before.');
  try {
    const entry = decideAnswer(work.state, place.card, submitted, { id: ports.newId(), now });
    const next = advance(work, entry, now);
    const card = liveCard(next.state, submitted.cardId) ?? place.card;
    return { work: next, outcome: { kind: 'recorded', entry, card } };
  } catch (error) {
    if (error instanceof ProductError) return { work, outcome: { kind: 'refused', error } };
    throw error;
  }
}

/** A rejected answer with a client id may have been recorded earlier, before its card was deleted. */
const mayBeRepeated = (
  answers: readonly SubmittedAnswer[],
  outcomes: readonly AnswerOutcome[],
  { log }: AnswerContext,
): boolean =>
  log === null &&
  outcomes.some(({ kind }, index) => kind === 'refused' && answers[index]?.clientEventId !== undefined);
