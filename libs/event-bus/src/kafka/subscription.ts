import { createHeartbeat } from '@kumbuka/runtime/heartbeat';
import type { Consumer, Kafka } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';
import type { BusOptions, SubscribeOptions, Subscription } from '../bus.ts';
import { backoff, isRetriable } from './failures.ts';
import { createMember, membership } from './membership.ts';

const leaveWithinMs = 4_000;
const joinSettlesMs = 100;
const aliveWithinMs = 60_000;

/**
 * Joins the group, and rejoins after any failure until it is stopped. A broker that shuts down returns unexpected errors,
 * which must not end the process.
 */
export function createSubscription(
  kafka: Kafka,
  options: SubscribeOptions,
  { log, sessionMs }: Pick<BusOptions, 'log' | 'sessionMs'>,
): Subscription {
  const { group, gathers = false } = options;
  const heartbeat = createHeartbeat(aliveWithinMs);
  let current: Consumer | null = null;
  let joined = false;
  let generation = 0;
  let failures = 0;
  let stopped = false;

  async function leave() {
    const left = current?.disconnect().catch(() => undefined);
    current = null;
    joined = false;
    await Promise.race([left, pause(leaveWithinMs)]);
  }

  function onJoin(consumer: Consumer) {
    joined = true;
    generation += 1;
    failures = 0;
    // A consumer that was disconnected while it joined consumes nevertheless, so it is disconnected again.
    if (stopped) setTimeout(() => consumer.disconnect().catch(() => undefined), joinSettlesMs);
  }

  /** Joins and consumes; resolves with the error that ended the membership. */
  function joinOnce(): Promise<Error> {
    const consumer = createMember(kafka, group, { gathers, sessionMs });
    current = consumer;
    return membership(consumer, {
      ...options,
      onJoin: () => onJoin(consumer),
      onActivity: heartbeat.beat,
      isStopped: () => stopped,
      generation: () => generation,
    });
  }

  async function run() {
    while (!stopped) {
      heartbeat.beat();
      const error = await joinOnce();
      if (stopped) return;
      await leave();
      if (isRetriable(error)) log.warn({ err: error, group }, 'events wait for Kafka');
      else log.error({ err: error, group }, 'the consumer failed and rejoins its group');
      await pause(backoff(failures++));
    }
  }

  void run();
  return {
    async stop() {
      stopped = true;
      heartbeat.rest();
      await leave();
    },
    isReady: () => joined,
    isAlive: () => stopped || heartbeat.isAlive(),
  };
}
