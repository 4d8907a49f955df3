import type { Socket } from 'node:net';
import type {
  ConnectionTransport,
  ConnectionTransportEvent,
  ConnectionTransportListener,
} from 'js-redis-server/core';
import { createFrameCutter, FrameRefused, type FrameLimits } from './frames.ts';

const TRUSTED: FrameLimits = {
  arguments: 64 * 1024,
  argumentBytes: 16 * 1024 * 1024,
  frameBytes: 32 * 1024 * 1024,
};

/** Limits of real Redis for a client that has not signed in: enough for AUTH and HELLO. */
const UNTRUSTED: FrameLimits = { arguments: 10, argumentBytes: 16 * 1024, frameBytes: 64 * 1024 };

/** Bytes of unread responses after which a client is disconnected. */
const UNREAD_BYTES = 64 * 1024 * 1024;

const REFUSAL_LINGER_MS = 2_000;

let connections = 0;

/** Client socket for the core: whole, bounded commands in, responses out. */
export function createTransport(socket: Socket, isTrusted: () => boolean): ConnectionTransport {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  socket.on('close', abort).on('error', abort);

  const write = (chunk: Buffer): void => {
    if (socket.destroyed || !socket.writable) return;
    socket.write(chunk);
    if (socket.writableLength > UNREAD_BYTES) socket.destroy();
  };

  const on = (event: ConnectionTransportEvent, listener: ConnectionTransportListener) => {
    socket.on(event, listener);
    return () => void socket.off(event, listener);
  };

  const close = (): void => {
    abort();
    socket.destroySoon();
  };

  /** Sends the reason and keeps reading for a moment; otherwise the client would see a reset instead of the reason. */
  const refuse = (refusal: FrameRefused): void => {
    abort();
    socket.end(`-ERR ${refusal.message}\r\n`);
    socket.resume();
    setTimeout(() => socket.destroy(), REFUSAL_LINGER_MS).unref();
  };

  return {
    id: `redis-${(connections += 1)}`,
    signal: controller.signal,
    read: () => readCommands(socket, controller.signal, isTrusted, refuse),
    write,
    close,
    on,
  };
}

async function* readCommands(
  socket: Socket,
  signal: AbortSignal,
  isTrusted: () => boolean,
  refuse: (refusal: FrameRefused) => void,
): AsyncGenerator<Buffer> {
  const cutter = createFrameCutter();
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      cutter.push(chunk as Buffer);
      for (;;) {
        if (signal.aborted) return;
        const batch = takeBatch(cutter, isTrusted());
        if (batch === undefined) break;
        yield batch;
      }
    }
  } catch (error) {
    if (error instanceof FrameRefused) refuse(error);
    else if (!signal.aborted) throw error;
  }
}

/** Handles one command at a time before sign-in, because AUTH lifts the limits of the next one. */
function takeBatch(cutter: ReturnType<typeof createFrameCutter>, trusted: boolean): Buffer | undefined {
  if (!trusted) return cutter.next(UNTRUSTED);
  const frames: Buffer[] = [];
  for (let frame = cutter.next(TRUSTED); frame; frame = cutter.next(TRUSTED)) frames.push(frame);
  return frames.length > 1 ? Buffer.concat(frames) : frames[0];
}
