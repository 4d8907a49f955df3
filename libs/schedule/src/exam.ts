import { study as constants } from '@kumbuka/contracts/constants';
import type { Day } from '@kumbuka/contracts/study-day';
import { memoryOf, afterAnswer, startOf } from './card-study.ts';
import { standardParameters, type ParameterSets } from './parameters.ts';
import { activeAnswers, dayOfAnswer, type Rating, type ReviewEntry } from './review-log.ts';
import { createForesight, predictedRecallOf } from './scheduler.ts';
import { createDraws, shifted, type Habits, type PlannedCard } from './what-if.ts';

/** Days before an exam on which no new card is begun, where there is time. */
const lastDays = 3;
/** Days from which on the last ones are kept free of new cards. */
const shortDays = 7;

/** New cards of a day, so that all are begun in time. `daysLeft` counts this day. */
export const newCardsOfDay = (unseen: number, daysLeft: number): number =>
  Math.ceil(unseen / Math.max(1, daysLeft >= shortDays ? daysLeft - lastDays : daysLeft));

/** A card that is remembered this surely is not repeated ahead for an exam. */
const sureRecall = 0.97;

interface ExamCard {
  cardId: number;
  stability: number | null;
  lastDay: Day | null;
}

/** Cards to repeat for an exam: weakest first, without those of today and those that are remembered surely. */
export const weakestForExam = <Card extends ExamCard>(
  cards: readonly Card[],
  today: Day,
  weights: readonly number[],
): Card[] =>
  cards
    .filter(({ lastDay }) => lastDay !== today)
    .map((card) => ({ card, recall: predictedRecallOf(card, today, weights) ?? 1 }))
    .filter(({ recall }) => recall < sureRecall)
    .sort((a, b) => a.recall - b.recall || a.card.cardId - b.card.cardId)
    .map(({ card }) => card);

/** What is studied for an exam. */
export interface ExamPlan {
  /** Days from today to the exam. */
  days: number;
  /** Answers that fit into the minutes of a day. */
  answersADay: number;
  unseen: number;
}

/** A day before the exam, or the exam's: mean recall of all cards when it begins, and what is studied on it. */
export interface ExamDay {
  recall: number;
  fresh: number;
  reviews: number;
}

/** Runs that are averaged: a few cards are a matter of chance. */
const runsFor = (cards: number) => Math.max(1, Math.min(12, Math.ceil(2_000 / Math.max(1, cards))));

interface Simulated {
  stability: number;
  difficulty: number;
  last: number;
}

function simulate(
  cards: readonly PlannedCard[],
  { days, answersADay, unseen: begun }: ExamPlan,
  habits: Habits,
  seed: string,
): ExamDay[] {
  const weights = habits.weights ?? standardParameters.weights;
  const foresight = createForesight({ ...standardParameters, weights });
  const random = createDraws(seed);
  const studied: Simulated[] = cards.map(({ stability, difficulty, elapsedDays }) => ({
    stability,
    difficulty,
    last: -elapsedDays,
  }));
  let unseen = begun;
  const total = Math.max(1, studied.length + unseen);
  const predicted = (card: Simulated, on: number) => foresight.recall(on - card.last, card.stability);
  const answer = (card: Simulated, on: number, rating: Rating) => {
    const before = card.stability === 0 ? null : card;
    const next = foresight.next(before, before ? on - card.last : 0, rating);
    Object.assign(card, next, { last: on });
  };
  const expected = (said: number) => (1 - constants.slips) * shifted(said, habits.recallShift);
  const recallOn = (on: number) =>
    studied.reduce((sum, card) => sum + expected(predicted(card, on)), 0) / total;
  const found: ExamDay[] = [];
  for (let on = 0; on < days; on++) {
    const recall = recallOn(on);
    const fresh = Math.min(unseen, answersADay, newCardsOfDay(unseen, days - on));
    const weakest = studied
      .map((card) => ({ card, said: predicted(card, on) }))
      .filter(({ card, said }) => card.last !== on && said < sureRecall)
      .sort((a, b) => a.said - b.said)
      .slice(0, answersADay - fresh);
    for (const { card, said } of weakest) answer(card, on, random() < expected(said) ? 3 : 1);
    for (let count = 0; count < fresh; count++) {
      const card = { stability: 0, difficulty: 0, last: on };
      answer(card, on, random() < habits.firstCorrect ? 3 : 1);
      studied.push(card);
    }
    unseen -= fresh;
    found.push({ recall, fresh, reviews: weakest.length });
  }
  return [...found, { recall: recallOn(days), fresh: 0, reviews: 0 }];
}

/** Foresees each day up to an exam, that day included, when its cards are studied within the minutes given. */
export function foreseeExam(cards: readonly PlannedCard[], plan: ExamPlan, habits: Habits): ExamDay[] {
  const count = runsFor(cards.length + plan.unseen);
  const runs = Array.from({ length: count }, (_, run) => simulate(cards, plan, habits, `exam ${run}`));
  const mean = (day: number, of: (each: ExamDay) => number) =>
    runs.reduce((sum, run) => sum + of(run[day] ?? { recall: 0, fresh: 0, reviews: 0 }), 0) / count;
  return Array.from({ length: plan.days + 1 }, (_, day) => ({
    recall: mean(day, ({ recall }) => recall),
    fresh: mean(day, ({ fresh }) => fresh),
    reviews: mean(day, ({ reviews }) => reviews),
  }));
}

/** Predicted recall of a card at the beginning of each day, from its entries; 0 while it is new. */
export function recallByDay(
  entries: readonly ReviewEntry[],
  sets: ParameterSets,
  { first, last }: { first: Day; last: Day },
  weights: readonly number[],
): number[] {
  const start = startOf(entries);
  const answers = activeAnswers(entries).filter(({ seq }) => seq > start.after);
  let { study } = start;
  let next = 0;
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = first + index;
    for (let answer = answers[next]; answer && dayOfAnswer(answer) < day; answer = answers[++next])
      study = afterAnswer(study, answer, sets);
    return memoryOf(study) ? (predictedRecallOf(study, day, weights) ?? 0) : 0;
  });
}
