/** Internals of kafkajs 2.2.4 that `patch-kafkajs.ts` replaces; kafkajs has no types for them. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  export default class RequestQueue {
    pending: unknown[];
    inflight: Map<number, unknown>;
    maxInFlightRequests: number | null;
    throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    maybeThrottle(ms: number | null): void;
    canSendSocketRequestImmediately(): boolean;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }
}

declare module 'kafkajs/src/consumer/consumerGroup.js' {
  export default class ConsumerGroup {
    /** Milliseconds since 1970. */
    lastRequest: number;
    heartbeat(options: { interval: number }): Promise<void>;
  }
}

declare module 'kafkajs/src/broker/saslAuthenticator/scram.js' {
  interface Digest {
    /** Name of the hash function, such as `sha512`. */
    type: string;
    /** Bytes of a hash. */
    length: number;
  }
  export const SCRAM: {
    /** Derives the salted password. */
    hi(password: string, salt: Buffer, iterations: number, digest: Digest): Promise<Buffer>;
  };
}

declare module 'kafkajs/src/protocol/encoder.js' {
  export default class Encoder {
    writeInt8(value: number): this;
    writeInt32(value: number): this;
    writeUVarIntString(value: string): this;
    /** Without bytes it writes 0, which is an empty tag section. */
    writeUVarIntBytes(value?: Buffer): this;
    writeUVarIntArray(items: readonly Encoder[]): this;
  }
}

declare module 'kafkajs/src/protocol/decoder.js' {
  export default class Decoder {
    constructor(buffer: Buffer);
    readInt16(): number;
    readInt32(): number;
    readUVarIntString(): string | null;
    readUVarIntArray<Item>(read: (decoder: Decoder) => Item): Item[];
    readTaggedFields(): unknown;
  }
}
