import { byTime, type AnswerEntry } from '../review-log.ts';
import {
  afterAnswer,
  isLearned,
  recallOf,
  replay,
  studyCount,
  type CardStudy,
  type Recall,
} from './card-study.ts';

/** What an entry does to the study of a card; deck and learner count the difference. */
export interface StudyChange {
  before: CardStudy;
  after: CardStudy;
  /** Recalls that count no longer. */
  gone: readonly Recall[];
  /** Recalls that count from now on. */
  come: readonly Recall[];
}

/** True when an answer is older than the last one of its card, so that the card's answers have to be replayed. */
export const comesLate = (card: Pick<CardStudy, 'lastStudiedAt'>, answeredAt: Date): boolean =>
  card.lastStudiedAt !== null && answeredAt < card.lastStudiedAt;

/** One more answer, which is not older than the card's last one. */
export function withAnswer(before: CardStudy, answer: AnswerEntry): StudyChange {
  const after = afterAnswer(before, answer);
  const recall = recallOf(before, after, answer);
  return { before, after, gone: [], come: recall ? [recall] : [] };
}

/** Other answers than before, each list by time: one came late or was taken back. */
export function withAnswers(before: readonly AnswerEntry[], after: readonly AnswerEntry[]): StudyChange {
  const [was, is] = [replay(before), replay(after)];
  return { before: was.study, after: is.study, gone: was.recalls, come: is.recalls };
}

export const withLate = (answers: readonly AnswerEntry[], answer: AnswerEntry): AnswerEntry[] =>
  [...answers, answer].sort(byTime);

const isStudied = (study: CardStudy) => studyCount(study) > 0;

/** By how much an entry changes the number of studied and of learned cards: -1, 0 or 1. */
export const countsOf = ({ before, after }: StudyChange) => ({
  studied: Number(isStudied(after)) - Number(isStudied(before)),
  learned: Number(isLearned(after)) - Number(isLearned(before)),
});
