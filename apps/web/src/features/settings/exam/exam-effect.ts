import { dayOfDate } from '@kumbuka/contracts/study-day';
import { foreseeExam, type ExamDay, type Plan } from '@kumbuka/schedule';
import { cardsOf, habitsOf, type MemoryTable } from '../schedule/memory.ts';

/** Exam whose days are foreseen. */
export interface ExamAsked {
  deckIds: readonly number[];
  /** YYYY-MM-DD. */
  date: string;
  minutesADay: number;
  /** New cards of these decks. */
  unseen: number;
}

export interface ExamEffect {
  asked: ExamAsked;
  /** From today to the exam; empty without cards. */
  days: ExamDay[];
  /** Cards of the decks. */
  cards: number;
  /** How much better than predicted the learner remembers, in logits. */
  recallShift: number;
}

/** A plan, and what is asked beside it. */
export interface AskedPlan extends Plan {
  exam?: ExamAsked | null;
}

/** Foresees the days up to an exam; `null` for one that is not ahead. */
export function effectOfExam(table: MemoryTable, { exam }: AskedPlan): ExamEffect | null {
  const days = exam ? dayOfDate(exam.date) - dayOfDate(table.today) : 0;
  if (!exam || days < 1) return null;
  const cards = cardsOf(table).filter(({ deckId }) => exam.deckIds.includes(deckId));
  const habits = habitsOf(table);
  const answersADay = Math.max(1, Math.floor((60 * exam.minutesADay) / table.secondsPerAnswer));
  const count = cards.length + exam.unseen;
  const plan = { days, answersADay, unseen: exam.unseen };
  return {
    asked: exam,
    days: count === 0 ? [] : foreseeExam(cards, plan, habits),
    cards: count,
    recallShift: habits.recallShift,
  };
}
