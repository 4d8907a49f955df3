import type { FastifyInstance } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export interface StallTimes {
  /** Milliseconds without progress after which a connection is destroyed. */
  stallMs: number;
  /** Milliseconds after which every connection is destroyed. */
  totalMs: number;
}

/** Less than the 10 s of a process, which must then stop everything else. */
export const stallTimes: StallTimes = { stallMs: 4_000, totalMs: 6_000 };

/** Whether the client waits for the server: the request is complete, and the client has read all that was sent. */
const isServersTurn = ({ request, response }: Exchange, { writableLength }: Socket) =>
  request.complete && !response.writableFinished && writableLength === 0;

/**
 * While the server closes, destroys connections whose client stopped reading a response or sending a request.
 * Node ends its own time limits of requests when a server closes, so one such client would keep it open. A
 * request in progress keeps its connection.
 */
export function destroyStalledConnections(app: FastifyInstance, { stallMs, totalMs }: StallTimes) {
  const { server } = app;
  const open = new Set<Socket>();
  const exchanges = new WeakMap<Socket, Exchange>();
  let closing = false;
  // Each byte in either direction restarts a socket's timeout, also within one large write.
  const watch = (socket: Socket) => void (closing && socket.setTimeout(stallMs));
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    watch(socket);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    exchanges.set(request.socket, { request, response });
    watch(request.socket);
  });
  const endIfStalled = (socket: Socket) => {
    const exchange = exchanges.get(socket);
    if (exchange && isServersTurn(exchange, socket)) watch(socket);
    else socket.destroy();
  };
  app.addHook('preClose', async () => {
    closing = true;
    server.on('timeout', endIfStalled);
    open.forEach(watch);
    const end = setTimeout(() => server.closeAllConnections(), totalMs);
    server.once('close', () => clearTimeout(end));
    end.unref();
  });
}
