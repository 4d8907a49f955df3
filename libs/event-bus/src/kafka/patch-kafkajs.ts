// oxlint-disable-next-line typescript/triple-slash-reference -- Projects that import this source must see its types too.
/// <reference path="./kafkajs-internals.d.ts" />
import { SCRAM } from 'kafkajs/src/broker/saslAuthenticator/scram.js';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const betweenChecksMs = 10;

/**
 * Schedules the check only while requests are pending or throttled. kafkajs 2.2.4 sets a timer with a negative delay while
 * nothing is pending, which Node 24 turns into a 1 ms loop and a TimeoutNegativeWarning.
 */
function scheduleCheckPendingRequests(this: RequestQueue): void {
  if (this.throttleCheckTimeoutId) return;
  const throttledMs = this.throttledUntil - performance.now();
  if (this.pending.length === 0 && throttledMs <= 0) return;
  const check = () => {
    this.throttleCheckTimeoutId = null;
    this.checkPendingRequests();
  };
  this.throttleCheckTimeoutId = setTimeout(check, throttledMs > 0 ? throttledMs : betweenChecksMs);
}

/** Throttles by the monotonic clock; by the wall clock, a clock that is set back would prolong the throttling. */
function maybeThrottle(this: RequestQueue, ms: number | null): void {
  if (ms !== null && ms > 0) this.throttledUntil = Math.max(this.throttledUntil, performance.now() + ms);
}

function canSendSocketRequestImmediately(this: RequestQueue): boolean {
  const isFull = this.maxInFlightRequests !== null && this.inflight.size >= this.maxInFlightRequests;
  return !isFull && this.throttledUntil <= performance.now();
}

const { heartbeat: heartbeatWhenDue } = ConsumerGroup.prototype;

/** Keeps sending heartbeats when the clock is set back; kafkajs would stop until it has caught up, and lose its membership. */
function heartbeat(this: ConsumerGroup, options: { interval: number }): Promise<void> {
  this.lastRequest = Math.min(this.lastRequest, Date.now());
  return heartbeatWhenDue.call(this, options);
}

type Salting = Parameters<typeof SCRAM.hi>;
const { hi: derive } = SCRAM;
/** The last salted password by digest and password. */
const salted = new Map<string, { salt: Buffer; iterations: number; key: Promise<Buffer> }>();

/**
 * Derives a salted password once per salt; kafkajs does so twice per connection, for 5 ms of a processor each. RFC 5802
 * (section 3) allows clients to cache it.
 */
function deriveOnce(...[password, salt, iterations, digest]: Salting): Promise<Buffer> {
  const name = `${digest.type}:${password}`;
  const last = salted.get(name);
  if (last?.iterations === iterations && last.salt.equals(salt)) return last.key;
  const key = derive(password, salt, iterations, digest);
  salted.set(name, { salt, iterations, key });
  return key;
}

Object.assign(SCRAM, { hi: deriveOnce });
Object.assign(RequestQueue.prototype, {
  scheduleCheckPendingRequests,
  maybeThrottle,
  canSendSocketRequestImmediately,
});
Object.assign(ConsumerGroup.prototype, { heartbeat });
