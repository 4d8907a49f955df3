export { EmbeddedRejected } from './loopback.ts';
export { startKafka, type EmbeddedKafka, type KafkaOptions } from './kafka/index.ts';
export { startMail, type EmbeddedMail, type MailOptions, type Message } from './mail/index.ts';
export { startMongo, type MongoOptions, type MongoServer } from './mongo/index.ts';
export { startPayments, type EmbeddedPayments, type PaymentsOptions } from './payments/index.ts';
