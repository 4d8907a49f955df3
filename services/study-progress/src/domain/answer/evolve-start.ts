import { newCardStudy, newStart, startAfter, withAnswers } from '@kumbuka/schedule';
import type { ResetEntry, ScheduleImportedEntry } from '@kumbuka/schedule';
import * as decks from '../deck/deck.ts';
import * as learners from '../learner/learner.ts';
import {
  atSeq,
  liveCard,
  liveDeck,
  putCard,
  putDeck,
  putPast,
  setsOf,
  type StudyState,
} from '../study-state.ts';
import { withChange } from './evolve-answer.ts';

/** Updates the loaded starting point of a card. */
function withStart(state: StudyState, entry: ScheduleImportedEntry | ResetEntry): StudyState {
  const past = state.pasts.get(entry.cardId);
  return past ? putPast(state, entry.cardId, { ...past, start: startAfter(past.start, entry) }) : state;
}

/**
 * Gives a card the schedule that it had in another program. Answers that were given here before the schedule arrived are
 * replayed from it. For a deleted card only the log position advances.
 */
export function evolveScheduleImported(state: StudyState, entry: ScheduleImportedEntry): StudyState {
  const card = liveCard(state, entry.cardId);
  const deck = card && liveDeck(state, card.deckId);
  if (!deck) return atSeq(state, entry.seq);
  const past = state.pasts.get(entry.cardId) ?? { answers: [], start: newStart };
  if (card.lastStudiedAt !== null && past.answers.length === 0)
    throw new Error(`The log of card ${card.cardId} was not read.`);
  const after = { ...past, start: startAfter(past.start, entry) };
  const change = withAnswers(past, after, setsOf(state, entry.cardId));
  const changed = withChange(state, { deck, card }, change, deck.lastStudiedAt);
  return atSeq(withStart(changed, entry), entry.seq);
}

/** Makes a card new again; streak, XP, accuracy and cards ever learned keep its answers. */
export function evolveReset(state: StudyState, entry: ResetEntry): StudyState {
  const card = liveCard(state, entry.cardId);
  const deck = card && liveDeck(state, card.deckId);
  if (!deck) return atSeq(state, entry.seq);
  const after = { ...card, ...newCardStudy, lastStudiedAt: card.lastStudiedAt, version: card.version + 1 };
  const learner = learners.withCard(learners.withoutCard(state.learner, card), after);
  const changed = putCard(putDeck(state, decks.withReset(deck, card, after)), after);
  return atSeq(withStart({ ...changed, learner }, entry), entry.seq);
}
