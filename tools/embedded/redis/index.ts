import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import {
  attachSession,
  createRedisCommandExecutor,
  RedisResult,
  RedisServerState,
  scriptsCommands,
} from 'js-redis-server/core';
import { redisUrl } from '../addresses.ts';
import { listenOnLoopback, refuseProduction } from '../loopback.ts';
import { createTransport } from './transport.ts';

export type RedisOptions = {
  /** Port; 0 or absent for any free one. */
  port?: number;
  /** Password; when absent, a random one that `url` contains. */
  password?: string;
};

export type EmbeddedRedis = { port: number; url: string; stop(): Promise<void> };

/** Interval of the sweep, which only frees memory: commands never see expired keys. */
const SWEEP_MS = 1_000;

const scripts = new Set(scriptsCommands.map(({ name }) => name));

/** Rejects scripts, because no service uses them and an endless one would block the only thread. */
const refuseScripts = {
  name: 'refuse-scripts',
  beforeExecute: ({ definition }: { definition: { name: string } }) =>
    scripts.has(definition.name)
      ? RedisResult.error('scripts are not supported by the embedded Redis', 'ERR')
      : undefined,
};

/**
 * Starts an in-memory server that speaks the Redis protocol on 127.0.0.1, behind a password. Rejects when the
 * port is taken; throws `EmbeddedRefused` with NODE_ENV=production. All data is lost after `stop`.
 */
export async function startRedis(options: RedisOptions = {}): Promise<EmbeddedRedis> {
  refuseProduction('Redis');
  const password = options.password ?? randomBytes(24).toString('base64url');
  const state = new RedisServerState({
    databaseCount: 16,
    requirepass: password,
    compatibility: 'redis-7.0',
    activeExpiryIntervalMs: SWEEP_MS,
  });
  const executor = createRedisCommandExecutor({ compatibility: 'redis-7.0', policies: [refuseScripts] });
  const sockets = new Set<Socket>();

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const transport = createTransport(socket, () => attached.session.isAuthenticated);
    const attached = attachSession(transport, { state, executor, clientAddress: addressOf(socket) });
  });
  const port = await listenOnLoopback(server, options.port ?? 0);

  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      state.close();
      for (const socket of sockets) socket.destroy();
    });
  return { port, url: redisUrl(port, password), stop };
}

function addressOf(socket: Socket): string {
  return `${socket.remoteAddress ?? '127.0.0.1'}:${socket.remotePort ?? 0}`;
}
