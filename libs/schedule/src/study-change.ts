import type { ParameterSets } from './parameters.ts';
import { byTime, type AnswerEntry } from './review-log.ts';
import {
  afterAnswer,
  isLearned,
  recallOf,
  replay,
  studyCount,
  type CardStudy,
  type Recall,
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

/** Compares two chronological lists of answers, after a late answer or an undo. */
export function withAnswers(
  before: readonly AnswerEntry[],
  after: readonly AnswerEntry[],
  sets: ParameterSets,
): StudyChange {
  const [was, is] = [replay(before, sets), replay(after, sets)];
  return { before: was.study, after: is.study, removed: was.recalls, added: is.recalls };
}

export const withLate = (answers: readonly AnswerEntry[], answer: AnswerEntry): AnswerEntry[] =>
  [...answers, answer].sort(byTime);

const isStudied = (study: CardStudy) => studyCount(study) > 0;

/** Changes in the number of studied and learned cards: -1, 0 or 1. */
export const countsOf = ({ before, after }: StudyChange) => ({
  studied: Number(isStudied(after)) - Number(isStudied(before)),
  learned: Number(isLearned(after)) - Number(isLearned(before)),
});
