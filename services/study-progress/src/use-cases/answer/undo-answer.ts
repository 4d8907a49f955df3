import type { Principal } from '@kumbuka/identity';
import { advance, beginAt } from '../../domain/advance.ts';
import { decideUndo } from '../../domain/answer/decide-answer.ts';
import type { Card } from '../../domain/card/card.ts';
import { AnswerNotFound, AnswerNotLatest, FlashcardNotFound } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import type { Learner } from '../../domain/learner/learner.ts';
import { activeAnswers, type AnswerEntry, dayOfAnswer } from '@kumbuka/schedule';
import { liveCard, putPast, type StudyState } from '../../domain/study-state.ts';
import { endIdleSessions } from '../session/finish-sessions.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

export interface UndoneAnswer {
  card: Card;
  learner: Learner;
}

const loadSlice = async ({ studies }: UnitOfWork, userId: number, answer: AnswerEntry) => {
  const { deckId, cardId, sessionId } = answer;
  const keys = { decks: [deckId], cards: [cardId], days: [dayOfAnswer(answer)], sessions: [sessionId] };
  const state = await studies.load(userId, keys);
  assertNotErased(state);
  return state;
};

/** The card, which may have moved to another deck since the answer. */
function cardOf(state: StudyState, { cardId }: AnswerEntry): Card {
  const card = liveCard(state, cardId);
  if (!card) throw new FlashcardNotFound();
  return card;
}

/** Adds the past answers of the card, which the undo needs. */
async function withPast(
  { studies }: UnitOfWork,
  state: StudyState,
  { deckId, cardId }: Card,
  answers: AnswerEntry[],
) {
  const othersLastStudied = await studies.lastStudiedBeside(state.ownerId, deckId, cardId);
  return putPast(state, cardId, { answers, othersLastStudied });
}

/** Undoes the latest answer to a card; undoing it again changes nothing. */
export const undoAnswer =
  (ports: Pick<Ports, 'transact' | 'now' | 'newId'>) =>
  (clientEventId: string, { userId }: Pick<Principal, 'userId'>): Promise<UndoneAnswer> =>
    ports.transact(userId, async (unit) => {
      const [answer] = await unit.reviews.findNamed(userId, [clientEventId]);
      if (!answer) throw new AnswerNotFound();
      const loaded = await loadSlice(unit, userId, answer);
      const card = cardOf(loaded, answer);
      const active = activeAnswers(await unit.reviews.ofCards(userId, [answer.cardId]));
      if (!active.some(({ id }) => id === answer.id)) return { card, learner: loaded.learner };
      if (active.at(-1)?.id !== answer.id) throw new AnswerNotLatest();

      const begun = beginAt(await withPast(unit, loaded, card, active));
      const ended = endIdleSessions(begun, ports);
      const writing = { id: ports.newId(), now: ports.now() };
      const undone = advance(ended, decideUndo(ended.state, answer, writing), writing.now);
      const state = await saveAdvance(unit, undone, writing.now);
      return { card: cardOf(state, answer), learner: state.learner };
    });
