// Kafka with logins and access rules, and its suite. A separate entry point, because suites import Vitest.
export { startKafka, type EmbeddedKafka } from '@kumbuka/embedded/kafka';
export { kafkaAccessSuite } from '@kumbuka/embedded/protocol-suites/kafka';
