import { internalHeaders } from '@kumbuka/contracts';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const idleMs = 500;
const sweepMs = 50;

export interface DrainTimes {
  /** Milliseconds that a closing server waits for connections. */
  drainMs: number;
  /** Milliseconds that it waits for connections of our own clients. */
  ownDrainMs: number;
}

export const drainTimes: DrainTimes = { drainMs: 500, ownDrainMs: 2 * idleMs };

/**
 * Idle timeout of our own clients, whatever the server offers. A closing server waits longer for them, so none of
 * their requests meets a closing connection.
 */
export const keptAlive = { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs } as const;

const isOwn = (headers: IncomingHttpHeaders) =>
  internalHeaders.key in headers || internalHeaders.webKey in headers;

/** Tracks the open connections, and those of our own clients among them. */
function trackConnections({ server }: FastifyInstance) {
  const open = new Set<Socket>();
  const own = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => [open, own].forEach((sockets) => sockets.delete(socket)));
  });
  server.on('request', ({ headers, socket }) => {
    if (open.has(socket) && isOwn(headers)) own.add(socket);
  });
  return { open, own };
}

/**
 * Closes kept-alive connections when the server closes. The next response of each asks the client to close it,
 * because a request on a closing connection would be lost. Connections of our own clients end within
 * `ownDrainMs`. Fastify closes the idle ones of others after `drainMs`; busy ones would keep the process until
 * their keep-alive timeout.
 */
export function drainConnections(app: FastifyInstance, { drainMs, ownDrainMs }: DrainTimes) {
  const { open, own } = trackConnections(app);
  let closing = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    closing = true;
    if (!app.server.listening) return;
    const began = performance.now();
    const within = (ms: number) => performance.now() - began < ms;
    while ((open.size > 0 && within(drainMs)) || (own.size > 0 && within(ownDrainMs))) await pause(sweepMs);
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
    app.server.once('close', () => clearInterval(sweep));
    sweep.unref();
  });
}
