import { decksRoutes, Unavailable } from '@kumbuka/contracts';
import { clientIp, edgeHeaders, inTurn, type Upstream } from '@kumbuka/http-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from './callers.ts';

export interface ExportRoutePorts {
  decks: Pick<Upstream, 'call'>;
  internalKey: string;
  webKeys: readonly string[];
  callerOf(authorization: string | undefined, ip: string): Promise<Caller>;
}

/** Response headers of decks that the client receives. */
const returnedHeaders = ['content-type', 'content-disposition', 'retry-after'];
const forwardedHeaders = ['authorization', 'accept-language', 'user-agent'];

type Address = { Querystring: Record<string, string | string[]> };

function requestOf(request: FastifyRequest<Address>, ip: string, internalKey: string) {
  const { deck, ...query } = request.query;
  const headers: Record<string, string> = edgeHeaders(internalKey, ip, request.id);
  for (const name of forwardedHeaders) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  if (deck === undefined) return { route: decksRoutes.exportDecks, params: {}, query, headers };
  return { route: decksRoutes.exportDeck, params: { id: String(deck) }, query, headers };
}

/** Files of cards for the web client, which reaches nothing but the gateway: `GET /export?format=apkg&deck=7`. */
export function registerExport(
  app: FastifyInstance,
  { decks, internalKey, webKeys, callerOf }: ExportRoutePorts,
) {
  app.get<Address>('/export', async (request, reply) => {
    const ip = clientIp(request, webKeys);
    const caller = await callerOf(request.headers.authorization, ip);
    await caller.count();
    const turn = await caller.enter('query');
    const response = await inTurn(turn, () =>
      decks.call(requestOf(request, ip, internalKey)).catch((error: unknown) => {
        throw new Unavailable(error);
      }),
    );
    if (response.status === 429) await caller.hold();
    for (const name of returnedHeaders) {
      const value = response.headers[name];
      if (value !== undefined) reply.header(name, value);
    }
    return reply
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .status(response.status)
      .send(response.body);
  });
}
