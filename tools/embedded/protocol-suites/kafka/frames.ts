import { connect } from 'node:net';

/** Encodes a request body. Every call returns the encoder. */
export function encoder() {
  const parts: Buffer[] = [];
  const fixed = (bytes: number, write: (part: Buffer) => void) => {
    const part = Buffer.alloc(bytes);
    write(part);
    parts.push(part);
    return self;
  };
  const self = {
    int8: (value: number) => fixed(1, (part) => part.writeInt8(value)),
    int16: (value: number) => fixed(2, (part) => part.writeInt16BE(value)),
    int32: (value: number) => fixed(4, (part) => part.writeInt32BE(value)),
    int64: (value: number | bigint) => fixed(8, (part) => part.writeBigInt64BE(BigInt(value))),
    raw: (bytes: Buffer) => {
      parts.push(bytes);
      return self;
    },
    string: (value: string | null) => {
      if (value === null) return self.int16(-1);
      return self.int16(Buffer.byteLength(value)).raw(Buffer.from(value));
    },
    bytes: (value: Buffer | null) => {
      if (value === null) return self.int32(-1);
      return self.int32(value.length).raw(value);
    },
    array: <T>(items: readonly T[] | null, item: (value: T) => void) => {
      self.int32(items === null ? -1 : items.length);
      for (const value of items ?? []) item(value);
      return self;
    },
    finish: () => Buffer.concat(parts),
  };
  return self;
}

export type Decoder = ReturnType<typeof decoder>;

/** Decodes a response. Throws RangeError when it is too short. */
export function decoder(bytes: Buffer) {
  let at = 0;
  const take = (count: number) => {
    if (count < 0 || at + count > bytes.length) throw new RangeError(`response ends at ${bytes.length}`);
    at += count;
    return at - count;
  };
  const slice = (count: number) => {
    const from = take(count);
    return bytes.subarray(from, from + count);
  };
  const self = {
    int8: () => bytes.readInt8(take(1)),
    int16: () => bytes.readInt16BE(take(2)),
    int32: () => bytes.readInt32BE(take(4)),
    int64: () => Number(bytes.readBigInt64BE(take(8))),
    string: (): string | null => {
      const length = self.int16();
      return length < 0 ? null : slice(length).toString();
    },
    bytes: (): Buffer | null => {
      const length = self.int32();
      return length < 0 ? null : slice(length);
    },
    array: <T>(item: () => T): T[] | null => {
      const length = self.int32();
      return length < 0 ? null : Array.from({ length }, item);
    },
    list: <T>(item: () => T): T[] => self.array(item) ?? [],
    isAtEnd: () => at === bytes.length,
  };
  return self;
}

/** The broker closed the connection before it responded. */
class ConnectionClosed extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor() {
    super('The broker closed the connection');
    this.name = 'ConnectionClosed';
  }
}

export type RawConnection = Awaited<ReturnType<typeof openRaw>>;

/** Opens a connection that sends raw frames and matches responses to requests by their order. */
export async function openRaw(address: string, clientId = 'raw') {
  const [host, port] = address.split(':');
  const socket = connect(Number(port), host);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.setNoDelay(true);

  const waiting: { resolve: (response: Decoder) => void; reject: (error: Error) => void }[] = [];
  const correlations: number[] = [];
  let held: Buffer = Buffer.alloc(0);
  let nextCorrelation = 1;

  socket.on('data', (chunk) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= 4 && held.length >= 4 + held.readInt32BE(0)) {
      const end = 4 + held.readInt32BE(0);
      const response = decoder(held.subarray(4, end));
      held = held.subarray(end);
      correlations.push(response.int32());
      waiting.shift()?.resolve(response);
    }
  });
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      for (const one of waiting.splice(0)) one.reject(new ConnectionClosed());
      resolve();
    }),
  );
  socket.on('error', () => socket.destroy());

  return {
    /** Correlation ids in the order of the responses. */
    correlations,
    closed,
    /** Sends raw bytes without a length prefix. */
    write: (bytes: Buffer) => void socket.write(bytes),
    /** Sends a whole request without waiting for the response. */
    post(key: number, version: number, body: Buffer) {
      const head = encoder().int16(key).int16(version).int32(nextCorrelation).string(clientId);
      nextCorrelation += 1;
      socket.write(encoder().bytes(head.raw(body).finish()).finish());
    },
    /** Sends a request. Resolves with the response after its correlation id. Rejects with ConnectionClosed. */
    request(key: number, version: number, body: Buffer): Promise<Decoder> {
      const response = new Promise<Decoder>((resolve, reject) => waiting.push({ resolve, reject }));
      this.post(key, version, body);
      return response;
    },
    close: () => void socket.destroy(),
  };
}
