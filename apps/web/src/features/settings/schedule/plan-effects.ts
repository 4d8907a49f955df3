import { dateOf, dayOfDate } from '@kumbuka/contracts/study-day';
import {
  answersADay,
  foresee,
  foreseeExam,
  type ExamDay,
  type ForeseenDay,
  type Habits,
  type Plan,
} from '@kumbuka/schedule';
import type { MemoryTablePartsFragment } from './schedule-panel.generated.ts';

// Runs in a worker: nothing here translates or fetches.

export type MemoryTable = MemoryTablePartsFragment;

/** What a plan would do. */
export interface Effect {
  /** Cards a day in the next month. */
  cardsADay: number;
  minutesADay: number;
  /** Cards a day with more to remember: five percentage points, or as many as there are up to 97. */
  more: { percent: number; cardsADay: number };
  /** Additional cards a day because of the longest interval. */
  addedByLongest: number;
  /** Due cards that wait today, and days until none does; `null` when that is not within the days computed. */
  waiting: { today: number; clearInDays: number | null };
  /** Periods of 30 days. */
  months: { cardsADay: number; minutesADay: number; known: number }[];
}

const monthDays = 30;
const monthsShown = 6;
const mostPercent = 97;
const unlimited = 36_500;

/** A new learner's first answers: half of them right. */
const assumedAnswers = 10;
/** Reviews after which half of the difference between said and remembered counts. */
const assumedReviews = 100;

const logit = (share: number) => Math.log(share / (1 - share));

function habitsOf(table: MemoryTable): Habits {
  const { reviews, recalled, recallSaid, firstAnswers, firstCorrect } = table;
  const shift =
    reviews === 0 ? 0 : logit((recalled + 0.5) / (reviews + 1)) - logit((recallSaid + 0.5) / (reviews + 1));
  return {
    today: dayOfDate(table.today),
    newCards: table.newCards,
    usualNewPerDay: table.newPerDay,
    secondsPerAnswer: table.secondsPerAnswer,
    firstCorrect: (firstCorrect + assumedAnswers / 2) / (firstAnswers + assumedAnswers),
    recallShift: (shift * reviews) / (reviews + assumedReviews),
    ...(table.weights ? { weights: table.weights } : {}),
    deckPercents: new Map(table.deckPercents.map(({ deckId, rememberPercent }) => [deckId, rememberPercent])),
  };
}

const cardsOf = (table: MemoryTable) =>
  table.deckIds.map((deckId, index) => ({
    deckId,
    stability: table.stability[index] ?? 1,
    difficulty: table.difficulty[index] ?? 5,
    elapsedDays: table.elapsedDays[index] ?? 0,
    dueInDays: table.dueInDays[index] ?? 0,
  }));

const minutesADay = (days: readonly ForeseenDay[]) =>
  days.reduce((sum, { minutes }) => sum + minutes, 0) / Math.max(1, days.length);

/** Computes what a plan would do with the learner's cards. */
function effectOf(table: MemoryTable, plan: Plan): Effect {
  const cards = cardsOf(table);
  const habits = habitsOf(table);
  // A very large collection is counted by its part that was sent.
  const scale = cards.length === 0 ? 1 : table.total / cards.length;
  const daysOf = (changes: Partial<Plan>, days: number) =>
    foresee(cards, { ...plan, ...changes }, habits, days);
  const loadOf = (changes: Partial<Plan>) => scale * answersADay(daysOf(changes, monthDays));
  const days = daysOf({}, monthsShown * monthDays);
  const month = days.slice(0, monthDays);
  const cardsADay = scale * answersADay(month);
  const percent = Math.min(mostPercent, plan.rememberPercent + 5);
  const clear = days.findIndex(({ waiting }) => waiting === 0);
  return {
    cardsADay,
    minutesADay: scale * minutesADay(month),
    more: { percent, cardsADay: loadOf({ rememberPercent: percent }) },
    addedByLongest:
      plan.longestInterval === unlimited ? 0 : cardsADay - loadOf({ longestInterval: unlimited }),
    waiting: { today: days[0]?.waiting ?? 0, clearInDays: clear < 0 ? null : clear },
    months: Array.from({ length: monthsShown }, (_, index) => {
      const part = days.slice(index * monthDays, (index + 1) * monthDays);
      return {
        cardsADay: scale * answersADay(part),
        minutesADay: scale * minutesADay(part),
        known: Math.round(scale * (part.at(-1)?.known ?? 0)),
      };
    }),
  };
}

/** What an absence does to the learner's days. */
export interface AbsenceEffect {
  /** Cards of the days before it, and their minutes. */
  before: { days: number; cards: number; minutes: number };
  /** Cards that fall due meanwhile, by deck, most first. */
  meanwhile: { deckId: number; cards: number }[];
  /** Cards that wait on the first day afterwards. */
  waiting: number;
  /** Cards a day with which they are studied: the learner's limit, or one that is suggested. */
  limit: number;
  /** YYYY-MM-DD of the first day without any that wait; `null` when that is not foreseeable. */
  clearOn: string | null;
}

const leastSuggested = 20;
/** Days after an absence that are computed. */
const daysAfter = 180;

/** Half as much again as on a usual day. */
const suggestedLimit = (days: readonly ForeseenDay[]) =>
  Math.max(leastSuggested, Math.ceil((1.5 * answersADay(days)) / 10) * 10);

/** Computes what an absence does, under the other settings of a plan. */
function effectOfAbsence(table: MemoryTable, plan: Plan): AbsenceEffect | null {
  const { absence } = plan;
  const habits = habitsOf(table);
  const { today } = habits;
  if (!absence || absence.until < today) return null;
  const cards = cardsOf(table);
  const scale = cards.length === 0 ? 1 : table.total / cards.length;
  const [from, back] = [Math.max(0, absence.from - today), absence.until + 1 - today];
  const limit =
    plan.dailyLimit > 0
      ? plan.dailyLimit
      : suggestedLimit(foresee(cards, { ...plan, absence: null }, habits, monthDays));
  const days = foresee(cards, plan, habits, from);
  const after = foresee(cards, { ...plan, dailyLimit: limit }, habits, back + daysAfter);
  const clear = after.findIndex(({ waiting }, day) => day >= back && waiting === 0);
  const sum = (of: (day: ForeseenDay) => number) => scale * days.reduce((total, day) => total + of(day), 0);
  const meanwhile = new Map<number, number>();
  for (const { deckId, dueInDays } of cards)
    if (dueInDays >= from && dueInDays < back) meanwhile.set(deckId, (meanwhile.get(deckId) ?? 0) + scale);
  const first = after[back];
  return {
    before: {
      days: from,
      cards: sum(({ reviews, fresh }) => reviews + fresh),
      minutes: sum(({ minutes }) => minutes),
    },
    meanwhile: [...meanwhile]
      .map(([deckId, count]) => ({ deckId, cards: Math.round(count) }))
      .toSorted((a, b) => b.cards - a.cards || a.deckId - b.deckId),
    waiting: scale * (first ? first.reviews + first.waiting : 0),
    limit,
    clearOn: clear < 0 ? null : dateOf(today + clear),
  };
}

/** Computes the cards a day of the month that follows a table. */
function monthAfter(table: MemoryTable, plan: Plan): number {
  const cards = cardsOf(table);
  const scale = cards.length === 0 ? 1 : table.total / cards.length;
  return scale * answersADay(foresee(cards, plan, habitsOf(table), monthDays));
}

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

/** Foresees the days up to an exam; `null` for one that is not ahead. */
function effectOfExam(table: MemoryTable, { exam }: AskedPlan): ExamEffect | null {
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

/** A plan, and what is asked beside it. */
export interface AskedPlan extends Plan {
  exam?: ExamAsked | null;
}

/** What can be computed of a plan. */
export const effects = {
  exam: effectOfExam,
  settings: effectOf,
  absence: effectOfAbsence,
  month: monthAfter,
};
export type EffectName = keyof typeof effects;
