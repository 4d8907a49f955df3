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

/** How a deletion runs. */
export interface DeletionMode {
  dryRun: boolean;
  strategy: Strategy;
  commitPer: CommitUnit;
  /** Milliseconds between two steps of a slow deletion. */
  sleepMs: number;
}

/** Mode of deletions that no operator requested. */
export const turboMode: DeletionMode = { dryRun: false, strategy: 'turbo', commitPer: 'user', sleepMs: 0 };

/** Rows by kind, by service. */
export type Counts = Record<string, RowCounts>;

export const runStates = ['running', 'completed', 'failed'] as const;
export type RunState = (typeof runStates)[number];

export const requesters = ['operator', 'learner', 'expiry'] as const;

export const itemStates = ['waiting', 'done', 'failed', 'not-found', 'skipped'] as const;

/** Deletion with counts only; names are in its items, which are deleted a day after the end. */
export interface Deletion extends DeletionMode {
  id: string;
  version: number;
  state: RunState;
  requestedBy: (typeof requesters)[number];
  by: Actor;
  requestedAt: Date;
  completedAt: Date | null;
  /** Number of existing accounts that may be deleted. */
  users: number;
  done: number;
  failed: number;
  counts: Counts;
  workedMs: number;
}

/**
 * Order of the services in a deletion. A service may own data that depends on services before it in the list, and their
 * events would delete it uncounted, so consumers come first. The account is last, so that a stuck deletion can be retried.
 */
export const deletionOrder = holdingServices.toReversed();

/** Account or address of a deletion. */
export interface DeletionItem {
  /** Position in the request. After the deletion, only the position identifies the account. */
  position: number;
  /** `null` for an address without an account, or with one that may not be deleted. */
  userId: number | null;
  /** As requested; empty once the account is deleted. */
  name: string;
  state: (typeof itemStates)[number];
}

/** Sums of the counts of all services for a user. */
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

/** Number of accounts that this deletion removed, not counting those of concurrent deletions. */
export const accountsIn = (counts: Counts): number => countIn(counts, 'auth', 'accounts');

export interface NewDeletion extends DeletionMode {
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

/** Duration and strategy, for the report. */
export function performanceOf(deletion: Deletion): string {
  const { strategy, dryRun, done } = deletion;
  const description = dryRun
    ? 'only counted'
    : strategy === 'slow'
      ? slowDescription(deletion)
      : descriptions[strategy];
  return `${done} ${done === 1 ? 'user' : 'users'} in ${secondsOf(deletion)} s (${strategy}: ${description})`;
}

/** Number of users per step and of parallel steps. */
export function paceOf({ strategy, dryRun }: DeletionMode): { usersPerStep: number; parallelSteps: number } {
  if (dryRun || strategy === 'turbo') return { usersPerStep: 100, parallelSteps: 1 };
  return strategy === 'fast' ? { usersPerStep: 1, parallelSteps: 4 } : { usersPerStep: 1, parallelSteps: 1 };
}

/** Whether accounts of the address's domain may be deleted. An empty list allows every domain. */
export const isDeletable = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(emailDomainKey(email));
