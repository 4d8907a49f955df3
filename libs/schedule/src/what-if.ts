import type { Day } from '@kumbuka/contracts/study-day';
import { standardParameters, type Parameters } from './parameters.ts';
import type { Rating } from './review-log.ts';
import { createForesight, type Foresight } from './scheduler.ts';
import { chooseDay, drawOf, noEasyDays, openDays, type EasyDays } from './spread.ts';

/** Memory of a studied card today. */
export interface PlannedCard {
  deckId: number;
  stability: number;
  difficulty: number;
  /** Days since the latest answer. */
  elapsedDays: number;
  /** Days until the card falls due; negative when overdue. */
  dueInDays: number;
}

/** Settings whose effect is computed. */
export interface Plan {
  rememberPercent: number;
  longestInterval: number;
  /** 0 for no limit: then no new cards are assumed beyond `usualNewPerDay`. */
  newCardsPerDay: number;
  /** 0 for no limit. */
  dailyLimit: number;
  easyDays: EasyDays;
  /** Days without study, both inclusive. */
  absence?: { from: Day; until: Day } | null;
}

/** What is known about the learner besides the cards. */
export interface Habits {
  today: Day;
  newCards: number;
  /** New cards of an average day, for learners without a limit. */
  usualNewPerDay: number;
  secondsPerAnswer: number;
  /** Share of correct first answers to new cards. */
  firstCorrect: number;
  /** How much better than predicted the learner remembers, in logits. */
  recallShift: number;
  /** Percent to remember in decks with settings of their own. */
  deckPercents: ReadonlyMap<number, number>;
  weights?: readonly number[];
}

export interface ForeseenDay {
  /** Answers to cards that were studied before. */
  reviews: number;
  /** Answers to new cards. */
  fresh: number;
  minutes: number;
  /** Cards that the learner would remember at the end of the day. */
  known: number;
  /** Due cards that the limit leaves for later. */
  waiting: number;
}

interface SimulatedCard {
  id: number;
  foresight: Foresight;
  stability: number;
  difficulty: number;
  /** Index of the day of the latest answer; negative before today. */
  last: number;
  answers: number;
}

const isAway = ({ absence }: Plan, day: Day): boolean =>
  absence !== undefined && absence !== null && absence.from <= day && day <= absence.until;

/** Recall by other odds. */
export const shifted = (recall: number, shift: number) => {
  if (shift === 0) return recall;
  const odds = (recall / (1 - recall)) * Math.exp(shift);
  return Number.isFinite(odds) ? odds / (1 + odds) : recall;
};

/** Predicts each of the next days under a plan. The draws follow from the seed, so that two plans differ by their settings alone. */
export function foresee(
  cards: readonly PlannedCard[],
  plan: Plan,
  habits: Habits,
  days: number,
  seed = 'what-if',
): ForeseenDay[] {
  const foresights = new Map<number, Foresight>();
  const foresightOf = (deckId: number): Foresight => {
    const percent = habits.deckPercents.get(deckId) ?? plan.rememberPercent;
    const known = foresights.get(percent);
    if (known) return known;
    const parameters: Parameters = {
      ...standardParameters,
      weights: habits.weights ?? standardParameters.weights,
      desiredRetention: percent / 100,
      longestInterval: plan.longestInterval,
    };
    const created = createForesight(parameters);
    foresights.set(percent, created);
    return created;
  };

  const due: SimulatedCard[][] = Array.from({ length: days }, () => []);
  const random = createDraws(seed);
  const hasEasyDays = plan.easyDays.some((kind) => kind !== 'full');
  const studied: SimulatedCard[] = [];
  const spread = { easyDays: plan.easyDays, load: (day: Day) => due[day - habits.today]?.length ?? 0 };

  const dueAfter = (card: SimulatedCard, on: number, elapsed: number): number => {
    const { first, last } = card.foresight.range(card.stability, elapsed);
    if (!hasEasyDays) return on + first + Math.floor(random() * (last - first + 1));
    const today = habits.today + on;
    const range = { first: today + first, last: today + last, earliest: today + 1 };
    return chooseDay(openDays(range, plan.easyDays), spread, `${random()}`) - habits.today;
  };
  const answer = (card: SimulatedCard, on: number, rating: Rating) => {
    const elapsed = on - card.last;
    const before = card.answers === 0 ? null : card;
    const { stability, difficulty } = card.foresight.next(before, before ? elapsed : 0, rating);
    card.stability = stability;
    card.difficulty = difficulty;
    card.last = on;
    card.answers += 1;
    due[dueAfter(card, on, before ? elapsed : 0)]?.push(card);
  };

  for (const [index, { deckId, stability, difficulty, elapsedDays, dueInDays }] of cards.entries()) {
    const card = {
      id: index,
      foresight: foresightOf(deckId),
      stability,
      difficulty,
      last: -elapsedDays,
      answers: 1,
    };
    studied.push(card);
    due[Math.max(0, dueInDays)]?.push(card);
  }

  let unseen = habits.newCards;
  const newPerDay = plan.newCardsPerDay > 0 ? plan.newCardsPerDay : habits.usualNewPerDay;
  let newShare = 0;
  return due.map((ofDay, on) => {
    const recallOf = (card: SimulatedCard) =>
      shifted(card.foresight.recall(on - card.last, card.stability), habits.recallShift);
    if (isAway(plan, habits.today + on)) {
      due[on + 1]?.push(...ofDay);
      const known = studied.reduce((sum, card) => sum + recallOf(card), 0);
      return { reviews: 0, fresh: 0, minutes: 0, known, waiting: ofDay.length };
    }
    const limit = plan.dailyLimit > 0 ? plan.dailyLimit : Infinity;
    const isLimited = ofDay.length > limit;
    const queue = isLimited ? [...ofDay].sort((a, b) => recallOf(a) - recallOf(b)) : ofDay;
    const reviewed = isLimited ? queue.slice(0, limit) : queue;
    if (isLimited) for (const card of queue.slice(limit)) due[on + 1]?.push(card);
    for (const card of reviewed) answer(card, on, random() < recallOf(card) ? 3 : 1);
    newShare += newPerDay;
    const fresh = Math.min(unseen, Math.floor(newShare), limit - reviewed.length);
    newShare -= Math.floor(newShare);
    unseen -= fresh;
    for (let count = 0; count < fresh; count++) {
      const card = {
        id: studied.length,
        foresight: foresightOf(0),
        stability: 0,
        difficulty: 0,
        last: on,
        answers: 0,
      };
      studied.push(card);
      answer(card, on, random() < habits.firstCorrect ? 3 : 1);
    }
    const answers = reviewed.length + fresh;
    return {
      reviews: reviewed.length,
      fresh,
      minutes: (answers * habits.secondsPerAnswer) / 60,
      known: studied.reduce((sum, card) => sum + recallOf(card), 0),
      waiting: ofDay.length - reviewed.length,
    };
  });
}

/** Seeded numbers from 0 to below 1. */
export function createDraws(seed: string): () => number {
  let state = Math.floor(drawOf(seed) * 2 ** 32);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Answers of an average day. */
export const answersADay = (days: readonly ForeseenDay[]): number =>
  days.reduce((sum, { reviews, fresh }) => sum + reviews + fresh, 0) / Math.max(1, days.length);

/** A learner who has changed nothing. */
export const usualPlan: Plan = {
  rememberPercent: Math.round(standardParameters.desiredRetention * 100),
  longestInterval: standardParameters.longestInterval,
  newCardsPerDay: 0,
  dailyLimit: 0,
  easyDays: noEasyDays,
};
