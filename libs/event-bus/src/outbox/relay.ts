import { createHeartbeat } from '@kumbuka/runtime/heartbeat';
import type { Connection } from 'mongoose';
import type { Bus } from '../bus.ts';
import type { CrashAt } from '../crash-points.ts';
import { createLease, realClocks } from './lease.ts';
import type { Log } from '../log.ts';
import { listenForNudges, sendNudge, type NudgeChannel } from './nudge-channel.ts';
import type { Outbox } from './outbox.ts';
import { createPublisher } from './publisher.ts';
import { createWorkLoop, type Schedule } from './work-loop.ts';

export interface RelayOptions {
  outbox: Outbox;
  bus: Bus;
  connection: Connection;
  /** Name of the service; one relay per name is active. */
  name: string;
  log: Log;
  /** Wakes the active relay from other instances; without it, polling takes up to a second. */
  redis?: NudgeChannel | null;
  /** For trials. */
  crashAt?: CrashAt;
  /** Monotonic clock in milliseconds; for tests. */
  monotonic?: () => number;
  /** Milliseconds since 1970; for tests. */
  wall?: () => number;
  /** For tests. */
  schedule?: Schedule;
}

interface Relay {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** Whether this instance publishes. */
  isActive(): boolean;
  /** False when it has not polled the outbox for two minutes. */
  isAlive(): boolean;
}

const pollMs = 1_000;
/** Messages that Kafka has not confirmed by then are sent again by the next relay. */
const stopWithinMs = 2_000;
const aliveWithinMs = 120_000;

/**
 * Publishes the outbox at least once and in order per aggregate. Retries forever while Kafka is unreachable,
 * at least every 5 s. One instance of a service is active, by a lease; when idle it polls once a second.
 */
export function createRelay(options: RelayOptions): Relay {
  const { outbox, log, redis, name, schedule } = options;
  const { wall = realClocks.wall, monotonic = realClocks.monotonic } = options;
  const lease = createLease(options.connection, `relay:${name}`, { wall, monotonic });
  const publishBatch = createPublisher(options);
  const heartbeat = createHeartbeat(aliveWithinMs, monotonic);
  let stopListening: (() => void)[] = [];
  let active = false;

  const drainOnce = () => {
    heartbeat.beat();
    return publishBatch();
  };

  async function drain() {
    heartbeat.beat();
    const wasActive = active;
    active = await lease.hold();
    if (active && !wasActive) log.info({ relay: name, epoch: lease.epoch() }, 'this instance relays events');
    while (active && loop.isRunning() && (await drainOnce())) active = await lease.hold();
  }

  const loop = createWorkLoop({
    work: drain,
    pollMs,
    schedule,
    onFailure: (error, failures) =>
      log.warn({ err: error, relay: name, failures }, 'events wait in the outbox'),
  });

  function nudged() {
    if (active || !redis) loop.wake();
    else sendNudge(redis, name);
  }

  return {
    async start() {
      stopListening = [outbox.onNudge(nudged)];
      if (redis) stopListening.push(listenForNudges(redis, name, loop.wake));
      loop.start();
    },
    async stop() {
      heartbeat.rest();
      stopListening.forEach((stop) => stop());
      await loop.stop(stopWithinMs);
      await lease.release().catch(() => undefined);
      active = false;
    },
    isReady: loop.isRunning,
    isActive: () => active,
    isAlive: () => !loop.isRunning() || heartbeat.isAlive(),
  };
}
