import { aboutMinutes, counted } from '../lib/format.ts';
import type { DueNumbersFragment } from './due-numbers.generated.ts';
import { dayLabel, type StudyClock } from './study-day.ts';

/** What is due across all decks. */
export type DueNumbers = DueNumbersFragment;

export interface DueText {
  title: string;
  lead: string;
  /** The words of the one button; null when there is nothing to study at all. */
  action: 'Study due cards' | 'Learn new cards' | null;
}

function quietLead({ newCount, nextDueAt }: DueNumbers, now: Date, clock: StudyClock): string {
  const next = nextDueAt ? `The next cards come back ${dayLabel(nextDueAt, now, clock)}.` : '';
  if (newCount > 0) return `${counted(newCount, 'new card')} to learn. ${next}`.trim();
  return next || 'Add cards to a deck to have something to study.';
}

/** What is due, in a title and a sentence; "Nothing due today" when nothing is. */
export function dueText(numbers: DueNumbers, now: Date, clock: StudyClock): DueText {
  const { dueCount, newCount, dueMinutes, dueDeckCount } = numbers;
  if (dueCount === 0)
    return {
      title: 'Nothing due today',
      lead: quietLead(numbers, now, clock),
      action: newCount > 0 ? 'Learn new cards' : null,
    };
  return {
    title: `${counted(dueCount, 'card')} due today`,
    lead: `From ${counted(dueDeckCount, 'deck')}, ${aboutMinutes(dueMinutes)}.`,
    action: 'Study due cards',
  };
}
