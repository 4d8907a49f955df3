import type { AnswerEntry, ReviewEntry } from './review-log.ts';

/** Names of entries that were stored before the log named parameters. */
const earlierKinds = { answer: 'reviewed', undo: 'undone', bury: 'buried', finish: 'finished' } as const;
const earlierRatings = { again: 1, good: 3 } as const;

type EarlierEntry =
  | (Omit<AnswerEntry, 'kind' | 'rating'> & { kind: 'answer'; rating: keyof typeof earlierRatings })
  | { kind: Exclude<keyof typeof earlierKinds, 'answer'> };

/** Entry as stored, now or under version 1 of the rule. */
export type StoredEntry = ReviewEntry | EarlierEntry;

/** Reads a stored entry. */
export function storedEntry(entry: StoredEntry): ReviewEntry {
  switch (entry.kind) {
    case 'answer':
      return { ...entry, kind: 'reviewed', rating: earlierRatings[entry.rating] };
    case 'undo':
    case 'bury':
    case 'finish':
      return { ...entry, kind: earlierKinds[entry.kind] } as ReviewEntry;
    default:
      return entry;
  }
}
