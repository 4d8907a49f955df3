import { noEasyDays } from './spread.ts';
import { standardParameters } from './parameters.ts';
import type { MemoryAspect, WeightsChange } from './review-log.ts';
import { createForesight } from './scheduler.ts';
import { answersADay, foresee, type PlannedCard } from './what-if.ts';

export type WeightsEffect = Pick<WeightsChange, 'aspect' | 'isLonger' | 'answersBefore' | 'answersAfter'>;

/** Card of medium memory on its due day. */
const known = { stability: 20, difficulty: 5 };

/** Stability of a card after its first answer, a correct one and a wrong one. */
function stabilitiesUnder(weights: readonly number[]): Record<MemoryAspect, number> {
  const { next } = createForesight({ ...standardParameters, weights });
  return {
    'first-answer': next(null, 0, 3).stability,
    correct: next(known, known.stability, 3).stability,
    incorrect: next(known, known.stability, 1).stability,
  };
}

/** The aspect of memory in which two sets of weights differ most. */
function mostChanged(before: readonly number[], after: readonly number[]) {
  const [was, is] = [stabilitiesUnder(before), stabilitiesUnder(after)];
  const aspects = Object.keys(was) as MemoryAspect[];
  const changes = aspects.map((aspect) => ({ aspect, change: Math.log(is[aspect] / was[aspect]) }));
  const [largest] = changes.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return { aspect: largest?.aspect ?? 'correct', isLonger: (largest?.change ?? 0) > 0 };
}

const daysAhead = 30;

/** Settings and cards on which the effect of weights depends. */
export interface EffectInput {
  cards: readonly PlannedCard[];
  /** All studied cards; more than those listed in a very large collection. */
  total: number;
  rememberPercent: number;
  longestInterval: number;
}

/** What new weights change for a learner's studied cards, in terms that a learner reads. */
export function effectOfWeights(
  { cards, total, rememberPercent, longestInterval }: EffectInput,
  before: readonly number[],
  after: readonly number[],
): WeightsEffect {
  const plan = {
    rememberPercent,
    longestInterval,
    newCardsPerDay: 0,
    dailyLimit: 0,
    easyDays: noEasyDays,
  };
  const scale = cards.length === 0 ? 1 : total / cards.length;
  const answersUnder = (weights: readonly number[]) => {
    const habits = {
      today: 0,
      newCards: 0,
      usualNewPerDay: 0,
      secondsPerAnswer: 0,
      firstCorrect: 0,
      recallShift: 0,
      deckPercents: new Map<number, number>(),
      weights,
    };
    return scale * answersADay(foresee(cards, plan, habits, daysAhead));
  };
  return {
    ...mostChanged(before, after),
    answersBefore: answersUnder(before),
    answersAfter: answersUnder(after),
  };
}
