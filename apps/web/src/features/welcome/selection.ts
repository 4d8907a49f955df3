import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';

const minDecks = 2;
export const maxDecks = limits.maxStarterDecks;
/** Number of starter decks shown before the whole catalogue. */
export const shownAtFirst = 3;

export interface Starter {
  id: string;
  subject: string;
}

/** Takes a deck in or out; a fourth pick is ignored. */
export function togglePick(picked: readonly string[], id: string): readonly string[] {
  if (picked.includes(id)) return picked.filter((other) => other !== id);
  return picked.length >= maxDecks ? picked : [...picked, id];
}

/** Switches a subject on or off; the last one stays on. */
export function toggleSubject(subjects: readonly string[], subject: string): readonly string[] {
  if (!subjects.includes(subject)) return [...subjects, subject];
  return subjects.length === 1 ? subjects : subjects.filter((other) => other !== subject);
}

export function subjectsOf(starters: readonly Starter[]): string[] {
  return [...new Set(starters.map(({ subject }) => subject))];
}

/** Starters of the chosen subjects, one of each subject first, so that the few shown at first differ. */
export function visibleStarters<T extends Starter>(starters: readonly T[], subjects: readonly string[]): T[] {
  const chosen = starters.filter(({ subject }) => subjects.includes(subject));
  const firstOfSubject = chosen.filter(
    (starter, index) => chosen.findIndex(({ subject }) => subject === starter.subject) === index,
  );
  return [...firstOfSubject, ...chosen.filter((starter) => !firstOfSubject.includes(starter))];
}

export const canStart = (picked: readonly string[]) => picked.length >= minDecks && picked.length <= maxDecks;

/** Text of the bar below the count. */
export function pickHint(picked: readonly string[]): string {
  return picked.length < minDecks ? t`Pick ${minDecks - picked.length} more` : t`Ready when you are`;
}
