export { burstOfWrites, createAdmission, type Admission, type AdmissionOptions } from './edge/admission.ts';
export { createAuditTrail, type AuditCall, type AuditSubject, type AuditTrail } from './edge/audit-trail.ts';
export { createBreaker, type Breaker } from './client/breaker.ts';
export { callService, type ServiceClient } from './client/call-service.ts';
export { clientIp, ipOf, networkOf, userAgentOf } from './edge/client-ip.ts';
export { fastifyPath } from './edge/fastify-path.ts';
export { graphqlProblemOf, problemOf, publicError, sendGraphQLError } from './server/problems.ts';
export { countOutcomes, createCounter, observeGauges, type Gauge, type Counter } from './server/metrics.ts';
export { createServer } from './server/server.ts';
export {
  translateErrors,
  translateGraphQLErrors,
  varyBy,
  type AccountLanguage,
} from './edge/translated-errors.ts';
export { inTurn, type Turn } from './edge/turns.ts';
export { matchesKey } from './server/shared-key.ts';
export { textOfBody } from './server/body-encoding.ts';
export { readJson } from './server/read-json.ts';
export { createUpstreamWatch } from './client/upstream-watch.ts';
export { startService, type RunningApp } from './server/start-service.ts';
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
} from './client/upstream.ts';
export { keptAlive } from './server/kept-alive.ts';
export { createLivenessProbe } from './client/liveness-probe.ts';
