import type { ChangedEntry, ChangeSubject, ChangeUndoneEntry, WeightsChange } from '@kumbuka/schedule';
import type { Writing } from '../answer/writing.ts';
import type { StudyState } from '../study-state.ts';

/** Change that the product made by itself or for many cards at once. */
export interface Change {
  id: string;
  subject: ChangeSubject;
  at: Date;
  /** Cards that it concerned. */
  cards: number;
  /** `null` unless it gave the learner own weights. */
  weights: WeightsChange | null;
  /** `null` while it applies. */
  undoneAt: Date | null;
}

/** Builds the log entry of a change; the entries of its parts follow. */
export const decideChange = (
  { ownerId, learner }: Pick<StudyState, 'ownerId' | 'learner'>,
  change: Pick<ChangedEntry, 'subject' | 'cards' | 'weights'>,
  { id, now }: Writing,
): ChangedEntry => ({
  kind: 'changed',
  id,
  userId: ownerId,
  seq: learner.seq + 1,
  recordedAt: now,
  ...change,
});

/** Builds the log entry that takes a change back; the entries that undo its parts precede it. */
export const decideChangeUndo = (
  { ownerId, learner }: Pick<StudyState, 'ownerId' | 'learner'>,
  { subject, id: changeId }: Pick<ChangedEntry, 'subject' | 'id'>,
  { id, now }: Writing,
): ChangeUndoneEntry => ({
  kind: 'change-undone',
  id,
  userId: ownerId,
  seq: learner.seq + 1,
  recordedAt: now,
  subject,
  changeId,
});

/** Changes, newest first, with the time at which each was undone. */
export function changesOf(entries: readonly (ChangedEntry | ChangeUndoneEntry)[]): Change[] {
  const undone = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'change-undone' ? [[entry.changeId, entry.recordedAt] as const] : [],
    ),
  );
  return entries.flatMap((entry) =>
    entry.kind === 'changed'
      ? [
          {
            id: entry.id,
            subject: entry.subject,
            at: entry.recordedAt,
            cards: entry.cards,
            weights: entry.weights ?? null,
            undoneAt: undone.get(entry.id) ?? null,
          },
        ]
      : [],
  );
}
