const CR = 13;
const LF = 10;
const STAR = 42;
const DOLLAR = 36;

export type FrameLimits = {
  /** Maximum number of arguments of a command. */
  arguments: number;
  /** Maximum bytes of an argument. */
  argumentBytes: number;
  /** Maximum bytes of a command with its framing. */
  frameBytes: number;
};

const INLINE_BYTES = 64 * 1024;
const HEADER_BYTES = 32;

/** The client violated the protocol or a limit. The server sends it the message. */
export class FrameRefused extends Error {
  readonly code = 'FRAME_REFUSED';
  constructor(message: string) {
    super(`Protocol error: ${message}`);
    this.name = 'FrameRefused';
  }
}

type Line = { text: string; next: number };

/**
 * Splits a byte stream into whole commands of the Redis protocol. An unfinished command is buffered once and not parsed
 * again.
 */
export function createFrameCutter() {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let neededBytes = 1;

  const push = (chunk: Buffer): void => {
    held.push(chunk);
    heldBytes += chunk.length;
  };

  const joined = (): Buffer => {
    if (held.length > 1) held = [Buffer.concat(held, heldBytes)];
    return held[0] ?? Buffer.alloc(0);
  };

  const drop = (bytes: number): void => {
    const rest = joined().subarray(bytes);
    held = rest.length > 0 ? [rest] : [];
    heldBytes = rest.length;
    neededBytes = 1;
  };

  /** Returns the next whole command, or `undefined` until more bytes arrive. Throws `FrameRefused`. */
  const next = (limits: FrameLimits): Buffer | undefined => {
    if (heldBytes < neededBytes) return undefined;
    const bytes = joined();
    const outcome = bytes[0] === STAR ? arrayEnd(bytes, limits) : inlineEnd(bytes);
    if (outcome.end === undefined) {
      neededBytes = outcome.needed;
      return undefined;
    }
    const frame = bytes.subarray(0, outcome.end);
    drop(outcome.end);
    return frame;
  };

  return { push, next, heldBytes: () => heldBytes };
}

type Outcome = { end: number; needed?: never } | { end?: undefined; needed: number };

function arrayEnd(bytes: Buffer, limits: FrameLimits): Outcome {
  const header = readHeader(bytes, 1);
  if (header === undefined) return { needed: bytes.length + 1 };
  const count = lengthOf(header.text, 'multibulk', limits.arguments);
  let at = header.next;
  for (let i = 0; i < count; i += 1) {
    if (at >= bytes.length) return { needed: at + 4 };
    if (bytes[at] !== DOLLAR) throw new FrameRefused("expected '$'");
    const bulk = readHeader(bytes, at + 1);
    if (bulk === undefined) return { needed: bytes.length + 1 };
    const length = lengthOf(bulk.text, 'bulk', limits.argumentBytes);
    if (length < 0) throw new FrameRefused('invalid bulk length');
    at = bulk.next + length + 2;
    if (at > limits.frameBytes) throw new FrameRefused('command too long');
    if (at > bytes.length) return { needed: at };
    if (bytes[at - 2] !== CR || bytes[at - 1] !== LF) throw new FrameRefused('bulk string not terminated');
  }
  return { end: at };
}

function inlineEnd(bytes: Buffer): Outcome {
  const end = bytes.indexOf(LF);
  if (end > INLINE_BYTES || (end < 0 && bytes.length > INLINE_BYTES)) {
    throw new FrameRefused('too big inline request');
  }
  if (end < 0) return { needed: bytes.length + 1 };
  refuseHttp(bytes.toString('latin1', 0, 6));
  return { end: end + 1 };
}

/** A web page can make a browser post to this port, so an HTTP request line must not count as a command. */
function refuseHttp(start: string): void {
  if (/^(post |host:)/i.test(start)) throw new FrameRefused('this is not an HTTP server');
}

function readHeader(bytes: Buffer, from: number): Line | undefined {
  const end = bytes.indexOf(CR, from);
  if (end < 0 || end - from > HEADER_BYTES) {
    if (bytes.length - from > HEADER_BYTES) throw new FrameRefused('too big count string');
    return undefined;
  }
  if (end + 1 >= bytes.length) return undefined;
  return { text: bytes.toString('latin1', from, end), next: end + 2 };
}

function lengthOf(text: string, what: string, max: number): number {
  if (!/^-?\d{1,12}$/.test(text)) throw new FrameRefused(`invalid ${what} length`);
  const length = Number(text);
  if (length > max) throw new FrameRefused(`invalid ${what} length`);
  return length;
}
