import { describe, expect, it } from 'vitest';
import { weekdayOf, type Day } from '@kumbuka/contracts/study-day';
import { memoryOf, newCardStudy, type CardStudy } from './card-study.ts';
import { chosenDueDay } from './due-day-of-answer.ts';
import { standardParameters } from './parameters.ts';
import { nextMemory } from './scheduler.ts';
import { drawOf, noEasyDays, type EasyDays } from './spread.ts';

// Learners whose memory is not FSRS: recall falls by a power of time with an exponent of each card, and a review divides
// the exponent, most when the card was nearly forgotten.

const learners = Array.from({ length: 30 }, (_, index) => 9_101 + index);
const firstDay = 20_600;

interface Card {
  id: number;
  exponent: number;
  study: CardStudy;
}

const recallOf = ({ exponent, study }: Card, day: Day) =>
  study.lastDay === null ? 0 : 0.985 * (1 + 3 * (day - study.lastDay)) ** -exponent;

interface Policy {
  easyDays: EasyDays;
  /** Whether days are chosen by load; otherwise the fuzz alone decides. */
  isEven: boolean;
}

interface Life {
  learner: number;
  days: number;
  newOn(day: number): number;
}

/** Studies everything that is due on each day; returns reviews by day and the mean true recall of reviews. */
function live({ learner, days, newOn }: Life, { easyDays, isEven }: Policy) {
  const queues = new Map<Day, Card[]>();
  const draw = (card: number, answer: number, what: string) => drawOf(`${learner} ${card} ${answer} ${what}`);
  const reviews: number[] = [];
  let [recalls, count] = [0, 0];
  let nextId = learner * 10_000;
  const knownShare = 0.05 + 0.25 * drawOf(`${learner} known`);
  const gain = 0.45 + 0.15 * drawOf(`${learner} gain`);
  const answer = (card: Card, day: Day, isRight: boolean) => {
    const graded = { cardId: card.id, day, rating: isRight ? (3 as const) : (1 as const) };
    const memory = nextMemory(memoryOf(card.study), graded, standardParameters);
    const load = (on: Day) => queues.get(on)?.length ?? 0;
    const dueDay = isEven
      ? chosenDueDay(card.study, graded, standardParameters, { spread: { easyDays, load } })
      : memory.dueDay;
    card.study = { ...card.study, ...memory, dueDay, correct: memory.reps };
    const queue = queues.get(dueDay);
    if (queue) queue.push(card);
    else queues.set(dueDay, [card]);
  };
  for (let on = 0; on < days; on++) {
    const day = firstDay + on;
    const due = queues.get(day) ?? [];
    queues.delete(day);
    reviews.push(due.length);
    for (const card of due) {
      const recall = recallOf(card, day);
      recalls += recall;
      count += 1;
      const isRight = draw(card.id, card.study.correct, 'recall') < recall;
      card.exponent *= Math.max(0.3, 1 - gain * (isRight ? 0.35 + (1 - recall) : 0.3));
      answer(card, day, isRight);
    }
    for (let fresh = newOn(on); fresh > 0; fresh--) {
      const id = ++nextId;
      const isKnown = draw(id, 0, 'known') < knownShare;
      const exponent = (isKnown ? 0.05 : 0.26) * Math.exp(1.8 * (draw(id, 0, 'exponent') - 0.5));
      answer({ id, exponent, study: newCardStudy }, day, draw(id, 0, 'first') < (isKnown ? 0.85 : 0.05));
    }
  }
  return { reviews, recall: recalls / count };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const fuzzAlone: Policy = { easyDays: noEasyDays, isEven: false };
const even: Policy = { easyDays: noEasyDays, isEven: true };
/** Sunday off, half of Wednesday. */
const easyDays: EasyDays = ['off', 'full', 'full', 'half', 'full', 'full', 'full'];

const peakOf = (values: readonly number[]) => Math.max(...values) / meanOf(values);

describe('of learners whose memory is not FSRS', () => {
  it('300 cards of three days: the busiest day has at most 2.3 of the mean, less than by the fuzz alone', () => {
    const peaks = (policy: Policy) =>
      meanOf(
        learners.map((learner) => {
          const { reviews } = live({ learner, days: 45, newOn: (on) => (on < 3 ? 100 : 0) }, policy);
          return peakOf(reviews.slice(7));
        }),
      );
    const evenly = peaks(even);
    expect(evenly).toBeLessThan(2.3);
    expect(evenly).toBeLessThan(0.98 * peaks(fuzzAlone));
  });

  it('a steady stream: a day off is free, a half day has at most 0.6 of the mean, for at most 2 % more reviews', () => {
    const steady = (policy: Policy) => {
      const lives = learners.map((learner) => live({ learner, days: 120, newOn: () => 8 }, policy));
      const settled = lives.map(({ reviews }) => reviews.slice(50));
      const mean = meanOf(settled.flat());
      const shareOf = (weekday: number) =>
        meanOf(settled.flatMap((days) => days.filter((_, on) => weekdayOf(firstDay + 50 + on) === weekday))) /
        mean;
      return { mean, shareOf, recall: meanOf(lives.map(({ recall }) => recall)) };
    };
    const [fuzz, evenly, easy] = [steady(fuzzAlone), steady(even), steady({ easyDays, isEven: true })];
    expect(easy.shareOf(0)).toBe(0);
    expect(easy.shareOf(3)).toBeLessThan(0.6);
    expect(Math.max(evenly.mean, easy.mean) / fuzz.mean).toBeLessThan(1.02);
    expect(fuzz.recall - evenly.recall).toBeLessThan(0.005);
    // Cards of tomorrow wait over a day off.
    expect(fuzz.recall - easy.recall).toBeLessThan(0.006);
  });
});
