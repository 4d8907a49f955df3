import type { Day } from '@kumbuka/contracts/study-day';
import { memoryOf, replay, type CardStudy, type StartingPoint } from './card-study.ts';
import { parametersOf, type Parameters, type ParameterSets } from './parameters.ts';
import { dayOfAnswer, type AnswerEntry } from './review-log.ts';
import { dueDayAfter, dueDaysOf, nextMemory, type GradedAnswer } from './scheduler.ts';

interface FittingDay {
  dueDay: Day;
  /** Whether the fold computes this day itself, so that the log need not carry it. */
  isOwn: boolean;
}

/** Prefers a given day when the fuzz could have chosen it. */
function fittingDay(
  before: CardStudy,
  answer: GradedAnswer,
  parameters: Parameters,
  preferred: Day | undefined,
): FittingDay {
  const memory = memoryOf(before);
  const after = nextMemory(memory, answer, parameters);
  const { first, last } = dueDaysOf(after, memory ? after.lastDay - memory.lastDay : 0, parameters);
  const isPossible = preferred !== undefined && first <= preferred && preferred <= last;
  const dueDay = isPossible ? preferred : dueDayAfter(memory, after, answer.rating, parameters);
  return { dueDay, isOwn: dueDay === after.dueDay };
}

/** Due day that a new answer carries in the log; `undefined` when it is the fold's own. `shown` is the device's. */
export function dueDayOfAnswer(
  before: CardStudy,
  answer: GradedAnswer,
  parameters: Parameters,
  shown?: Day,
): Day | undefined {
  const { dueDay, isOwn } = fittingDay(before, answer, parameters, shown);
  return isOwn ? undefined : dueDay;
}

/**
 * Due day that replaces the one carried by the latest answer of a card, because a late answer changed what came before it;
 * `null` when the carried one still fits.
 */
export function correctedDueDay(
  answers: readonly AnswerEntry[],
  sets: ParameterSets,
  start: StartingPoint,
): Day | null {
  const last = answers.at(-1);
  if (last?.dueDay === undefined || last.seq <= start.after) return null;
  const { study } = replay(answers.slice(0, -1), sets, start);
  const graded = { cardId: last.cardId, day: dayOfAnswer(last), rating: last.rating };
  const { dueDay } = fittingDay(study, graded, parametersOf(sets, last.parameterVersion), last.dueDay);
  return dueDay === last.dueDay ? null : dueDay;
}
