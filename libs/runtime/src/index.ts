export { activeTimeout, startActiveTimer, type ActiveTimer } from './active-timer.ts';
export {
  addressConfig,
  addressesIn,
  ConfigurationInvalid,
  flag,
  internalKeysOf,
  keysOf,
  portNumber,
  processConfig,
  proxyHops,
  readConfig,
  readsPerMinute,
  secret,
  type Environment,
} from './config.ts';
export {
  contextOfRequest,
  currentContext,
  runInContext,
  traceHeaders,
  type TraceContext,
} from './context.ts';
export { withFileVariables } from './file-variables.ts';
export { atStart, inOrder, shared, type Lifecycle } from './lifecycle.ts';
export { createHeartbeat, type Heartbeat } from './heartbeat.ts';
export { createLog, serviceOf, type Log } from './log.ts';
export { inSpan, openSpan, type OpenSpan, type SpanDetails } from './spans.ts';
export { startTracing, type Tracing } from './tracing.ts';
