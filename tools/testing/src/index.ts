export { attemptsIn, eraseBeforeEachWrite, eraseUser, keptAfterErasure, missingIn } from './erasures.ts';
export { eventsOf, publishEvents } from './events.ts';
export { forge } from './forgeries.ts';
export { goldenExample, handleGoldenExample } from './golden-example.ts';
export { requestRaw, type RawResponse } from './request-raw.ts';
export { rebuildCommand, startRebuild } from './rebuild-command.ts';
export { createServiceProcess, type ServiceProcess } from './service-process.ts';
export { startStack, type TestStack } from './stack.ts';
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
export { untilAvailable } from './until-available.ts';
export { startUserSource } from './user-source.ts';
