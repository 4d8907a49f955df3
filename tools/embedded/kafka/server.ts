import { createServer, type AddressInfo, type Socket } from 'node:net';
import { type Broker, HOST } from './apis/api.ts';
import { serveConnection } from './connection.ts';

/** Listens on loopback only; `close` hangs up on every client. */
export function createKafkaServer(broker: Broker, onFailure: (error: unknown) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveConnection(socket, broker, onFailure);
  });

  return {
    listen: (port: number): Promise<number> =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
      }),
    close: (): Promise<void> =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
