import { defineRoute, jwks, presence, revocations } from '@kumbuka/contracts';
import { z } from 'zod';

const shared = { owner: 'auth', exposure: 'internal', access: 'process' } as const;

/** For other processes only. */
export const internalRoutes = {
  readJwks: defineRoute({
    ...shared,
    operationId: 'readJwks',
    method: 'GET',
    path: '/internal/jwks',
    summary: 'The public signing keys, newest first.',
    answer: jwks,
    status: 200,
  }),
  readRevocations: defineRoute({
    ...shared,
    operationId: 'readRevocations',
    method: 'GET',
    path: '/internal/revocations',
    summary: 'What was revoked after a cursor.',
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,15}$/, 'Must be a cursor.')
        .optional(),
    }),
    answer: revocations,
    status: 200,
  }),
  notePresence: defineRoute({
    ...shared,
    operationId: 'notePresence',
    method: 'POST',
    path: '/internal/presence',
    summary: 'Users that another process served.',
    body: presence,
    /** 10,000 users of a report need more than the usual body. */
    bodyBytes: 1024 * 1024,
    status: 204,
  }),
};
