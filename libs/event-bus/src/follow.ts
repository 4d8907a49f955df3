import { envelope, topicOf, type Envelope } from '@kumbuka/contracts';
import { randomUUID } from 'node:crypto';
import type { BusOptions, ReceivedBatch, Subscription } from './bus.ts';
import { createClient } from './kafka/client.ts';
import { withAdmin } from './kafka/lag.ts';
import { createSubscription } from './kafka/subscription.ts';

export { kafkaAccess, kafkaConfig, type KafkaAccess } from './kafka/access.ts';

export interface Following {
  /** Joins when Kafka is available, and again after failures. */
  start(): void;
  stop(): Promise<void>;
  /** False while events are not received, so some may be missed. */
  isReady(): boolean;
}

export interface FollowOptions extends BusOptions {
  /** Prefix of the consumer group that only this process has. */
  groupPrefix: string;
  services: readonly string[];
  onEvent(event: Envelope): void;
}

/** Event of a message; `null` for what is unreadable or names another owner than that of its topic. */
function eventIn(value: string, topic: string): Envelope | null {
  try {
    const event = envelope.parse(JSON.parse(value));
    return topicOf(event.source) === topic ? event : null;
  } catch {
    return null;
  }
}

/**
 * Passes every new event of some services to this process. An event that nobody could handle is lost: the follower holds no
 * state, and never holds up a topic.
 */
export function followEvents(options: FollowOptions): Following {
  const group = `${options.groupPrefix}${randomUUID()}`;
  const kafka = createClient(options);
  let subscription: Subscription | null = null;

  async function onBatch({ messages, done }: ReceivedBatch) {
    for (const { value, topic, offset } of messages) {
      const event = eventIn(value, topic);
      if (event) options.onEvent(event);
      done(offset);
    }
  }

  return {
    start() {
      const topics = options.services.map(topicOf);
      subscription = createSubscription(kafka, { group, topics, fromNow: true, onBatch }, options);
    },
    async stop() {
      await subscription?.stop();
      await withAdmin(kafka, (admin) => admin.deleteGroups([group])).catch(() => undefined);
    },
    isReady: () => subscription?.isReady() ?? false,
  };
}
