import { createSession, type Session } from './access/session.ts';
import type { Socket } from 'node:net';
import { APIS, apiVersions } from './apis/all.ts';
import { type Api, type Broker, CLOSE_CONNECTION, NO_RESPONSE, type Request } from './apis/api.ts';
import { rejectVersion } from './apis/api-versions.ts';
import { createFrameSplitter } from './wire/frames.ts';
import { createReader, type Reader } from './wire/reader.ts';
import type { Writer } from './wire/writer.ts';

type Header = { api: Api | undefined; key: number; version: number; correlationId: number; clientId: string };

/** Kafka's connections.max.idle.ms. */
const MAX_IDLE_MS = 600_000;
const HEADER_BYTES = 8;
/** Requests read ahead of the current one, because only a socket that is being read reports a disconnect. */
const MAX_QUEUED = 32;

/**
 * Serves one client, one request at a time in the order of arrival, as Kafka does: a long poll delays the responses
 * after it. A malformed frame, or an error that the response cannot carry, closes only this connection.
 */
export function serveConnection(socket: Socket, broker: Broker, onFailure: (error: unknown) => void): void {
  const split = createFrameSplitter();
  const closed = createCloseEvent();
  const session = createSession(broker.access);
  const queue: Buffer[] = [];
  let isBusy = false;

  const work = async () => {
    isBusy = true;
    try {
      for (let frame = queue.shift(); frame !== undefined && !socket.destroyed; frame = queue.shift())
        await handleFrame(socket, broker, frame, { session, onClose: closed.subscribe });
    } catch (error) {
      if (!isClientFault(error)) onFailure(error);
      socket.destroy();
    }
    isBusy = false;
    if (!socket.destroyed && socket.isPaused()) socket.resume();
  };
  const receive = (chunk: Buffer) => {
    try {
      queue.push(...split(chunk));
    } catch {
      socket.destroy();
    }
    if (queue.length > MAX_QUEUED) socket.pause();
    if (!isBusy && queue.length > 0 && !socket.destroyed) void work();
  };

  socket.setNoDelay(true);
  socket.setTimeout(MAX_IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('close', closed.announce);
  socket.on('data', receive);
}

async function handleFrame(
  socket: Socket,
  broker: Broker,
  frame: Buffer,
  client: { session: Session; onClose: Request['onClose'] },
): Promise<void> {
  const body = createReader(frame);
  const header = readHeader(body);
  const clientHost = socket.remoteAddress ?? '';
  const response = await dispatch(body, header, broker, {
    version: header.version,
    clientId: header.clientId,
    clientHost,
    ...client,
  });
  if (response === CLOSE_CONNECTION) socket.destroy();
  else if (response !== NO_RESPONSE) await send(socket, header.correlationId, response);
  if (client.session.hasFailed()) socket.end();
}

function readHeader(body: Reader): Header {
  const key = body.int16();
  const version = body.int16();
  const correlationId = body.int32();
  const clientId = body.nullableString() ?? '';
  return { api: APIS.get(key), key, version, correlationId, clientId };
}

/** Like Kafka, responds to an unsupported version of ApiVersions with error 35 and closes the connection for any other. */
function dispatch(body: Reader, { api, version }: Header, broker: Broker, request: Request) {
  if (api === undefined) return CLOSE_CONNECTION;
  if (version >= api.minVersion && version <= api.maxVersion) return api.handle(body, broker, request);
  return api === apiVersions ? rejectVersion(api) : CLOSE_CONNECTION;
}

async function send(socket: Socket, correlationId: number, response: Writer): Promise<void> {
  if (socket.destroyed) return;
  const body = response.finish();
  const head = Buffer.allocUnsafe(HEADER_BYTES);
  head.writeInt32BE(body.length + 4, 0);
  head.writeInt32BE(correlationId, 4);
  socket.cork();
  socket.write(head);
  const isFlowing = socket.write(body);
  socket.uncork();
  if (!isFlowing) await drained(socket);
}

/** Resolves when the client has read the response or is gone. Leaves no listener on the socket. */
const drained = (socket: Socket) =>
  new Promise<void>((resolve) => {
    const end = () => {
      socket.off('drain', end).off('close', end);
      resolve();
    };
    socket.on('drain', end).on('close', end);
  });

function createCloseEvent() {
  const actions = new Set<() => void>();
  return {
    subscribe(action: () => void) {
      actions.add(action);
      return () => void actions.delete(action);
    },
    announce() {
      for (const action of actions) action();
    },
  };
}

const CLIENT_FAULTS = new Set(['MALFORMED_FRAME', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);
const isClientFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CLIENT_FAULTS.has(String(error.code));
