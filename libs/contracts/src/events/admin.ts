import { z } from 'zod';
import { defineEvent } from '../envelope.ts';
import { id, time } from './fields.ts';

const source = 'admin';
const count = z.int().min(0);

/** Deleted rows per service; services may be added. */
const deletedCounts = z.record(z.string(), count);

export const deletionRequested = defineEvent(
  source,
  'deletion-requested',
  'deletion',
  'Accounts must be deleted; each service deletes its data about them.',
  z.object({
    deletionId: z.uuid(),
    /** Set when the deletion concerns a single account. */
    userId: id.optional(),
    requestedBy: z.enum(['operator', 'learner', 'expiry']),
    strategy: z.enum(['fast', 'slow', 'turbo']),
    users: count,
    requestedAt: time,
  }),
);
export const deletionCompleted = defineEvent(
  source,
  'deletion-completed',
  'deletion',
  'Every service has deleted its data about the accounts.',
  z.object({
    deletionId: z.uuid(),
    users: count,
    failed: count,
    counts: deletedCounts,
    completedAt: time,
  }),
);
export const demoBatchCreated = defineEvent(
  source,
  'demo-batch-created',
  'demo-batch',
  'A batch of demo users was created.',
  z.object({ batchId: z.uuid(), users: count, createdAt: time }),
);

export const adminEvents = [deletionRequested, deletionCompleted, demoBatchCreated] as const;
