import { topicOf, Unavailable } from '@kumbuka/contracts';
import { withTimeout } from '@kumbuka/event-bus';
import type { Gauge } from '@kumbuka/http-kit';
import type { Foundation } from '../foundation.ts';

const timeoutMs = 4_000;
const succeedsInTime = (pending: Promise<unknown>): Promise<boolean> =>
  withTimeout(timeoutMs, pending, () => new Unavailable()).then(
    () => true,
    () => false,
  );

const upOrNot = (name: string, store: string, isUp: () => boolean | Promise<boolean>): Gauge => ({
  name,
  help: `1 while the service can use ${store}, 0 while it is unavailable or hangs.`,
  read: async () => Number(await isUp()),
});

/** Gauges of the availability of the stores, as the service sees it. */
export const storeGauges = ({
  config,
  mongo,
  redis,
  bus,
}: Pick<Foundation, 'config' | 'mongo' | 'redis' | 'bus'>): Gauge[] => [
  upOrNot('store_mongodb_up', 'MongoDB', mongo.isReady),
  ...(redis ? [upOrNot('store_redis_up', 'Redis', () => redis.client.status === 'ready')] : []),
  upOrNot('store_kafka_up', 'Kafka', () => succeedsInTime(bus.count([topicOf(config.name)]))),
];
