import { ProductError } from '@kumbuka/contracts';
import type { AnswerOutcome, GivenAnswer } from '../domain/answer/answer-outcome.ts';
import { checkAnsweredAt } from '../domain/answer/answer-rules.ts';
import { applyAnswer, comesLate } from '../domain/apply.ts';
import { liveCard, liveDeck, noteChangedDecks, type Board } from '../domain/board.ts';
import { daysAround, offsetMinutesAt, studyDayAt } from '../domain/calendar/calendar.ts';
import { DeckNotFound, FlashcardNotFound } from '../domain/errors.ts';
import { addCard, addDeck } from '../domain/deck/ownership.ts';
import { recallOf } from '../domain/scheduling/queue.ts';
import { standingAnswers, type AnswerEntry, type ReviewEntry } from '../domain/review-log.ts';
import type { CardRow, DeckRow, LearnerRow } from '../domain/rows.ts';
import { parameterVersion } from '../domain/scheduling/scheduler.ts';
import { implicitSession, implicitSessionId } from '../domain/session/sessions.ts';
import { isKnown, nothingTold, type Told, type Unknown } from './find-ownership.ts';
import { endIdleSessions, endSurplusSessions } from './finish-sessions.ts';
import type { ChangeLearner, LearnerWork } from './learner-work.ts';
import { refuseErased } from './refuse-erased.ts';

interface Deps {
  changeLearner: ChangeLearner;
  askDecks: (userId: number, unknown: Unknown, told: Told) => Promise<void>;
  /** Counts answers of a learner, refused ones too; throws RateLimited beyond the limit. */
  countAnswers: (userId: number, count: number) => Promise<void>;
  now: () => Date;
  newId: () => string;
}

export interface RecordedAnswers {
  /** One for each answer, in order. */
  outcomes: AnswerOutcome[];
  learner: LearnerRow;
}

type Attempt = { unknown: Unknown } | { unknown: null; recorded: RecordedAnswers };

/** A card's deck may turn out to be unknown after the card did; then there is nothing left to ask. */
const roundsMost = 3;

/**
 * Adds answers to the log, all in one transaction with what follows from them. Each gets its own outcome; cards that
 * the projection does not know are asked of decks between two tries, outside the transaction.
 */
export const recordAnswers =
  (deps: Deps) =>
  async (answers: readonly GivenAnswer[], userId: number): Promise<RecordedAnswers> => {
    await deps.countAnswers(userId, answers.length);
    const told = nothingTold();
    for (let round = 0; round < roundsMost; round++) {
      const attempt = await deps.changeLearner(userId, (learner) =>
        tryRecording(deps, learner, answers, told),
      );
      if (!attempt.unknown) return attempt.recorded;
      await deps.askDecks(userId, attempt.unknown, told);
    }
    throw new Error('Decks told neither of the card nor of its deck.');
  };

const givenNames = (answers: readonly GivenAnswer[]) =>
  answers.flatMap(({ clientEventId }) => (clientEventId === undefined ? [] : [clientEventId]));

async function readBoard(learner: LearnerWork, answers: readonly GivenAnswer[], now: Date) {
  const distinct = <Value>(values: Iterable<Value>) => [...new Set(values)];
  return learner.board({
    decks: distinct(answers.map(({ deckId }) => deckId)),
    cards: distinct(answers.map(({ cardId }) => cardId)),
    days: distinct(answers.flatMap(({ answeredAt }) => daysAround(answeredAt ?? now))),
    sessions: distinct(answers.flatMap(({ sessionId }) => (sessionId === undefined ? [] : [sessionId]))),
  });
}

function addTold(board: Board, told: Told) {
  for (const [deckId, deck] of told.decks) if (deck) addDeck(board, deckId, deck.deckVersion);
  for (const card of told.cards.values()) if (card) addCard(board, card);
}

type Place = { deck: DeckRow; card: CardRow } | { error: ProductError } | { ask: 'card' | 'deck' };

/** The deck and card that an answer is about; what is missing, gone or another learner's is refused alike. */
function placeOf(board: Board, { deckId, cardId }: GivenAnswer, told: Told): Place {
  const deck = liveDeck(board, deckId);
  if (!deck && (board.decks.has(deckId) || told.decks.has(deckId))) return { error: new DeckNotFound() };
  const card = liveCard(board, cardId);
  if (card && deck && card.deckId === deckId) return { deck, card };
  if (!card && !board.cards.has(cardId) && !told.cards.has(cardId)) return { ask: 'card' };
  return deck ? { error: new FlashcardNotFound() } : { ask: 'deck' };
}

function unknownOf(board: Board, answers: readonly GivenAnswer[], told: Told): Unknown {
  const unknown = { cards: new Set<number>(), decks: new Set<number>() };
  for (const answer of answers) {
    const place = placeOf(board, answer, told);
    if ('ask' in place && place.ask === 'card') unknown.cards.add(answer.cardId);
    if ('ask' in place && place.ask === 'deck') unknown.decks.add(answer.deckId);
  }
  return unknown;
}

async function readLateLogs(learner: LearnerWork, board: Board, answers: readonly GivenAnswer[], now: Date) {
  const latest = new Map<number, Date>();
  const late = new Set<number>();
  for (const { cardId, answeredAt = now } of answers) {
    const card = liveCard(board, cardId);
    const last = latest.get(cardId) ?? card?.lastStudiedAt ?? null;
    if (card && comesLate({ ...card, lastStudiedAt: last }, answeredAt)) late.add(cardId);
    else latest.set(cardId, answeredAt);
  }
  if (late.size === 0) return;
  const log = await learner.logOfCards([...late]);
  for (const cardId of late)
    board.history.set(
      cardId,
      standingAnswers(log.filter((entry) => entry.kind !== 'finish' && entry.cardId === cardId)),
    );
}

function sessionOf(board: Board, given: GivenAnswer, answeredAt: Date, entryId: string) {
  if (given.sessionId !== undefined) return { sessionId: given.sessionId, implicitSession: false };
  const running = implicitSession(board.learner.sessions, given.deckId, answeredAt);
  return {
    sessionId: running?.sessionId ?? implicitSessionId(given.deckId, entryId),
    implicitSession: true,
  };
}

function entryOf(deps: Deps, board: Board, card: CardRow, given: GivenAnswer, now: Date): AnswerEntry {
  const { learner } = board;
  const answeredAt = given.answeredAt ?? now;
  const id = deps.newId();
  return {
    kind: 'answer',
    id,
    userId: board.ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    cardId: given.cardId,
    deckId: given.deckId,
    rating: given.wasCorrect ? 'good' : 'again',
    answeredAt,
    durationMs: Math.round(given.minutes * 60_000),
    ...sessionOf(board, given, answeredAt, id),
    sessionDeckId: given.sessionId === undefined ? given.deckId : given.sessionDeckId,
    ...(given.clientEventId === undefined ? {} : { clientEventId: given.clientEventId }),
    offsetMinutes: offsetMinutesAt(learner.timezone, answeredAt),
    dayStartHour: learner.dayStartHour,
    parameterVersion,
    predictedRecall: recallOf(card, studyDayAt(learner, answeredAt)),
  };
}

function recordOne(deps: Deps, board: Board, given: GivenAnswer, told: Told, now: Date): AnswerOutcome {
  const place = placeOf(board, given, told);
  if ('error' in place) return { kind: 'refused', error: place.error };
  if ('ask' in place) throw new Error('Every place was asked for before.');
  const { deck, card } = place;
  try {
    if (given.answeredAt) checkAnsweredAt(given.answeredAt, card.createdAt, now);
  } catch (error) {
    if (error instanceof ProductError) return { kind: 'refused', error };
    throw error;
  }
  const entry = entryOf(deps, board, card, given, now);
  applyAnswer(board, deck, card, entry);
  return { kind: 'recorded', entry, card };
}

async function tryRecording(
  deps: Deps,
  learner: LearnerWork,
  answers: readonly GivenAnswer[],
  told: Told,
): Promise<Attempt> {
  const now = deps.now();
  const board = await readBoard(learner, answers, now);
  refuseErased(board);
  const named = await learner.answersNamed(givenNames(answers));
  const seen = new Map(named.map((entry) => [entry.clientEventId ?? '', entry]));
  const fresh = answers.filter(({ clientEventId }) => !seen.has(clientEventId ?? ''));
  addTold(board, told);
  const unknown = unknownOf(board, fresh, told);
  if (!isKnown(unknown)) return { unknown };
  await readLateLogs(learner, board, fresh, now);
  const entries: ReviewEntry[] = endIdleSessions(board, deps);

  const outcomes = answers.map((given): AnswerOutcome => {
    const before = seen.get(given.clientEventId ?? '');
    if (before) return { kind: 'repeated', entry: before, card: liveCard(board, before.cardId) };
    const outcome = recordOne(deps, board, given, told, now);
    if (outcome.kind === 'recorded') {
      entries.push(outcome.entry, ...endSurplusSessions(board, deps));
      if (given.clientEventId !== undefined) seen.set(given.clientEventId, outcome.entry);
    }
    return outcome;
  });
  noteChangedDecks(board);
  if (board.touched.size > 0) await learner.save(board, entries);
  return { unknown: null, recorded: { outcomes, learner: board.learner } };
}
