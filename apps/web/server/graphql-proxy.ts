import {
  internalHeaders,
  limits,
  pageLanguageHeader,
  studyProgressRoutes,
  Unavailable,
} from '@kumbuka/contracts';
import { clientIp, createLivenessProbe, keptAlive, sendGraphQLError } from '@kumbuka/http-kit';
import { traceHeaders } from '@kumbuka/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import type { Config } from './config.ts';

const forwardedHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'idempotency-key',
  'range',
  'user-agent',
  'x-admin-key',
  pageLanguageHeader,
] as const;
const returnedHeaders = [
  'accept-ranges',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-range',
  'content-security-policy',
  'content-type',
  'retry-after',
  'vary',
  'x-accel-buffering',
] as const;

/** Returns the headers for the gateway, which trusts the client address because of this server's key. Drops all other headers. */
function upstreamHeaders(request: FastifyRequest, webKey: string): Record<string, string> {
  const headers: Record<string, string> = {
    ...traceHeaders(),
    [internalHeaders.requestId]: request.id,
    [internalHeaders.webKey]: webKey,
    [internalHeaders.ip]: clientIp(request),
  };
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** Proxies `/graphql`, `/live`, `/media`, `/export` and the stop of reminders to the gateway at that GraphQL address, with bodies as bytes and responses as streams. */
export async function registerProxy(
  app: FastifyInstance,
  { graphqlUrl, webKey }: Pick<Config, 'graphqlUrl' | 'webKey'>,
) {
  const gateway = new URL(graphqlUrl);
  const patience = { headersTimeout: 60_000, bodyTimeout: 0, ...keptAlive };
  const operations = new Pool(gateway.origin, { connections: 64, ...patience });
  // Readers decide how long these responses last, so with a limit a few slow ones would block the rest.
  const streams = new Pool(gateway.origin, patience);
  const updates = new Pool(gateway.origin, patience);
  const pools = [operations, streams, updates];
  const probe = createLivenessProbe(gateway.origin);
  app.addHook('onClose', () => Promise.all([...pools.map((pool) => pool.destroy()), probe.close()]));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  const lasting = new Set<AbortController>();
  // Live updates end only with their readers, so they would hold up the end of this process.
  app.addHook('preClose', async () => lasting.forEach((left) => left.abort()));

  const forward = (pool: Pool, path?: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const left = new AbortController();
    if (pool === updates) lasting.add(left);
    reply.raw.once('close', () => {
      lasting.delete(left);
      left.abort();
    });
    try {
      const response = await probe.guard((signal) =>
        pool.request({
          method: request.method === 'GET' ? 'GET' : 'POST',
          path: path ?? request.url,
          headers: upstreamHeaders(request, webKey),
          signal: AbortSignal.any([left.signal, signal]),
          body: request.body instanceof Buffer ? request.body : null,
        }),
      );
      for (const name of returnedHeaders) {
        const value = response.headers[name];
        if (value !== undefined) reply.header(name, value);
      }
      return reply.status(response.statusCode).send(response.body);
    } catch (error) {
      throw new Unavailable(error);
    }
  };

  // The gateway limits the body by operation, so this server accepts the largest.
  const long = { errorHandler: sendGraphQLError, bodyLimit: limits.generationBodyBytes };
  app.post('/graphql', long, forward(operations, gateway.pathname));
  // The gateway has an explorer in development, and refuses GET elsewhere.
  app.get('/graphql', forward(operations, gateway.pathname));
  app.get('/live', forward(updates));
  app.get('/media/:name', forward(streams));
  app.get('/export', forward(streams));
  await app.register(async (scope) => {
    // Mail programs post a form (RFC 8058), of which nothing is read.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16_384 }, (_request, _body, done) =>
      done(null),
    );
    scope.post(studyProgressRoutes.stopReminders.path, forward(operations));
  });
}
