import { createServer, type Socket } from 'node:net';
import { mongoUri } from '../addresses.ts';
import { listenOnLoopback } from '../loopback.ts';
import { dispatch, type Peer } from './commands/dispatch.ts';
import type { Server } from './commands/context.ts';
import { createCursors } from './cursors.ts';
import { asError, errorReply } from './errors.ts';
import { createSessions } from './sessions/sessions.ts';
import { createSnapshots } from './snapshots.ts';
import { createEngine } from './storage/engine.ts';
import { createMemoryStorage } from './storage/memory.ts';
import { createSpaceCheck, KEEP_FREE_BYTES } from './storage/free-space.ts';
import { openStorage, type Storage } from './storage/sqlite.ts';
import { deleteExpired } from './ttl.ts';
import { createFraming } from './wire/framing.ts';
import { readMessage, writeReply, type Message } from './wire/messages.ts';

/** Without `dataDir`, all data is in memory. */
export type MongoOptions = {
  /** 0 or absent: any free port. */
  port?: number;
  /** Directory of the data, created with mode 0700 when absent. */
  dataDir?: string;
  /** Receives log lines for the operator. */
  log?: (line: string) => void;
  /** Called when a write to disk fails. The server then stops responding and must be restarted. */
  onFailure?: (error: Error) => void;
  /** Free bytes below which the server rejects writes (16 MiB). */
  keepFreeBytes?: number;
  /** Interval of the sweep of expired documents, cursors and sessions, in milliseconds. */
  sweepMs?: number;
};

export type MongoServer = { port: number; uri(database: string): string; stop(): Promise<void> };

/** Hooks at which a test can end the process. */
type ServerHooks = { beforeReply?: (message: Message) => void };

/** The embedded server is for development and tests only. */
export class RejectedInProduction extends Error {
  readonly code = 'REFUSED_IN_PRODUCTION';
}

const SWEEP_MS = 60_000;
/** Maximum number of queued messages per connection. */
const MAX_WAITING = 100;
/** Maximum number of reply bytes that a client has not read. */
const MAX_UNREAD = 128 * 1024 * 1024;

/** Starts the server on 127.0.0.1; rejects to run with `NODE_ENV=production`. */
export async function startServer(options: MongoOptions, hooks: ServerHooks = {}): Promise<MongoServer> {
  if (process.env.NODE_ENV === 'production') {
    throw new RejectedInProduction('The embedded MongoDB does not run with NODE_ENV=production');
  }
  const log = options.log ?? (() => undefined);
  const sockets = new Set<Socket>();
  const storage = openStorageFor(options, onStorageFailure, log);
  const engine = createEngine(storage);
  const server: Server = {
    engine,
    sessions: createSessions(engine),
    cursors: createCursors(),
    snapshots: createSnapshots(engine),
    port: () => port,
  };
  let lastConnection = 0;
  const listener = createServer((socket) => {
    const connection = ++lastConnection;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(server, socket, connection, hooks, log);
  });
  let port = await listenOnLoopback(listener, options.port ?? 0).catch((error: unknown) => {
    engine.close();
    throw error;
  });
  const sweep = createSweep(server, log);
  const sweeper = setInterval(() => void sweep(), options.sweepMs ?? SWEEP_MS).unref();

  /** Closes all connections, because memory is ahead of the disk and no further reply may be sent. */
  function onStorageFailure(error: Error): void {
    log(`storage failed, closing all connections: ${error.message}`);
    for (const socket of sockets) socket.destroy();
    listener.close();
    options.onFailure?.(error);
  }

  async function stop(): Promise<void> {
    clearInterval(sweeper);
    const closed = new Promise<void>((resolve) => {
      listener.close(() => resolve());
    });
    for (const socket of sockets) socket.destroy();
    await closed;
    server.cursors.stop();
    server.snapshots.stop();
    engine.close();
  }

  return { port, uri: (database) => mongoUri(port, database), stop };
}

function openStorageFor(
  { dataDir, keepFreeBytes = KEEP_FREE_BYTES }: MongoOptions,
  onFailure: (error: Error) => void,
  log: (line: string) => void,
): Storage {
  if (dataDir === undefined) return createMemoryStorage();
  return openStorage(dataDir, onFailure, createSpaceCheck(dataDir, keepFreeBytes, log));
}

/** Sweeps expired cursors, sessions and documents, one sweep at a time. Deletes documents only while the disk has space. */
function createSweep({ engine, cursors, sessions }: Server, log: (line: string) => void) {
  let isSweeping = false;
  return async (): Promise<void> => {
    if (isSweeping) return;
    isSweeping = true;
    try {
      cursors.sweep();
      if (!engine.storage.hasSpace()) return;
      sessions.sweep();
      await deleteExpired(engine);
    } catch (error) {
      log(`sweep failed: ${asError(error).message}`);
    } finally {
      isSweeping = false;
    }
  };
}

/** Reads messages from one connection and replies to them in order. */
function serve(
  server: Server,
  socket: Socket,
  connection: number,
  hooks: ServerHooks,
  log: (line: string) => void,
) {
  const framing = createFraming();
  let queue = Promise.resolve();
  let waiting = 0;
  const peer: Peer = { connection, isGone: () => socket.destroyed };
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    try {
      for (const bytes of framing.push(chunk)) {
        const message = readMessage(bytes);
        if (++waiting > MAX_WAITING) socket.pause();
        queue = queue.then(() => respond(message));
      }
    } catch (error) {
      log(`connection ${connection} closed: ${asError(error).message}`);
      socket.destroy();
    }
  });

  async function respond(message: Message): Promise<void> {
    const reply = await dispatch(server, message, peer);
    hooks.beforeReply?.(message);
    if (--waiting <= MAX_WAITING) socket.resume();
    if (message.isOneWay || socket.destroyed) return;
    if (socket.writableLength > MAX_UNREAD) return void socket.destroy();
    try {
      socket.write(writeReply(message, reply));
    } catch (error) {
      socket.write(writeReply(message, { fields: errorReply(error) }));
    }
  }
}
