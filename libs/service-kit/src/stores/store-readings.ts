import { topicOf } from '@kumbuka/contracts';
import type { Reading } from '@kumbuka/http-kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { Foundation } from '../foundation.ts';

const timeoutMs = 1_000;
const inTime = (pending: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    pending.then(
      () => true,
      () => false,
    ),
    pause(timeoutMs, false, { ref: false }),
  ]);

const upOrNot = (name: string, store: string, isUp: () => boolean | Promise<boolean>): Reading => ({
  name,
  help: `1 while the service can use ${store}, 0 while it is unavailable or hangs.`,
  read: async () => Number(await isUp()),
});

/** Availability of the stores, as seen by the service. */
export const storeReadings = ({
  config,
  mongo,
  redis,
  bus,
}: Pick<Foundation, 'config' | 'mongo' | 'redis' | 'bus'>): Reading[] => [
  upOrNot('store_mongodb_up', 'MongoDB', mongo.isReady),
  upOrNot('store_redis_up', 'Redis', () => redis.client.status === 'ready'),
  upOrNot('store_kafka_up', 'Kafka', () => inTime(bus.count([topicOf(config.name)]))),
];
