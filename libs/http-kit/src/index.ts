export { createAdmission, type Admission, type AdmissionOptions } from './admission.ts';
export { createAuditTrail, type AuditCall, type AuditSubject, type AuditTrail } from './audit-trail.ts';
export { createBreaker, type Breaker } from './breaker.ts';
export { callService, type ServiceClient } from './call-service.ts';
export { clientIp, ipOf, networkOf, userAgentOf } from './client-ip.ts';
export { fastifyPath } from './fastify-path.ts';
export { graphqlProblemOf, problemOf, publicError, sendGraphQLRefusal } from './problems.ts';
export { countOutcomes, createCounter, observeGauges, type Gauge, type Counter } from './metrics.ts';
export { createServer } from './server.ts';
export {
  translateErrors,
  translateGraphQLErrors,
  varyBy,
  type AccountLanguage,
} from './translated-errors.ts';
export { inTurn, type Turn } from './turns.ts';
export { matchesKey } from './shared-key.ts';
export { textOfBody } from './body-encoding.ts';
export { readJson } from './read-json.ts';
export { createUpstreamWatch } from './upstream-watch.ts';
export { startService, type RunningApp } from './start-service.ts';
export {
  addressOf,
  edgeHeaders,
  inProcess,
  overHttp,
  textOf,
  createUpstream,
  type RouteRequest,
  type Upstream,
  type UpstreamResponse,
} from './upstream.ts';
export { keptAlive } from './kept-alive.ts';
export { createLivenessProbe } from './liveness-probe.ts';
