import {
  holdingServices,
  type commitUnits,
  type deletionStrategies,
  type RowCounts,
} from '@kumbuka/contracts';
import { emailDomainKey } from '@kumbuka/text';
import type { Actor } from '../audit/audit.ts';

export type Strategy = (typeof deletionStrategies)[number];
export type CommitUnit = (typeof commitUnits)[number];

/** How a deletion goes about it. */
export interface Manner {
  dryRun: boolean;
  strategy: Strategy;
  commitPer: CommitUnit;
  /** Milliseconds between two steps of a slow one. */
  sleepMs: number;
}

/** Rows by kind, by service. */
export type Counts = Record<string, RowCounts>;

export const runStates = ['running', 'completed', 'failed'] as const;
export type RunState = (typeof runStates)[number];

export const requesters = ['operator', 'learner', 'expiry'] as const;

export const itemStates = ['waiting', 'done', 'failed', 'not-found', 'skipped'] as const;

/** Counts, not contents: what it names for who asked lies in items that go a day after the end. */
export interface Deletion extends Manner {
  id: string;
  version: number;
  state: RunState;
  requestedBy: (typeof requesters)[number];
  by: Actor;
  requestedAt: Date;
  completedAt: Date | null;
  /** Accounts that were found and may go. */
  users: number;
  done: number;
  failed: number;
  counts: Counts;
  workedMs: number;
}

/**
 * Who is asked first: a service may hold what follows from those before it in the list of services, and would lose it
 * uncounted by their events. So the account goes last, and a deletion that stands still can be asked for again.
 */
export const deletionOrder = holdingServices.toReversed();

/** One account or address of a deletion. */
export interface DeletionItem {
  /** Where it stands in what was asked for; of an account that is gone nothing else tells which it was. */
  position: number;
  /** Null for an address without an account, or one that may not go. */
  userId: number | null;
  /** As it was asked for; empty once the account is gone. */
  name: string;
  state: (typeof itemStates)[number];
}

/** Counts of all services' steps for a user. */
export interface DeletedUser {
  userId: number;
  counts: Counts;
}

export const addCounts = (one: Counts, other: Counts): Counts => {
  const sum = { ...one };
  for (const [service, counts] of Object.entries(other)) {
    const total = { ...sum[service] };
    for (const [kind, count] of Object.entries(counts)) total[kind] = (total[kind] ?? 0) + count;
    sum[service] = total;
  }
  return sum;
};

/** Rows by kind; kinds have different names in all services. */
export const countsByKind = (counts: Counts): { kind: string; count: number }[] =>
  Object.values(counts).flatMap((rows) => Object.entries(rows).map(([kind, count]) => ({ kind, count })));

/** Number of rows of a kind that a service deleted. */
export const countIn = (counts: Counts, service: string, kind: string): number =>
  counts[service]?.[kind] ?? 0;

/** Number of accounts that this deletion removed; others may have gone meanwhile by another deletion. */
export const accountsIn = (counts: Counts): number => countIn(counts, 'auth', 'accounts');

export interface NewDeletion extends Manner {
  id: string;
  requestedBy: Deletion['requestedBy'];
  by: Actor;
  users: number;
  at: Date;
}

export const newDeletion = ({ at, ...fields }: NewDeletion): Deletion => ({
  ...fields,
  version: 1,
  state: 'running',
  requestedAt: at,
  completedAt: null,
  done: 0,
  failed: 0,
  counts: {},
  workedMs: 0,
});

/** Returns the deletion after some of its users were processed. */
export const addProcessed = (deletion: Deletion, users: readonly DeletedUser[], ms: number): Deletion => ({
  ...deletion,
  done: deletion.done + users.length,
  counts: users.reduce((sum, { counts }) => addCounts(sum, counts), deletion.counts),
  workedMs: deletion.workedMs + ms,
});

export const noteFailed = (deletion: Deletion, users: number): Deletion => ({
  ...deletion,
  failed: deletion.failed + users,
});

export const complete = (deletion: Deletion, at: Date): Deletion => ({
  ...deletion,
  version: deletion.version + 1,
  state: deletion.failed > 0 && deletion.done === 0 ? 'failed' : 'completed',
  completedAt: at,
});

const descriptions: Record<Strategy, string> = {
  fast: 'user by user, all rows of a user at once',
  slow: 'row by row',
  turbo: 'service by service, many users at once',
};
const slowDescription = ({ commitPer, sleepMs }: Deletion) =>
  commitPer === 'row'
    ? `row by row, ${sleepMs} ms between rows`
    : `user by user, ${sleepMs} ms between users`;

const seconds = (ms: number) => Math.round(ms) / 1_000;
export const secondsOf = ({ workedMs }: Deletion): number => seconds(workedMs);

/** How long it took and how it was done. */
export function performanceOf(deletion: Deletion): string {
  const { strategy, dryRun, done } = deletion;
  const description = dryRun
    ? 'only counted'
    : strategy === 'slow'
      ? slowDescription(deletion)
      : descriptions[strategy];
  return `${done} ${done === 1 ? 'user' : 'users'} in ${secondsOf(deletion)} s (${strategy}: ${description})`;
}

/** How many users a step is about, and how many steps run side by side. */
export function paceOf({ strategy, dryRun }: Manner): { together: number; sideBySide: number } {
  if (dryRun || strategy === 'turbo') return { together: 100, sideBySide: 1 };
  return strategy === 'fast' ? { together: 1, sideBySide: 4 } : { together: 1, sideBySide: 1 };
}

/** True for an address whose domain may be deleted; without a list every domain may. */
export const isDeletable = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(emailDomainKey(email));
