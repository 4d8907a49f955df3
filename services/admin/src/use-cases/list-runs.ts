import type { Actor } from '../domain/audit/audit.ts';
import { reportMinutes, type DemoBatch } from '../domain/demo/demo-batch.ts';
import type { Deletion, RunState } from '../domain/deletion/deletion.ts';
import { minutesBefore } from '../domain/directory/listing.ts';
import type { Ports } from './ports.ts';

/** Long-running work of an operator. */
export interface Run {
  id: string;
  kind: 'deletion' | 'demo-users';
  state: RunState;
  by: Actor;
  requestedAt: Date;
  completedAt: Date | null;
  users: number;
  done: number;
}

/** Run of a deletion. Users who could not be deleted count as done. */
const deletionRun = ({ id, state, by, requestedAt, completedAt, users, done, failed }: Deletion): Run => ({
  id,
  kind: 'deletion',
  state,
  by,
  requestedAt,
  completedAt,
  users,
  done: done + failed,
});

/** Run of a batch. A user counts as done after getting decks and answers. */
const batchRun = ({ id, state, by, createdAt, completedAt, count, furnished }: DemoBatch): Run => ({
  id,
  kind: 'demo-users',
  state,
  by,
  requestedAt: createdAt,
  completedAt,
  users: count,
  done: furnished,
});

const limit = 20;

/** Returns running work and work that ended so recently that its passwords can still be read. */
export const listRuns =
  ({ deletions, batches, now }: Pick<Ports, 'deletions' | 'batches' | 'now'>) =>
  async (): Promise<Run[]> => {
    const since = minutesBefore(now(), reportMinutes);
    const [deleting, making] = await Promise.all([
      deletions.findRecent(since, limit),
      batches.findRecent(since, limit),
    ]);
    const runs = [...deleting.map(deletionRun), ...making.map(batchRun)];
    // Work that ended between the two reads is in both lists; its final state, which comes later, wins.
    return [...new Map(runs.map((run) => [run.id, run])).values()]
      .toSorted((one, other) => other.requestedAt.getTime() - one.requestedAt.getTime())
      .slice(0, limit);
  };
