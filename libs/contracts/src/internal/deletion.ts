import { z } from 'zod';
import { defineRoute } from '../rest/route.ts';
import { serviceNames, type ServiceName } from '../services.ts';

const id = z.int().positive();
const count = z.int().min(0);

/** Maximum number of users per deletion step. */
const deletedTogether = 500;

export const deletionStep = z.strictObject({
  deletionId: z.uuid(),
  userIds: z.array(id).min(1).max(deletedTogether),
  /** Counts without deleting. */
  dryRun: z.boolean(),
  /** Maximum number of rows of this step; limited by time when omitted. */
  rows: z.int().min(1).optional(),
});

/** Number of rows by kind. */
const rowCounts = z.record(z.string(), count);
export type RowCounts = z.infer<typeof rowCounts>;

const deletedOfUser = z.object({
  userId: id,
  /** Total of all steps of this deletion, or of a dry run. */
  counts: rowCounts,
  /** False while rows remain; repeat the same step. */
  done: z.boolean(),
});
export type DeletedOfUser = z.infer<typeof deletedOfUser>;

export type HoldingService = Exclude<ServiceName, 'admin'>;
const holds = (name: ServiceName): name is HoldingService => name !== 'admin';
/** Services with user data: all except admin. */
export const holdingServices = serviceNames.filter(holds);

const deletionRoute = (owner: HoldingService) =>
  defineRoute({
    exposure: 'internal',
    access: 'process',
    method: 'POST',
    status: 200,
    owner,
    operationId: `deleteUsersOf.${owner}`,
    path: '/internal/users/deletion',
    summary: 'A step of a deletion of users; a repeat returns the same counts.',
    body: deletionStep,
    response: z.object({ users: z.array(deletedOfUser) }),
  });

/** Deletion routes, the same in every service with user data; called by admin. */
export const deletionRoutes = holdingServices.map(deletionRoute);
