import { study } from '@kumbuka/contracts/constants';
import type { Day } from '@kumbuka/contracts/study-day';
import { parametersOf, type ParameterSets } from './parameters.ts';
import {
  dayOfAnswer,
  wasCorrect,
  type AnswerEntry,
  type ImportedSchedule,
  type ReviewEntry,
} from './review-log.ts';
import { nextMemory, type GradedAnswer, type Memory } from './scheduler.ts';

/** Schedule and counters of one card, computed from its active answers. */
export interface CardStudy {
  correct: number;
  incorrect: number;
  durationMs: number;
  lastStudiedAt: Date | null;
  /** Study day of the last answer. This and the next three are `null` for a new card. */
  lastDay: Day | null;
  dueDay: Day | null;
  stability: number | null;
  difficulty: number | null;
  lapses: number;
}

export const newCardStudy: CardStudy = {
  correct: 0,
  incorrect: 0,
  durationMs: 0,
  lastStudiedAt: null,
  lastDay: null,
  dueDay: null,
  stability: null,
  difficulty: null,
  lapses: 0,
};

export const studyCount = ({ correct, incorrect }: CardStudy): number => correct + incorrect;
/** Whether a card has a schedule, from answers or from an import. Other cards are new. */
export const isScheduled = ({ dueDay }: Pick<CardStudy, 'dueDay'>): boolean => dueDay !== null;
export const isLearned = ({ correct }: CardStudy): boolean => correct >= study.learnedAfter;

export function memoryOf(card: CardStudy): Memory | null {
  const { stability, difficulty, lastDay, dueDay, lapses } = card;
  if (stability === null || difficulty === null || lastDay === null || dueDay === null) return null;
  return { stability, difficulty, lastDay, dueDay, lapses, reps: studyCount(card) };
}

/** The answer as the scheduler takes it. */
export const gradedAnswer = (answer: AnswerEntry): GradedAnswer => ({
  cardId: answer.seed ?? answer.cardId,
  day: dayOfAnswer(answer),
  rating: answer.rating,
});

/** Applies an answer that is not older than the card's last one. */
export function afterAnswer(before: CardStudy, answer: AnswerEntry, sets: ParameterSets): CardStudy {
  const correct = wasCorrect(answer);
  const memory = nextMemory(
    memoryOf(before),
    gradedAnswer(answer),
    parametersOf(sets, answer.parameterVersion),
  );
  return {
    correct: before.correct + (correct ? 1 : 0),
    incorrect: before.incorrect + (correct ? 0 : 1),
    durationMs: before.durationMs + answer.durationMs,
    lastStudiedAt: answer.answeredAt,
    lastDay: memory.lastDay,
    dueDay: answer.dueDay ?? memory.dueDay,
    stability: memory.stability,
    difficulty: memory.difficulty,
    lapses: memory.lapses,
  };
}

/** First answer of a day to a card in review; the retention rate counts these. */
export interface Recall {
  day: Day;
  /** Days since the card's previous answer. */
  interval: number;
  wasCorrect: boolean;
}

export function recallOf(before: CardStudy, after: CardStudy, answer: AnswerEntry): Recall | null {
  if (before.lastDay === null || after.lastDay === null || after.lastDay === before.lastDay) return null;
  const interval = after.lastDay - before.lastDay;
  return { day: after.lastDay, interval, wasCorrect: wasCorrect(answer) };
}

export interface CardHistory {
  study: CardStudy;
  recalls: Recall[];
}

/** State from which a replay of a card begins. */
export interface StartingPoint {
  /** Position of the latest reset: answers up to it do not count. */
  after: number;
  study: CardStudy;
}

/** Starting point of a card that was neither imported with a schedule nor reset. */
export const newStart: StartingPoint = { after: 0, study: newCardStudy };

/** Study of a card that was imported with its schedule. Reviews in the other program are not counted. */
export const importedStudy = ({
  dueDay,
  lastDay,
  stability,
  difficulty,
  lapses,
}: ImportedSchedule): CardStudy => ({
  ...newCardStudy,
  dueDay,
  lastDay,
  stability,
  difficulty,
  lapses,
});

/** Starting point after one more entry. An imported schedule precedes all answers since the latest reset. */
export function startAfter(start: StartingPoint, entry: ReviewEntry): StartingPoint {
  if (entry.kind === 'reset') return { after: entry.seq, study: newCardStudy };
  if (entry.kind === 'schedule-imported') return { ...start, study: importedStudy(entry) };
  if (entry.kind === 'rescheduled' && entry.answerId === null && isScheduled(start.study))
    return { ...start, study: { ...start.study, dueDay: entry.dueDay } };
  return start;
}

/** Starting point of a card from its entries in the order of writing. */
export function startOf(entries: readonly ReviewEntry[]): StartingPoint {
  const undone = new Set(entries.flatMap((entry) => (entry.kind === 'undone' ? [entry.undoes] : [])));
  return entries.filter(({ id }) => !undone.has(id)).reduce(startAfter, newStart);
}

/** Time of the latest answer that a reset left behind. */
const studiedBefore = (answers: readonly AnswerEntry[], { after }: StartingPoint): Date | null =>
  answers.findLast(({ seq }) => seq <= after)?.answeredAt ?? null;

/** Replays the active answers of one card in order. */
export function replay(
  answers: readonly AnswerEntry[],
  sets: ParameterSets,
  start: StartingPoint,
): CardHistory {
  const counted = answers.filter(({ seq }) => seq > start.after);
  let study: CardStudy = { ...start.study, lastStudiedAt: studiedBefore(answers, start) };
  const recalls: Recall[] = [];
  for (const answer of counted) {
    const after = afterAnswer(study, answer, sets);
    const recall = recallOf(study, after, answer);
    if (recall) recalls.push(recall);
    study = after;
  }
  return { study, recalls };
}
