import { countAnswer as onDay, emptyDayCounts } from '../calendar/day-counts.ts';
import type { Card } from '../card/card.ts';
import {
  type AnswerEntry,
  comesLate,
  dayOfAnswer,
  type StudyChange,
  type UndoEntry,
  withAnswer,
  withAnswers,
  withLate,
} from '@kumbuka/schedule';
import { laterOf, withStudyChange as deckWithStudyChange, type Deck } from '../deck/deck.ts';
import { withBadgesOfAnswer } from '../learner/badges.ts';
import * as learners from '../learner/learner.ts';
import { addAnswer, removeAnswer, startSession } from '../session/session.ts';
import { withTurn } from '../session/turn.ts';
import {
  atSeq,
  liveCard,
  liveDeck,
  pastOf,
  putCard,
  putDay,
  putDeck,
  putPast,
  putSession,
  setsOf,
  type CardPast,
  type StudyState,
} from '../study-state.ts';

export interface Place {
  deck: Deck;
  card: Card;
}

/** The card and the deck that it is in; the entry names the deck that it was in when it was written. */
function placeOf(state: StudyState, { cardId }: { cardId: number }): Place {
  const card = liveCard(state, cardId);
  const deck = card && liveDeck(state, card.deckId);
  if (!deck) throw new Error(`Card ${cardId} is not in the state.`);
  return { deck, card };
}

/** Updates the card's loaded history after an entry. */
const withPast = (
  state: StudyState,
  cardId: number,
  change: (answers: readonly AnswerEntry[]) => AnswerEntry[],
) => {
  const past = state.pasts.get(cardId);
  return past ? putPast(state, cardId, { ...past, answers: change(past.answers) }) : state;
};

/** Applies the change of a card's study to the card, its deck and the learner. */
export function withChange(
  state: StudyState,
  { deck, card }: Place,
  change: StudyChange,
  studiedAt: Date | null,
) {
  const changed = putDeck(state, deckWithStudyChange(deck, card, change, studiedAt));
  const learner = learners.withStudyChange(state.learner, card, change);
  return { ...putCard(changed, { ...card, ...change.after, version: card.version + 1 }), learner };
}

function countAnswer(state: StudyState, answer: AnswerEntry, change: 1 | -1): StudyState {
  const day = dayOfAnswer(answer);
  const before = state.days.get(day) ?? emptyDayCounts;
  const after = onDay(before, answer, change);
  const learner = learners.withAnswer(state.learner, answer, change, {
    before: before.answers,
    after: after.answers,
  });
  return { ...putDay(state, day, after), learner };
}

function joinSession(state: StudyState, answer: AnswerEntry): StudyState {
  const ended = state.sessions.get(answer.sessionId);
  if (ended) return putSession(state, addAnswer(ended, answer));
  const open = learners.openSessionOf(state.learner, answer.sessionId) ?? startSession(answer);
  return { ...state, learner: learners.withSession(state.learner, addAnswer(open, answer)) };
}

function leaveSession(state: StudyState, answer: AnswerEntry): StudyState {
  const ended = state.sessions.get(answer.sessionId);
  if (ended) return putSession(state, removeAnswer(ended, answer));
  const open = learners.openSessionOf(state.learner, answer.sessionId);
  return open
    ? { ...state, learner: learners.withSession(state.learner, removeAnswer(open, answer)) }
    : state;
}

const withOneMore = (past: CardPast, answer: AnswerEntry): CardPast => ({
  ...past,
  answers: withLate(past.answers, answer),
});

/** Applies an answer to its card, deck, day, session and learner. A late answer replays the card. */
export function evolveAnswer(state: StudyState, answer: AnswerEntry): StudyState {
  const place = placeOf(state, answer);
  const { cardId, answeredAt } = answer;
  const sets = setsOf(state, cardId);
  const change = comesLate(place.card, answeredAt)
    ? withAnswers(pastOf(state, cardId), withOneMore(pastOf(state, cardId), answer), sets)
    : withAnswer(place.card, answer, sets);
  const studied = withChange(state, place, change, laterOf(place.deck.lastStudiedAt, answeredAt));
  const counted = joinSession(countAnswer(atSeq(studied, answer.seq), answer, 1), answer);
  const learner = withBadgesOfAnswer(counted.learner, dayOfAnswer(answer), answer.recordedAt);
  const updated = { ...counted, learner, turns: withTurn(state.turns, answer, true) };
  return withPast(updated, cardId, (answers) => withLate(answers, answer));
}

/** Undoes an answer; undoing it again changes nothing. Earned XP and badges remain. */
export function evolveUndo(state: StudyState, undo: UndoEntry): StudyState {
  const past = pastOf(state, undo.cardId);
  const { answers, othersLastStudied } = past;
  const answer = answers.find(({ id }) => id === undo.undoes);
  if (!answer) return atSeq(state, undo.seq);
  const rest = answers.filter(({ id }) => id !== undo.undoes);
  const change = withAnswers(past, { ...past, answers: rest }, setsOf(state, undo.cardId));
  const studiedAt = laterOf(othersLastStudied, change.after.lastStudiedAt);
  const studied = withChange(state, placeOf(state, undo), change, studiedAt);
  const counted = leaveSession(countAnswer(atSeq(studied, undo.seq), answer, -1), answer);
  return withPast({ ...counted, turns: withTurn(state.turns, answer, false) }, undo.cardId, () => rest);
}
