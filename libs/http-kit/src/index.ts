export { createAdmission, itemsOfRequest, type Admission, type Turn } from './admission.ts';
export { callService, type ServiceClient, type ServiceClientOptions } from './call-service.ts';
export { clientIp, ipOf, networkOf } from './client-ip.ts';
export {
  ConfigurationInvalid,
  flag,
  portNumber,
  processConfig,
  proxyHops,
  readConfig,
  readsPerMinute,
  secret,
  type Environment,
} from './config.ts';
export { currentContext, runInContext, type TraceContext } from './context.ts';
export { fastifyPath } from './fastify-path.ts';
export { inOrder, type Lifecycle } from './lifecycle.ts';
export { createLog, type Log } from './log.ts';
export { graphqlProblemOf, problemOf, publicError, type GraphQLProblem } from './problems.ts';
export { createServer, type ServerOptions } from './server.ts';
export { startService, type RunningApp } from './start-service.ts';
export {
  askBy,
  edgeHeaders,
  inProcess,
  overHttp,
  type SubgraphQuestion,
  type SubgraphResult,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from './upstream.ts';
