export {
  createAdmission,
  inTurn,
  itemsOfRequest,
  type Admission,
  type AdmissionOptions,
  type Turn,
} from './admission.ts';
export { createAuditTrail, type AuditedCall, type AuditedThing, type AuditTrail } from './audit-trail.ts';
export { createBreaker, type Breaker } from './breaker.ts';
export { callService, type ServiceClient } from './call-service.ts';
export { clientIp, ipOf, networkOf, userAgentOf } from './client-ip.ts';
export { fastifyPath } from './fastify-path.ts';
export {
  graphqlProblemOf,
  problemOf,
  publicError,
  sendGraphQLRefusal,
  type GraphQLProblem,
} from './problems.ts';
export { countOutcomes, createTally, observeReadings, type Reading, type Tally } from './metrics.ts';
export { createServer, type ServerOptions } from './server.ts';
export { speakInErrors, spokenErrors, varyBy } from './spoken-errors.ts';
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
  upstreamBy,
  type RouteRequest,
  type SubgraphRequest,
  type SubgraphResult,
  type Upstream,
  type UpstreamResponse,
} from './upstream.ts';
export { keptAlive } from './kept-alive.ts';
export { createPulse } from './pulse.ts';
