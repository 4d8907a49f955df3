import { ProductError } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { advance, beginAt, type Advance } from '../domain/advance.ts';
import type { AnswerOutcome, GivenAnswer } from '../domain/answer/answer-outcome.ts';
import { decideAnswer } from '../domain/answer/decide-answer.ts';
import { daysAround } from '../domain/calendar/calendar.ts';
import type { Card } from '../domain/card/card.ts';
import { comesLate } from '../domain/card/study-change.ts';
import { AnswerTaken, DeckNotFound, FlashcardNotFound } from '../domain/errors.ts';
import { assertNotErased } from '../domain/learner/erased.ts';
import type { Learner } from '../domain/learner/learner.ts';
import { standingAnswers, type AnswerEntry } from '../domain/review-log.ts';
import { isImplicitName } from '../domain/session/session.ts';
import { liveCard, liveDeck, putPast, type StudyState } from '../domain/study-state.ts';
import {
  isNothing,
  loadMissingFacts,
  namesOf,
  noFacts,
  missingLog,
  type AnswerFacts,
  type MissingFacts,
} from './load-missing-facts.ts';
import { endIdleSessions } from './finish-sessions.ts';
import type { Ports, UnitOfWork } from './ports.ts';
import { saveAdvance } from './save-advance.ts';

export interface RecordedAnswers {
  /** One for each answer, in order. */
  outcomes: AnswerOutcome[];
  learner: Learner;
}

export interface RecordedAnswer {
  card: Card;
  learner: Learner;
}

type AnswerPorts = Pick<Ports, 'transact' | 'ownership' | 'reviews' | 'countAnswers' | 'now' | 'newId'>;
type Attempt<Result> = { missing: MissingFacts } | { missing: null; result: Result };
/** Makes the result inside the transaction; what it throws undoes everything. */
type Conclude<Result> = (recorded: RecordedAnswers, unit: UnitOfWork) => Result;

/** The log, then a card, then the card's deck may turn out to be unknown, and a name may be taken meanwhile. */
const roundsMost = 5;

/**
 * Adds answers to the log, all in one transaction with what follows from them. Each gets its own outcome; what the
 * state does not know is asked between two tries, outside the transaction.
 */
async function record<Result>(
  ports: AnswerPorts,
  answers: readonly GivenAnswer[],
  userId: number,
  concluded: Conclude<Result>,
): Promise<Result> {
  await ports.countAnswers(userId, answers.length);
  const facts = noFacts();
  for (let round = 0; round < roundsMost; round++) {
    const attempt = await ports
      .transact(userId, (unit) => tryRecording(ports, unit, answers, userId, facts, concluded))
      .catch(askTheLog<Result>);
    if (!attempt.missing) return attempt.result;
    await loadMissingFacts(ports, userId, answers, attempt.missing, facts);
  }
  throw new Error('Neither decks nor the log told what an answer is about.');
}

/** A repeat is rare, so names and turns are left to their unique indexes and looked up only once one is taken. */
function askTheLog<Result>(error: unknown): Attempt<Result> {
  if (error instanceof AnswerTaken) return { missing: missingLog };
  throw error;
}

export const recordAnswers =
  (ports: AnswerPorts) =>
  (answers: readonly GivenAnswer[], { userId }: Pick<Principal, 'userId'>): Promise<RecordedAnswers> =>
    record(ports, answers, userId, (recorded) => recorded);

/** One answer; a refusal is thrown. */
export const recordAnswer =
  (ports: AnswerPorts) =>
  (answer: GivenAnswer, { userId }: Pick<Principal, 'userId'>): Promise<RecordedAnswer> =>
    record(ports, [answer], userId, ({ outcomes: [outcome], learner }, { keepAnswer }) =>
      keepAnswer({ card: cardOf(outcome), learner }),
    );

function cardOf(outcome: AnswerOutcome | undefined): Card {
  if (outcome?.kind === 'refused') throw outcome.error;
  if (!outcome?.card) throw new FlashcardNotFound();
  return outcome.card;
}

async function tryRecording<Result>(
  ports: AnswerPorts,
  unit: UnitOfWork,
  answers: readonly GivenAnswer[],
  userId: number,
  facts: AnswerFacts,
  concluded: Conclude<Result>,
): Promise<Attempt<Result>> {
  const now = ports.now();
  const loaded = await loadSlice(unit, answers, userId, now);
  assertNotErased(loaded);
  const fresh = answers.filter(({ clientEventId }) => !facts.log?.named.has(clientEventId ?? ''));
  const begun = addFacts(beginAt(loaded), facts, now);
  const missing = missingFrom(begun.state, fresh, facts);
  if (!isNothing(missing)) return { missing };
  const read = await withPasts(unit, begun.state, fresh, now);
  const state = facts.log ? { ...read, turns: facts.log.turns } : read;
  const work = endIdleSessions({ ...begun, state }, ports);
  const recorded = recordAll(ports, work, answers, facts, now);
  if (mayBeRepeated(answers, recorded.outcomes, facts)) return { missing: missingLog };
  const { learner } = await saveAdvance(unit, recorded.work, now);
  return { missing: null, result: concluded({ outcomes: recorded.outcomes, learner }, unit) };
}

const distinct = <Value>(values: Iterable<Value>) => [...new Set(values)];

const loadSlice = ({ studies }: UnitOfWork, answers: readonly GivenAnswer[], userId: number, now: Date) =>
  studies.load(userId, {
    decks: distinct(answers.map(({ deckId }) => deckId)),
    cards: distinct(answers.map(({ cardId }) => cardId)),
    days: distinct(answers.flatMap(({ answeredAt }) => daysAround(answeredAt ?? now))),
    sessions: distinct(answers.flatMap(({ sessionId }) => (sessionId === undefined ? [] : [sessionId]))),
  });

function addFacts(begun: Advance, { decks, cards }: AnswerFacts, at: Date): Advance {
  const entries = [
    ...[...decks].flatMap(([deckId, deck]) =>
      deck ? [{ kind: 'deck-known', deckId, deckVersion: deck.deckVersion } as const] : [],
    ),
    ...[...cards.values()].flatMap((card) => (card ? [{ kind: 'card-known', card } as const] : [])),
  ];
  return entries.reduce((work, entry) => advance(work, entry, at), begun);
}

type Place = { card: Card } | { error: ProductError } | { ask: 'card' | 'deck' };

/** The card that an answer is about; what is missing, gone or another learner's is refused alike. */
function placeOf(state: StudyState, { deckId, cardId }: GivenAnswer, facts: AnswerFacts): Place {
  const deck = liveDeck(state, deckId);
  if (!deck && (state.decks.has(deckId) || facts.decks.has(deckId))) return { error: new DeckNotFound() };
  const card = liveCard(state, cardId);
  if (card && deck && card.deckId === deckId) return { card };
  if (!card && !state.cards.has(cardId) && !facts.cards.has(cardId)) return { ask: 'card' };
  return deck ? { error: new FlashcardNotFound() } : { ask: 'deck' };
}

function missingFrom(state: StudyState, answers: readonly GivenAnswer[], facts: AnswerFacts): MissingFacts {
  const asked = (what: 'card' | 'deck') =>
    answers.filter((answer) => {
      const place = placeOf(state, answer, facts);
      return 'ask' in place && place.ask === what;
    });
  const cards = new Set(asked('card').map(({ cardId }) => cardId));
  const decks = new Set(asked('deck').map(({ deckId }) => deckId));
  const isAny = cards.size > 0 || decks.size > 0;
  const isAsked = (isAny && namesOf(answers).length > 0) || answers.some(namesImplicitSession);
  return { cards, decks, log: isAsked && facts.log === null };
}

/** Goes on with a session that had no name before, whose answers carry no turns. */
const namesImplicitSession = ({ sessionId }: GivenAnswer) =>
  sessionId !== undefined && isImplicitName(sessionId);

/** Cards of which an answer comes late, also within the answers themselves. */
function lateCards(state: StudyState, answers: readonly GivenAnswer[], now: Date): number[] {
  const latest = new Map<number, Date>();
  const late = new Set<number>();
  for (const { cardId, answeredAt = now } of answers) {
    const lastStudiedAt = latest.get(cardId) ?? liveCard(state, cardId)?.lastStudiedAt ?? null;
    if (comesLate({ lastStudiedAt }, answeredAt)) late.add(cardId);
    else latest.set(cardId, answeredAt);
  }
  return [...late];
}

/** Reads the log of the cards whose answers have to be replayed. */
async function withPasts(
  { reviews }: UnitOfWork,
  state: StudyState,
  answers: readonly GivenAnswer[],
  now: Date,
) {
  const late = lateCards(state, answers, now);
  if (late.length === 0) return state;
  const log = await reviews.ofCards(state.ownerId, late);
  return late.reduce((read, cardId) => {
    const ofCard = log.filter((entry) => entry.kind !== 'finish' && entry.cardId === cardId);
    return putPast(read, cardId, { answers: standingAnswers(ofCard), othersLastStudied: null });
  }, state);
}

interface Recorded {
  work: Advance;
  outcomes: AnswerOutcome[];
}

function recordAll(
  ports: AnswerPorts,
  begun: Advance,
  answers: readonly GivenAnswer[],
  facts: AnswerFacts,
  now: Date,
): Recorded {
  const named = new Map(facts.log?.named);
  return answers.reduce<Recorded>(
    ({ work, outcomes }, given) => {
      const repeated = named.get(given.clientEventId ?? '');
      const next = repeated ? repeat(work, repeated) : recordOne(ports, work, given, facts, now);
      const { outcome } = next;
      if (outcome.kind === 'recorded' && given.clientEventId !== undefined)
        named.set(given.clientEventId, outcome.entry);
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
  given: GivenAnswer,
  facts: AnswerFacts,
  now: Date,
): Step {
  const place = placeOf(work.state, given, facts);
  if ('error' in place) return { work, outcome: { kind: 'refused', error: place.error } };
  if ('ask' in place) throw new Error('Every place was asked for before.');
  try {
    const entry = decideAnswer(work.state, place.card, given, { id: ports.newId(), now });
    const next = advance(work, entry, now);
    const card = liveCard(next.state, given.cardId) ?? place.card;
    return { work: next, outcome: { kind: 'recorded', entry, card } };
  } catch (error) {
    if (error instanceof ProductError) return { work, outcome: { kind: 'refused', error } };
    throw error;
  }
}

/** A refused answer with a name may have been taken before, when its card was still there. */
const mayBeRepeated = (
  answers: readonly GivenAnswer[],
  outcomes: readonly AnswerOutcome[],
  { log }: AnswerFacts,
): boolean =>
  log === null &&
  outcomes.some(({ kind }, index) => kind === 'refused' && answers[index]?.clientEventId !== undefined);
