import { defineRoute, jwks, parseInput, presence, revocations, type Revocations } from '@kumbuka/contracts';
import { handle, type HandledRoute } from '@kumbuka/service-kit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Seen } from '../use-cases/note-presence.ts';

const internal = { owner: 'auth', exposure: 'internal', access: 'process' } as const;

const readJwksRoute = defineRoute({
  ...internal,
  operationId: 'readJwks',
  method: 'GET',
  path: '/internal/jwks',
  summary: 'The public signing keys, newest first.',
  answer: jwks,
  status: 200,
});
const readRevocationsRoute = defineRoute({
  ...internal,
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
});

interface Does {
  readJwks(): Promise<unknown>;
  readRevocations(after: string | null): Promise<Revocations>;
}

/** For other processes only. */
export const internalRoutes = ({ readJwks, readRevocations }: Does): HandledRoute[] => [
  handle(readJwksRoute, () => readJwks()),
  handle(readRevocationsRoute, ({ query }) => readRevocations(query.after ?? null)),
];

/** 10,000 users of a report need more than the usual body. */
const presenceBytes = 1024 * 1024;

/** `POST /internal/presence`: users that another process served. */
export function registerPresence(app: FastifyInstance, notePresence: (seen: Seen[]) => Promise<void>) {
  app.post('/internal/presence', { bodyLimit: presenceBytes }, async (request, reply) => {
    const { seen } = parseInput(presence, request.body ?? {});
    await notePresence(seen.map(({ userId, at }) => ({ userId, at: new Date(at) })));
    return reply.status(204).send();
  });
}
