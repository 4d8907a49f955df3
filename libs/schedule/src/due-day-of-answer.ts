import type { Day } from '@kumbuka/contracts/study-day';
import { gradedAnswer, memoryOf, replay, type CardStudy, type StartingPoint } from './card-study.ts';
import { parametersOf, type Parameters, type ParameterSets } from './parameters.ts';
import type { AnswerEntry } from './review-log.ts';
import { dueDayAfter, dueDaysOf, nextMemory, type GradedAnswer, type Memory } from './scheduler.ts';
import { chooseDay, nextFree, noEasyDays, openDays, type EasyDays, type Spread } from './spread.ts';

interface Choice {
  /** Day that is taken when the fuzz could have chosen it, such as the one that a device has shown. */
  preferred?: Day | undefined;
  /** Chooses a quiet day that the fuzz range allows; without it the fold's own day is taken. */
  spread?: Spread | undefined;
  /** Days of the week on which no card falls due. */
  easyDays?: EasyDays | undefined;
}

interface FittingDay {
  dueDay: Day;
  /** Whether the fold computes this day itself, so that the log need not carry it. */
  isOwn: boolean;
}

const seedOf = ({ cardId }: GradedAnswer, { reps }: Memory) => `${cardId}:${reps}:day`;

/** An answer ahead of the due day draws no new day. */
const isAhead = (before: Memory | null, after: Memory, { rating }: GradedAnswer) =>
  before !== null && rating > 1 && after.lastDay < before.dueDay;

/** A card of tomorrow does not wait another day. */
const isLongEnough = ({ first }: { first: Day }, { lastDay }: Memory) => first - lastDay > 1;

function fittingDay(
  before: CardStudy,
  answer: GradedAnswer,
  parameters: Parameters,
  { preferred, spread, easyDays = spread?.easyDays ?? noEasyDays }: Choice,
): FittingDay {
  const memory = memoryOf(before);
  const after = nextMemory(memory, answer, parameters);
  const range = dueDaysOf(after, memory ? after.lastDay - memory.lastDay : 0, parameters);
  const open = openDays({ ...range, earliest: after.lastDay + 1 }, easyDays);
  // A short interval has one day; where a card of the same note has it, the next one is free for this card.
  const beside = nextFree(easyDays, range.last + 1);
  const isPossible = (day: Day) =>
    (range.first <= day && day <= range.last) ||
    open.includes(day) ||
    (day === beside && isLongEnough(range, after));
  if (preferred !== undefined && isPossible(preferred))
    return { dueDay: preferred, isOwn: preferred === after.dueDay };
  const own = dueDayAfter(memory, after, answer.rating, parameters);
  const kept = open.find((day) => day >= own) ?? open.at(-1) ?? own;
  const isTaken = open.every((day) => spread?.siblings?.includes(day)) && isLongEnough(range, after);
  const dueDay =
    spread && !isAhead(memory, after, answer)
      ? chooseDay(isTaken ? [beside] : open, spread, seedOf(answer, after))
      : kept;
  return { dueDay, isOwn: dueDay === after.dueDay };
}

/** Due day after a new answer. */
export const chosenDueDay = (
  before: CardStudy,
  answer: GradedAnswer,
  parameters: Parameters,
  choice: Choice = {},
): Day => fittingDay(before, answer, parameters, choice).dueDay;

/** Due day that a new answer carries in the log; `undefined` when it is the fold's own. */
export function dueDayOfAnswer(
  before: CardStudy,
  answer: GradedAnswer,
  parameters: Parameters,
  choice: Choice = {},
): Day | undefined {
  const { dueDay, isOwn } = fittingDay(before, answer, parameters, choice);
  return isOwn ? undefined : dueDay;
}

/**
 * Due day that replaces the one carried by the latest answer of a card, because a late answer changed what came before it;
 * `null` when the carried one still fits, or when a change of the product chose it.
 */
export function correctedDueDay(
  answers: readonly AnswerEntry[],
  sets: ParameterSets,
  start: StartingPoint,
  easyDays: EasyDays = noEasyDays,
): Day | null {
  const last = answers.at(-1);
  if (last?.dueDay === undefined || last.isReplanned || last.seq <= start.after) return null;
  const { study } = replay(answers.slice(0, -1), sets, start);
  const parameters = parametersOf(sets, last.parameterVersion);
  const { dueDay } = fittingDay(study, gradedAnswer(last), parameters, { preferred: last.dueDay, easyDays });
  return dueDay === last.dueDay ? null : dueDay;
}
