import type { Deletion } from './deletion/deletion.ts';

/** Domain events to publish, with ids, counts and times only. */
export type DomainEvent =
  | { type: 'deletion-requested'; deletion: Deletion; userId: number | null }
  | { type: 'deletion-completed'; deletion: Deletion }
  | { type: 'demo-batch-created'; batchId: string; users: number; at: Date };
