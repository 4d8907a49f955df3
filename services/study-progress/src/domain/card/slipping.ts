import { dateOf, type Day } from '@kumbuka/contracts/study-day';
import { activeAnswers, dayOfAnswer, type PractisedEntry, type ReviewEntry } from '@kumbuka/schedule';

const monthOf = (day: Day): string => dateOf(day).slice(0, 7);

function activePractice(entries: readonly ReviewEntry[]): PractisedEntry[] {
  const undone = new Set(entries.flatMap((entry) => (entry.kind === 'undone' ? [entry.undoes] : [])));
  return entries.filter((entry) => entry.kind === 'practised').filter(({ id }) => !undone.has(id));
}

/** Time that answers to a card took in the month of a day, in milliseconds. `entries` are those of the card. */
export const timeInMonth = (entries: readonly ReviewEntry[], today: Day): number =>
  [...activeAnswers(entries), ...activePractice(entries)]
    .filter((answer) => monthOf(dayOfAnswer(answer)) === monthOf(today))
    .reduce((sum, { durationMs }) => sum + durationMs, 0);
