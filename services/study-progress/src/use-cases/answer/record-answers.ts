import { daysAround } from '@kumbuka/contracts/study-day';
import type { Principal } from '@kumbuka/identity';
import { beginAt } from '../../domain/advance.ts';
import { addContext, type AnswerContext } from '../../domain/answer/answer-context.ts';
import type { AnswerOutcome } from '../../domain/answer/answer-outcome.ts';
import type { SubmittedAnswer } from '../../domain/answer/submitted-answer.ts';
import { withoutFuture } from '../../domain/answer/answer-rules.ts';
import { applyAnswers, lateCards } from '../../domain/answer/apply-answers.ts';
import { isNothing, mayBeRepeated, missingFrom, missingLog } from '../../domain/answer/missing-context.ts';
import type { Card } from '../../domain/card/card.ts';
import { FlashcardNotFound } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import type { Learner } from '../../domain/learner/learner.ts';
import { putPast, type StudyState } from '../../domain/study-state.ts';
import { attemptWithContext, type Attempt } from './attempt-with-context.ts';
import { readHistories } from './read-past.ts';
import { endIdleSessions } from '../session/finish-sessions.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

export interface RecordedAnswers {
  /** One per answer, in order. */
  outcomes: AnswerOutcome[];
  learner: Learner;
}

export interface RecordedAnswer {
  card: Card;
  learner: Learner;
}

export type AnswerPorts = Pick<
  Ports,
  'transact' | 'ownership' | 'reviews' | 'countAnswers' | 'now' | 'newId'
>;
/** Builds the result inside the transaction; an exception rolls everything back. */
type Conclude<Result> = (recorded: RecordedAnswers, unit: UnitOfWork) => Result;

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
  if (outcome?.kind === 'rejected') throw outcome.error;
  if (!outcome?.card) throw new FlashcardNotFound();
  return outcome.card;
}

/** Appends answers to the log and applies their effects in one transaction. */
async function record<Result>(
  ports: AnswerPorts,
  answers: readonly SubmittedAnswer[],
  userId: number,
  concluded: Conclude<Result>,
): Promise<Result> {
  await ports.countAnswers(userId, answers.length);
  return attemptWithContext(ports, userId, answers, (context) =>
    ports.transact(userId, (unit) => tryRecording(ports, unit, answers, userId, context, concluded)),
  );
}

async function tryRecording<Result>(
  ports: AnswerPorts,
  unit: UnitOfWork,
  submitted: readonly SubmittedAnswer[],
  userId: number,
  context: AnswerContext,
  concluded: Conclude<Result>,
): Promise<Attempt<Result>> {
  const now = ports.now();
  const answers = withoutFuture(submitted, now);
  const loaded = await loadSlice(unit, answers, userId, now);
  assertNotErased(loaded);
  const fresh = answers.filter(({ clientEventId }) => !context.log?.named.has(clientEventId ?? ''));
  const begun = addContext(beginAt(loaded), context, now);
  const missing = missingFrom(begun.state, fresh, context);
  if (!isNothing(missing)) return { missing };
  const read = await withSiblings(unit, await withPasts(unit, begun.state, fresh, now));
  const state = context.log ? { ...read, turns: context.log.turns } : read;
  const idleEnded = endIdleSessions({ ...begun, state }, ports);
  const { work, outcomes } = applyAnswers(idleEnded, answers, context, { newId: ports.newId, now });
  if (mayBeRepeated(answers, outcomes, context)) return { missing: missingLog };
  const { learner } = await saveAdvance(unit, work, now);
  return { missing: null, result: concluded({ outcomes, learner }, unit) };
}

/** Loads the other cards of the notes of answered cards, so that they do not fall due on one day. */
async function withSiblings({ studies }: UnitOfWork, state: StudyState): Promise<StudyState> {
  const noteIds = distinct(
    [...state.cards.values()].flatMap((card) => (card.kind === 'card' ? (card.noteId ?? []) : [])),
  );
  if (noteIds.length === 0) return state;
  const found = await studies.siblings(state.ownerId, noteIds);
  return { ...state, siblings: Map.groupBy(found, ({ noteId }) => noteId) };
}

const distinct = <Value>(values: Iterable<Value>) => [...new Set(values)];

const loadSlice = ({ studies }: UnitOfWork, answers: readonly SubmittedAnswer[], userId: number, now: Date) =>
  studies.load(userId, {
    decks: distinct(answers.map(({ deckId }) => deckId)),
    cards: distinct(answers.map(({ cardId }) => cardId)),
    days: distinct(answers.flatMap(({ answeredAt }) => daysAround(answeredAt ?? now))),
    sessions: distinct(answers.flatMap(({ sessionId }) => (sessionId === undefined ? [] : [sessionId]))),
  });

/** Loads the history of the cards that have to be replayed. */
async function withPasts(
  { reviews }: UnitOfWork,
  state: StudyState,
  answers: readonly SubmittedAnswer[],
  now: Date,
) {
  const late = lateCards(state, answers, now);
  const histories = await readHistories(reviews, state, late);
  return histories.reduce(
    (read, { cardId, ...history }) => putPast(read, cardId, { ...history, othersLastStudied: null }),
    state,
  );
}
