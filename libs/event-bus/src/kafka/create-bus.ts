import type { Bus, BusOptions, Subscription } from '../bus.ts';
import { createClient } from './client.ts';
import { countOf, lagOf } from './lag.ts';
import { assertLogin } from './login.ts';
import { createProducer } from './producer.ts';
import { createSubscription } from './subscription.ts';

/** Creates the event bus on Kafka. Only this folder uses kafkajs. */
export function createBus(options: BusOptions): Bus {
  let rejected = 0;
  const kafka = createClient({ ...options, onRejected: () => void (rejected += 1) });
  const producer = createProducer(kafka);
  const subscriptions = new Set<Subscription>();
  return {
    start: async () => {
      if (options.login) await assertLogin(kafka);
    },
    async stop() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await producer.stop();
    },
    isReady: () => true,
    async publish(topic, messages) {
      if (messages.length > 0) await producer.send(topic, messages);
    },
    async subscribe(wanted) {
      const subscription = createSubscription(kafka, wanted, options);
      subscriptions.add(subscription);
      return subscription;
    },
    lag: (group, topics) => lagOf(kafka, group, topics),
    count: (topics) => countOf(kafka, topics),
    countRejected: () => rejected,
  };
}
