import type { Principal } from '@kumbuka/identity';
import { dayOfAnswer, type ReviewEntry } from '@kumbuka/schedule';
import { advance, beginAt, type Advance } from '../../domain/advance.ts';
import type { NamedEntry } from '../../domain/answer/answer-outcome.ts';
import { decideUndo } from '../../domain/answer/decide-answer.ts';
import type { Writing } from '../../domain/answer/writing.ts';
import { decideCorrection } from '../../domain/answer/reschedule.ts';
import type { Card } from '../../domain/card/card.ts';
import { AnswerNotFound, AnswerNotLatest, FlashcardNotFound } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import type { Learner } from '../../domain/learner/learner.ts';
import { liveCard, pastOf, putPast, type StudyState } from '../../domain/study-state.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';
import { endIdleSessions } from '../session/finish-sessions.ts';
import { historyOf } from './read-past.ts';

export interface UndoneAnswer {
  card: Card;
  learner: Learner;
}

const loadSlice = async ({ studies }: UnitOfWork, userId: number, answer: NamedEntry) => {
  const { deckId, cardId, sessionId } = answer;
  const keys = { decks: [deckId], cards: [cardId], days: [dayOfAnswer(answer)], sessions: [sessionId] };
  const state = await studies.load(userId, keys);
  assertNotErased(state);
  return state;
};

/** The card, which may have moved to another deck since the answer. */
function cardOf(state: StudyState, { cardId }: NamedEntry): Card {
  const card = liveCard(state, cardId);
  if (!card) throw new FlashcardNotFound();
  return card;
}

/** Adds the past answers of the card, which the undo needs. */
async function withPast(
  { studies, reviews }: UnitOfWork,
  state: StudyState,
  { deckId, cardId }: Card,
  log: readonly ReviewEntry[],
) {
  const othersLastStudied = await studies.lastStudiedBeside(state.ownerId, deckId, [cardId]);
  return putPast(state, cardId, { ...(await historyOf(reviews, state, cardId, log)), othersLastStudied });
}

const isUndone = (log: readonly ReviewEntry[], { id }: NamedEntry) =>
  log.some((entry) => entry.kind === 'undone' && entry.undoes === id);

function assertLatest(state: StudyState, answer: NamedEntry) {
  if (answer.kind === 'reviewed' && pastOf(state, answer.cardId).answers.at(-1)?.id !== answer.id)
    throw new AnswerNotLatest();
}

/** Undoes the answer. The answer before it may need another due day, because late answers preceded it meanwhile. */
function undo(begun: Advance, answer: NamedEntry, writing: () => Writing): Advance {
  const { now } = writing();
  const undone = advance(begun, decideUndo(begun.state, answer, writing()), now);
  const correction = decideCorrection(undone.state, answer.cardId, writing());
  return correction ? advance(undone, correction, now) : undone;
}

/** Undoes the latest answer to a card, or an answer of practice; undoing it again changes nothing. */
export const undoAnswer =
  (ports: Pick<Ports, 'transact' | 'now' | 'newId'>) =>
  (clientEventId: string, { userId }: Pick<Principal, 'userId'>): Promise<UndoneAnswer> =>
    ports.transact(userId, async (unit) => {
      const [answer] = await unit.reviews.findNamed(userId, [clientEventId]);
      if (!answer) throw new AnswerNotFound();
      const loaded = await loadSlice(unit, userId, answer);
      const card = cardOf(loaded, answer);
      const log = await unit.reviews.ofCards(userId, [answer.cardId]);
      if (isUndone(log, answer)) return { card, learner: loaded.learner };
      const state = await withPast(unit, loaded, card, log);
      assertLatest(state, answer);
      const now = ports.now();
      const ended = endIdleSessions(beginAt(state), ports);
      const undone = undo(ended, answer, () => ({ id: ports.newId(), now }));
      const saved = await saveAdvance(unit, undone, now);
      return { card: cardOf(saved, answer), learner: saved.learner };
    });
