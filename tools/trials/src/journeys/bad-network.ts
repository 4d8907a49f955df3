import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * What a network does to the requests of a browser: `cut` closes connections, `503` and `portal` answer for the server, and
 * `lossy` drops every tenth response to a write after it took effect.
 */
type Weather = 'fair' | 'cut' | '503' | 'portal' | 'lossy';

export interface BadNetwork {
  /** Address of the product behind this network. */
  url: string;
  set: (weather: Weather) => void;
  /** Replaces the responses of an address. */
  replace: (path: string, body: string, type: string) => void;
  /** Bytes that the network carried, headers included, in both directions. */
  bytes: () => number;
  /** Operations of `/graphql` that arrived, by name. */
  arrived: string[];
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

const portalPage = '<!doctype html><title>Hotel</title><h1>Pay for this wifi</h1>';

const bodyOf = async (from: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of from) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const nameOf = (body: Buffer) => /"operationName":"(\w+)"/.exec(body.toString())?.[1] ?? '';
const isWrite = (body: Buffer) => /"query":"mutation\b/.test(body.toString());

/** Starts a network in front of the web server. Only the server's side can cut the requests of pages and workers alike. */
export async function startBadNetwork(target: string): Promise<BadNetwork> {
  let weather: Weather = 'fair';
  let writes = 0;
  let closedBytes = 0;
  const replaced = new Map<string, { body: string; type: string }>();
  const arrived: string[] = [];
  const sockets = new Set<Socket>();

  function forward(from: IncomingMessage, to: ServerResponse, body: Buffer, isLost: boolean) {
    const upstream = request(new URL(from.url ?? '/', target), {
      method: from.method,
      headers: { ...from.headers, host: new URL(target).host },
    });
    upstream.on('response', (response) => {
      if (isLost) return void response.resume().on('end', () => from.socket.destroy());
      to.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(to);
    });
    upstream.on('error', () => from.socket.destroy());
    upstream.end(body);
  }

  async function handle(from: IncomingMessage, to: ServerResponse) {
    if (weather === 'cut') return from.socket.destroy();
    const body = await bodyOf(from);
    if (weather === '503') return to.writeHead(503, { 'retry-after': '1' }).end();
    if (weather === 'portal') return to.writeHead(200, { 'content-type': 'text/html' }).end(portalPage);
    const other = replaced.get(from.url ?? '');
    if (other)
      return to.writeHead(200, { 'content-type': other.type, 'cache-control': 'no-cache' }).end(other.body);
    if (from.url === '/graphql') arrived.push(nameOf(body));
    const isLost = weather === 'lossy' && isWrite(body) && ++writes % 10 === 0;
    return forward(from, to, body, isLost);
  }

  const server = createServer((from, to) => void handle(from, to).catch(() => from.socket.destroy()));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      closedBytes += socket.bytesRead + socket.bytesWritten;
      sockets.delete(socket);
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    // A secure context by its name.
    url: `http://localhost:${port}`,
    set: (next) => {
      weather = next;
      if (next === 'cut') for (const socket of sockets) socket.destroy();
    },
    replace: (path, body, type) => void replaced.set(path, { body, type }),
    bytes: () =>
      [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, closedBytes),
    arrived,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
    start: () => listen(port),
  };
}
