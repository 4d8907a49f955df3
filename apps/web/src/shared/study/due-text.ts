import { plural, t } from '@lingui/core/macro';
import { aboutMinutes } from '../lib/format.ts';
import type { DueNumbersFragment } from './due-numbers.generated.ts';
import { dayLabel, type StudyClock } from './study-day.ts';

/** What is due across all decks. */
export type DueNumbers = DueNumbersFragment;

export interface DueText {
  title: string;
  lead: string;
  /** The words of the one button; null when there is nothing to study at all. */
  action: string | null;
}

function quietLead({ newCount, nextDueAt }: DueNumbers, now: Date, clock: StudyClock): string {
  const next = nextDueAt ? t`The next cards come back ${dayLabel(nextDueAt, now, clock)}.` : '';
  const fresh = plural(newCount, { one: '# new card to learn.', other: '# new cards to learn.' });
  if (newCount > 0) return `${fresh} ${next}`.trim();
  return next || t`Add cards to a deck to have something to study.`;
}

/** What is due, in a title and a sentence; "Nothing due today" when nothing is. */
export function dueText(numbers: DueNumbers, now: Date, clock: StudyClock): DueText {
  const { dueCount, newCount, dueMinutes, dueDeckCount } = numbers;
  if (dueCount === 0)
    return {
      title: t`Nothing due today`,
      lead: quietLead(numbers, now, clock),
      action: newCount > 0 ? t`Learn new cards` : null,
    };
  return {
    title: t`${plural(dueCount, { one: '# card', other: '# cards' })} due today`,
    lead: t`From ${plural(dueDeckCount, { one: '# deck', other: '# decks' })}, ${aboutMinutes(dueMinutes)}.`,
    action: t`Study due cards`,
  };
}
