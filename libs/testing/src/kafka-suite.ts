import { beforeAll, describe } from 'vitest';
import { createKafkaContext, type KafkaSuiteOptions, waitUntilWarm } from './kafka-context.ts';
import { adminCases } from './kafka-suite-admin.ts';
import { clientCases } from './kafka-suite-clients.ts';
import { crashCases } from './kafka-suite-crash.ts';
import { fetchCases } from './kafka-suite-fetch.ts';
import { frameCases } from './kafka-suite-frames.ts';
import { groupCases } from './kafka-suite-groups.ts';
import { produceCases } from './kafka-suite-produce.ts';

export { batch, batchesIn } from './kafka-batches.ts';
export type { KafkaSuiteOptions } from './kafka-context.ts';
export { rawKafka } from './kafka-requests.ts';

/**
 * Registers the cases that a Kafka must pass for our services, with kafkajs and with raw frames: on the
 * embedded broker and on a real Kafka 4 alike. The broker must keep messages for 14 days by default, look
 * for old ones at least every 500 ms, not create topics by use, and allow sessions of 1 s. With `crash` the
 * cases that kill the broker run too.
 */
export function kafkaSuite(options: KafkaSuiteOptions): void {
  describe('Kafka', () => {
    const kafka = createKafkaContext(options);
    beforeAll(() => waitUntilWarm(kafka.address()).then(() => undefined), 60_000);
    frameCases(kafka);
    produceCases(kafka);
    fetchCases(kafka);
    groupCases(kafka);
    adminCases(kafka);
    clientCases(kafka);
    if (options.crash !== undefined) crashCases(kafka, options.crash);
  });
}
