import { z } from 'zod';
import { idParams, idText } from '../rest/fields.ts';
import { defineRoute } from '../rest/route.ts';

const id = z.int().positive();
const count = z.int().min(0);

/** Data of a user's latest quota-used event; `null` before the first. */
const usageOfUser = z.object({
  userId: id,
  usage: z
    .object({ month: z.string().regex(/^\d{4}-\d{2}$/), used: count, limit: count, version: count })
    .nullable(),
});
export type UsageOfUser = z.infer<typeof usageOfUser>;

const usages = z.object({
  users: z.array(usageOfUser),
  /** Cursor of the next page; `null` at the end. */
  next: id.nullable(),
});
export type UsagePage = z.infer<typeof usages>;

const shared = { owner: 'ai', exposure: 'internal', access: 'process', method: 'GET', status: 200 } as const;

export const aiInternalRoutes = {
  listUsage: defineRoute({
    ...shared,
    operationId: 'listUsage',
    path: '/internal/usage',
    summary: 'The latest month with prompts of every user, by user id, in pages.',
    query: z.strictObject({ after: idText.optional() }),
    response: usages,
  }),
  readUsage: defineRoute({
    ...shared,
    operationId: 'readUsage',
    path: '/internal/usage/{id}',
    summary: 'The latest month with prompts of a user.',
    params: idParams,
    response: usageOfUser,
  }),
};
