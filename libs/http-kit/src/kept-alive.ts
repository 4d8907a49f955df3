import { internalHeaders } from '@kumbuka/contracts';
import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const idleMs = 500;
const sweepMs = 50;
const drainMs = 500;
const ownDrainMs = 2 * idleMs;

/**
 * Idle timeout of our own clients, whatever the server offers. It is shorter than a closing server waits for
 * them, so none of their requests hits a closing connection.
 */
export const keptAlive = { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs } as const;

const isOwn = (headers: IncomingHttpHeaders) =>
  internalHeaders.key in headers || internalHeaders.webKey in headers;

/** Counts connections, those of our own clients separately; an application without a listener has none. */
function countConnections({ server }: FastifyInstance) {
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
 * Closes kept-alive connections after their last response. Busy clients learn it from their next response,
 * because a request on a closing connection would be lost. Connections of our own clients end within
 * `ownDrainMs`. Fastify closes idle ones of others after `drainMs`; busy ones would keep the process until
 * their keep-alive timeout.
 */
export function closeConnectionsInTurn(app: FastifyInstance) {
  const { open, own } = countConnections(app);
  let closing = false;
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
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
