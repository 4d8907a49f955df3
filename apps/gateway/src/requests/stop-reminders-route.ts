import { studyProgressRoutes, Unavailable } from '@kumbuka/contracts';
import { clientIp, edgeHeaders, type Upstream } from '@kumbuka/http-kit';
import type { FastifyInstance } from 'fastify';
import type { Caller } from './callers.ts';

export interface StopRemindersPorts {
  studyProgress: Pick<Upstream, 'call'>;
  internalKey: string;
  webKeys: readonly string[];
  callerOf(authorization: string | undefined, ip: string): Promise<Caller>;
}

const route = studyProgressRoutes.stopReminders;
const bodyLimit = 16 * 1024;

/**
 * One-click address of the emails (RFC 8058). Mail programs post a form to it, whose content says nothing new, so any body is
 * accepted and none is read.
 */
export function registerStopReminders(
  server: FastifyInstance,
  { studyProgress, internalKey, webKeys, callerOf }: StopRemindersPorts,
) {
  void server.register(async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null));
    app.post<{ Querystring: Record<string, string | string[]> }>(route.path, async (request, reply) => {
      const ip = clientIp(request, webKeys);
      await (await callerOf(undefined, ip)).count();
      const { token } = request.query;
      const query = { token: typeof token === 'string' ? token : '' };
      const headers = edgeHeaders(internalKey, ip, request.id);
      const response = await studyProgress
        .call({ route, params: {}, query, headers })
        .catch((error: unknown) => {
          throw new Unavailable(error);
        });
      const type = response.headers['content-type'];
      if (type !== undefined) reply.header('content-type', type);
      return reply.header('cache-control', 'no-store').status(response.status).send(response.body);
    });
  });
}
