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
export { createLog, type Log } from './log.ts';
export { createHeartbeat, type Heartbeat } from './heartbeat.ts';
export { inSpan, type SpanDetails } from './spans.ts';
export { startTracing } from './tracing.ts';
export { serviceOf } from './log.ts';
export { openSpan, type OpenSpan } from './spans.ts';
export { type Tracing } from './tracing.ts';
