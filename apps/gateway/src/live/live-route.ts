import { Unauthenticated, Unavailable } from '@kumbuka/contracts';
import { clientIp } from '@kumbuka/http-kit';
import { bearerOf, type Identity } from '@kumbuka/identity';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Socket } from 'node:net';
import type { Caller } from '../requests/callers.ts';
import type { Streams } from './streams.ts';

export interface LiveRoutePorts {
  streams: Streams;
  identity: Pick<Identity, 'verify'>;
  webKeys: readonly string[];
  callerOf(authorization: string | undefined, ip: string): Promise<Caller>;
}

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Asks proxies to pass each message on at once.
  'x-accel-buffering': 'no',
  // The response has no length, so it ends with the connection.
  connection: 'close',
};

/**
 * Writes the head and frees the request and its response: a stream keeps only its socket. With them, an open stream costs
 * twice as much memory.
 */
function takeSocket(reply: FastifyReply): Socket | null {
  const { raw } = reply;
  const { socket } = raw;
  if (!socket) return null;
  raw.detachSocket(socket);
  const lines = Object.entries({ ...reply.getHeaders(), ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Tells a browser what kind of thing has changed for its account: `GET /live`, server-sent events. */
export function registerLive(
  app: FastifyInstance,
  { streams, identity, webKeys, callerOf }: LiveRoutePorts,
): void {
  app.addHook('preClose', async () => streams.close());
  app.get<{ Querystring: { ago?: string } }>('/live', async (request, reply) => {
    const { authorization } = request.headers;
    const caller = await callerOf(authorization, clientIp(request, webKeys));
    await caller.count();
    const token = bearerOf(authorization);
    if (!token) throw new Unauthenticated();
    const principal = await identity.verify(token);
    if (!streams.isOpen()) throw new Unavailable();
    reply.hijack();
    const socket = takeSocket(reply);
    const ago = Number(request.query.ago ?? 0);
    if (socket && !socket.destroyed) streams.add(principal, socket, Number.isFinite(ago) ? ago : 0);
  });
}
