import { z } from 'zod';
import { defineRoute } from '../rest/route.ts';

const word = (max: number) => z.string().max(max);

/**
 * Call of an operator that another process serves. `by` is the operator's id, `key` for the admin key, `command` for a
 * command on the machine, or `process` for a caller with the internal key.
 */
const recordedCall = z.strictObject({
  by: z.union([z.int().positive(), z.enum(['key', 'command', 'process'])]),
  action: z.string().regex(/^[a-zA-Z]{1,60}$/, 'Must be the name of a call.'),
  ip: word(100),
  requestId: word(200),
  /** With `forbidden`, `by` does not apply: the caller is no operator. */
  result: z.enum(['started', 'ok', 'forbidden', 'failed']),
  code: z
    .string()
    .regex(/^[A-Z_]{1,60}$/)
    .optional(),
  target: word(200).optional(),
  count: z.int().min(0).optional(),
});
export type RecordedCall = z.infer<typeof recordedCall>;

export const adminInternalRoutes = {
  recordCall: defineRoute({
    owner: 'admin',
    exposure: 'internal',
    access: 'process',
    operationId: 'recordCall',
    method: 'POST',
    path: '/internal/audit',
    summary:
      'Record a call of an operator that another process serves: its start before the work, its outcome afterwards.',
    body: recordedCall,
    status: 204,
  }),
};
