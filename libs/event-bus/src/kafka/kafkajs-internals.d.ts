/** Internals of kafkajs 2.2.4 that `mend-kafkajs.ts` replaces; kafkajs has no types for them. */
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
