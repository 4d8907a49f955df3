import { plural, t } from '@lingui/core/macro';
import { aboutMinutes } from '../format/format.ts';
import type { DueNumbersFragment } from './due-numbers.generated.ts';
import { dayLabel, type StudyClock } from './study-day.ts';

/** Numbers of due and new cards across all decks. */
export type DueNumbers = DueNumbersFragment;

export interface DueText {
  title: string;
  lead: string;
  /** The words of the one button; null when there is nothing to study at all. */
  action: string | null;
}

/** What the text depends on beside the numbers. */
export interface DueLearner {
  now: Date;
  clock: StudyClock;
  portionSize: number;
}

/** When the next cards come back; '' when none will. */
const nextText = ({ nextDueAt }: Pick<DueNumbers, 'nextDueAt'>, { now, clock }: DueLearner): string =>
  nextDueAt ? t`The next cards come back ${dayLabel(nextDueAt, now, clock)}.` : '';

/** The words of the button that begins with new cards. */
const newAction = ({ newCount }: Pick<DueNumbers, 'newCount'>, { portionSize }: DueLearner): string =>
  newCount > portionSize ? t`Start with ${portionSize}` : t`Learn new cards`;

function newText(numbers: DueNumbers, learner: DueLearner): DueText {
  const next = nextText(numbers, learner);
  return {
    title: plural(numbers.newCount, { one: '# new card', other: '# new cards' }),
    lead: next
      ? `${t`Nothing is due.`} ${next}`
      : t`Nothing is due yet. A card comes back when you are about to forget it.`,
    action: newAction(numbers, learner),
  };
}

/** What is left of a day that is done. */
export function finishedText(numbers: DueNumbers, learner: DueLearner): DueText {
  const { newCount } = numbers;
  const fresh = plural(newCount, { one: '# new card is left.', other: '# new cards are left.' });
  return {
    title: t`Done for today`,
    lead: [newCount > 0 && fresh, nextText(numbers, learner)].filter(Boolean).join(' '),
    action: newCount > 0 ? newAction(numbers, learner) : null,
  };
}

/** What is due, in a title and a sentence; else what is new; "Nothing due today" without either. */
export function dueText(numbers: DueNumbers, learner: DueLearner): DueText {
  const { dueCount, newCount, dueMinutes, dueDeckCount } = numbers;
  if (dueCount === 0 && newCount > 0) return newText(numbers, learner);
  if (dueCount === 0)
    return {
      title: t`Nothing due today`,
      lead: nextText(numbers, learner) || t`Add cards to a deck to have something to study.`,
      action: null,
    };
  return {
    title: t`${plural(dueCount, { one: '# card', other: '# cards' })} due today`,
    lead: t`From ${plural(dueDeckCount, { one: '# deck', other: '# decks' })}, ${aboutMinutes(dueMinutes)}.`,
    action: t`Study due cards`,
  };
}
