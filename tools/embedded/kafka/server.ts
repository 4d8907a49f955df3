import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../loopback.ts';
import type { Broker } from './apis/api.ts';
import { serveConnection } from './connection.ts';

/** Listens on loopback only. `close` disconnects every client. */
export function createKafkaServer(broker: Broker, onFailure: (error: unknown) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, broker, onFailure);
  });

  return {
    listen: (port: number): Promise<number> => listenOnLoopback(server, port),
    close: (): Promise<void> =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
