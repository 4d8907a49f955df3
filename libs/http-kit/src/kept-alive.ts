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
 * How long our own clients keep a connection that nobody uses, whatever longer time the server offers: shorter than a
 * server that closes waits for them, so that none of their requests meets a connection that is being closed.
 */
export const keptAlive = { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs } as const;

const isOwn = (headers: IncomingHttpHeaders) =>
  internalHeaders.key in headers || internalHeaders.webKey in headers;

/** Counts connections, and those of our own clients among them; an application that never listens has none. */
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
 * Ends kept-alive connections once their last answer is out. Who uses one is told with the next answer: a request that
 * is on its way while its connection is closed would be lost, and may not be sent again. Connections of our own clients
 * end by themselves in `ownDrainMs`, told or unused. Fastify closes those of others that are idle after `drainMs`; one
 * that was busy then would hold the process until its keep-alive time is over.
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
