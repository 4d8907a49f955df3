import { plural, t } from '@lingui/core/macro';
import { numberLabel } from '../../../shared/format/format.ts';
import type { DeleteUsersInput, DeletionPartsFragment, DeletionStrategy } from './deletion.generated.ts';

export interface DeletionChoices {
  commitPer: 'USER' | 'ROW';
  /** As typed. */
  sleepMs: string;
  echoSql: boolean;
}

export const usualChoices: DeletionChoices = { commitPer: 'ROW', sleepMs: '20', echoSql: true };

const maxSleepMs = 60_000;

/** Milliseconds that a text means, at least 0; 20 when it is no number. */
function sleepOf(text: string): number {
  const sleep = Math.round(Number(text));
  return text.trim() === '' || Number.isNaN(sleep) ? 20 : Math.min(maxSleepMs, Math.max(0, sleep));
}

/** Input of the mutation; only slow deletions have pauses. */
export const deletionInput = (
  userIds: readonly string[],
  strategy: DeletionStrategy,
  { commitPer, sleepMs, echoSql }: DeletionChoices,
  dryRun: boolean,
): DeleteUsersInput => ({
  userIds: [...userIds],
  dryRun,
  strategy,
  commitPer,
  echoSql,
  ...(strategy === 'SLOW' ? { sleepMs: sleepOf(sleepMs) } : {}),
});

const rowsOf = ({ counts }: DeletionPartsFragment, kind: string) =>
  counts.filter((each) => each.kind === kind).reduce((sum, { count }) => sum + count, 0);

const mannerTexts: Record<DeletionStrategy, () => string> = {
  FAST: () => t`FAST: user by user, all rows of a user at once.`,
  SLOW: () => t`SLOW: one user at a time, with pauses.`,
  TURBO: () => t`TURBO: service by service, many users at once.`,
};

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** 'Deleted 2 users in 0.4 s ...': the result, the duration, what was deleted with them, and how. */
export function receiptText(deletion: DeletionPartsFragment): string {
  const { deleted, timingSeconds, strategy, failed } = deletion;
  const related = [
    plural(rowsOf(deletion, 'decks'), { one: '# deck', other: '# decks' }),
    plural(rowsOf(deletion, 'flashcards'), { one: '# flashcard', other: '# flashcards' }),
    plural(rowsOf(deletion, 'progress'), { one: '# progress record', other: '# progress records' }),
  ];
  const lost = plural(failed.length, {
    one: '# account could not be deleted.',
    other: '# accounts could not be deleted.',
  });
  const done = t`Deleted ${plural(deleted, { one: '# user', other: '# users' })} in ${numberLabel(timingSeconds, oneDigit)} s with ${related.join(', ')}.`;
  return [done, mannerTexts[strategy](), ...(failed.length > 0 ? [lost] : [])].join(' ');
}
