export { callService, type ServiceClient, type ServiceClientOptions } from './call-service.ts';
export {
  ConfigurationInvalid,
  flag,
  portNumber,
  processConfig,
  readConfig,
  secret,
  serviceConfig,
  storeConfig,
  type Environment,
} from './config.ts';
export { createIdAllocator, type IdAllocator } from './ids.ts';
export { createFields, type FieldsOptions } from './graphql-fields.ts';
export {
  createIdempotency,
  type IdempotentRequest,
  type Idempotency,
  type StoredAnswer,
} from './idempotency.ts';
export { inOrder, type Part } from './lifecycle.ts';
export { createLog, type Log } from './log.ts';
export {
  asProductError,
  connectMongo,
  inTransaction,
  isDuplicateKey,
  prepareCollections,
  type Mongo,
  type MongoOptions,
} from './mongo.ts';
export { createRateLimiter, type RateLimiter, type RateRule } from './rate-limit.ts';
export { connectRedis, type RedisPart } from './redis.ts';
export {
  fastifyPath,
  handle,
  principalOfRequest,
  registerRoutes,
  withStatus,
  type HandledRoute,
  type RouteOptions,
  type RouteRequest,
} from './routes.ts';
export { clientAddressOf, createServer, problemOf, publicError, type ServerOptions } from './server.ts';
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
export { createTransactions, type Recorder, type Transact, type TransactOptions } from './transact.ts';
export { startService, type RunningApp } from './start-service.ts';
export {
  graphqlError,
  registerSubgraph,
  requirePrincipal,
  type GraphQLAsker,
  type SubgraphOptions,
} from './subgraph.ts';
