import { beforeAll, describe } from 'vitest';
import { createKafkaContext, type KafkaSuiteOptions, waitUntilWarm } from './context.ts';
import { adminCases } from './admin.ts';
import { crashCases } from './crash.ts';
import { fetchCases } from './fetch.ts';
import { frameCases } from './frame-cases.ts';
import { joiningCases } from './group-joining.ts';
import { syncingCases } from './group-syncing.ts';
import { leavingCases } from './group-leaving.ts';
import { groupOffsetCases } from './group-offsets.ts';
import { groupUpkeepCases } from './group-upkeep.ts';
import { produceCases } from './produce.ts';

export { kafkaAccessSuite, type KafkaAccessSuiteOptions } from './access.ts';
export { batch, batchesIn } from './batches.ts';
export type { KafkaSuiteOptions } from './context.ts';
export { rawKafka } from './requests.ts';

/**
 * Registers the cases that Kafka must pass for the services, mostly with raw frames, on the embedded broker and on a real
 * Kafka 4 alike. The tests and drills of `libs/event-bus` use kafkajs on both. The broker must keep messages for 7 days by
 * default, apply retention at least every 500 ms, not create topics automatically, and allow sessions of 1 s. `crash` adds
 * the cases that kill the broker.
 */
export function kafkaSuite(options: KafkaSuiteOptions): void {
  describe('Kafka', () => {
    const kafka = createKafkaContext(options);
    beforeAll(() => waitUntilWarm(kafka.address()).then(() => undefined), 60_000);
    frameCases(kafka);
    produceCases(kafka);
    fetchCases(kafka);
    joiningCases(kafka);
    syncingCases(kafka);
    leavingCases(kafka);
    groupOffsetCases(kafka);
    groupUpkeepCases(kafka);
    adminCases(kafka);
    if (options.crash !== undefined) crashCases(kafka, options.crash);
  });
}
