/** Kafka with logins and access rules, and the suite for it; an entry point of its own, because a suite imports Vitest. */
export { startKafka, type EmbeddedKafka } from '@kumbuka/embedded/kafka';
export { kafkaAccessSuite } from '@kumbuka/embedded/protocol-suites/kafka';
