import { z } from 'zod';
import { defineRoute } from '../rest/route.ts';
import { serviceNames, type ServiceName } from '../services.ts';

const id = z.int().positive();
const count = z.int().min(0);

/** How many users a step of a deletion can be about. */
export const deletedTogether = 500;

export const deletionStep = z.strictObject({
  deletionId: z.uuid(),
  userIds: z.array(id).min(1).max(deletedTogether),
  /** Only counts what would go. */
  dryRun: z.boolean(),
  /** Rows that may go until the answer; as many as time allows when left out. */
  rows: z.int().min(1).optional(),
});

/** Rows by their kind. */
export const rowCounts = z.record(z.string(), count);
export type RowCounts = z.infer<typeof rowCounts>;

const deletedOfUser = z.object({
  userId: id,
  /** What went in all the steps of this deletion, or what would go. */
  counts: rowCounts,
  /** False while something is left: the same step is to be asked for again. */
  done: z.boolean(),
});
export type DeletedOfUser = z.infer<typeof deletedOfUser>;

export type HoldingService = Exclude<ServiceName, 'admin'>;
const holds = (name: ServiceName): name is HoldingService => name !== 'admin';
/** Services that hold something of users: all but the one that asks them. */
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
    summary: 'A step of a deletion of users; a repeated one answers the same counts.',
    body: deletionStep,
    answer: z.object({ users: z.array(deletedOfUser) }),
  });

/** Every service that holds something of users deletes it in the same way; admin asks them. */
export const deletionRoutes = holdingServices.map(deletionRoute);
