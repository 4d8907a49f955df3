import { createHeartbeat } from '@kumbuka/runtime/heartbeat';
import type { Consumer, Kafka } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';
import type { BusOptions, SubscribeOptions, Subscription } from '../bus.ts';
import { backoff, isPassing } from './failures.ts';
import { createMember, membership } from './membership.ts';

const leaveWithinMs = 4_000;
const joinSettlesMs = 100;
const aliveWithinMs = 60_000;

/**
 * Joins the group, and rejoins after any failure until it is stopped: a broker that shuts down returns
 * unexpected errors, and none of them may end the process.
 */
export function createSubscription(
  kafka: Kafka,
  options: SubscribeOptions,
  { log, sessionMs }: Pick<BusOptions, 'log' | 'sessionMs'>,
): Subscription {
  const { group, gathers = false } = options;
  const pulse = createHeartbeat(aliveWithinMs);
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

  function noteJoin(consumer: Consumer) {
    joined = true;
    generation += 1;
    failures = 0;
    // A consumer that is disconnected while it joins consumes nevertheless; disconnect it again.
    if (stopped) setTimeout(() => consumer.disconnect().catch(() => undefined), joinSettlesMs);
  }

  function beMember(): Promise<Error> {
    const consumer = createMember(kafka, group, { gathers, sessionMs });
    current = consumer;
    return membership(consumer, {
      ...options,
      onJoin: () => noteJoin(consumer),
      onSignOfLife: pulse.beat,
      isOver: () => stopped,
      generation: () => generation,
    });
  }

  async function stay() {
    while (!stopped) {
      pulse.beat();
      const end = await beMember();
      if (stopped) return;
      await leave();
      if (isPassing(end)) log.warn({ err: end, group }, 'events wait for Kafka');
      else log.error({ err: end, group }, 'consuming ended and begins anew');
      await pause(backoff(failures++));
    }
  }

  void stay();
  return {
    async stop() {
      stopped = true;
      pulse.rest();
      await leave();
    },
    isReady: () => joined,
    isAlive: () => stopped || pulse.isAlive(),
  };
}
