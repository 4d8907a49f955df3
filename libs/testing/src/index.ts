export { eventsOf, publishEvents } from './events.ts';
export { forge } from './forgeries.ts';
export { goldenExample, hearGoldenExample } from './golden-example.ts';
export { requestRaw, type RawResponse } from './request-raw.ts';
export { freePort } from '@kumbuka/embedded/loopback';
export { areServersReal } from './lender.ts';
export { mailsTo } from './mails-to.ts';
export { startMail, type EmbeddedMail, type Message } from '@kumbuka/embedded/mail';
export { startPayments, type EmbeddedPayments } from '@kumbuka/embedded/payments';
export { rebuildCommand, startRebuild } from './rebuild-command.ts';
export { createServiceProcess, type ServiceProcess } from './service-process.ts';
export { startStack, type TestStack } from './stack.ts';
export { startStoreProcess, type StoreProcess } from './store-process.ts';
export { startTestKafka, type TestKafka } from './test-kafka.ts';
export { startTestMongo, type TestMongo } from './test-mongo.ts';
export { startTestRedis } from './test-redis.ts';
export { startTestAuth, type TestAuth } from './test-auth.ts';
export {
  buildTestService,
  testInternalKey,
  testMetricsKey,
  type GraphQLResponse,
  type RestResponse,
  type RestOptions,
  type TestService,
} from './test-service.ts';
export { eventually } from './eventually.ts';
export { startUserSource } from './user-source.ts';
export { startTlsDoor, type TlsDoor } from './tls-door.ts';
