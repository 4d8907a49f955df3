import type { ParameterSets } from './parameters.ts';
import { byTime, type AnswerEntry } from './review-log.ts';
import {
  afterAnswer,
  isLearned,
  isScheduled,
  recallOf,
  replay,
  type CardStudy,
  type Recall,
  type StartingPoint,
} from './card-study.ts';

/** Change of one card's study; deck and learner counters add the difference. */
export interface StudyChange {
  before: CardStudy;
  after: CardStudy;
  /** Recalls that no longer count. */
  removed: readonly Recall[];
  /** Recalls that count from now on. */
  added: readonly Recall[];
}

/** Whether an answer is older than the card's last one, which requires a replay. */
export const comesLate = (card: Pick<CardStudy, 'lastStudiedAt'>, answeredAt: Date): boolean =>
  card.lastStudiedAt !== null && answeredAt < card.lastStudiedAt;

/** Adds an answer that is not older than the card's last one. */
export function withAnswer(before: CardStudy, answer: AnswerEntry, sets: ParameterSets): StudyChange {
  const after = afterAnswer(before, answer, sets);
  const recall = recallOf(before, after, answer);
  return { before, after, removed: [], added: recall ? [recall] : [] };
}

/** Chronological active answers of a card and the state from which they count. */
export interface AnswersOfCard {
  answers: readonly AnswerEntry[];
  start: StartingPoint;
}

/** Compares two histories of a card, after a late answer, an undo or an import. */
export function withAnswers(before: AnswersOfCard, after: AnswersOfCard, sets: ParameterSets): StudyChange {
  const [was, is] = [replay(before.answers, sets, before.start), replay(after.answers, sets, after.start)];
  return { before: was.study, after: is.study, removed: was.recalls, added: is.recalls };
}

export const withLate = (answers: readonly AnswerEntry[], answer: AnswerEntry): AnswerEntry[] =>
  [...answers, answer].sort(byTime);

/** Changes in the number of scheduled and learned cards: -1, 0 or 1. */
export const countsOf = ({ before, after }: StudyChange) => ({
  studied: Number(isScheduled(after)) - Number(isScheduled(before)),
  learned: Number(isLearned(after)) - Number(isLearned(before)),
});
