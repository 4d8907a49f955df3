export { assembleService, type ServiceParts } from './assemble-service.ts';
export { canonicalJson } from './canonical-json.ts';
export { monthZone, serviceConfig, storeConfig, webOrigins } from './config.ts';
export { createFoundation, type Foundation, type Overrides, type ServiceConfig } from './foundation.ts';
export { createIdAllocator, leapIds, type IdAllocator } from './ids.ts';
export { createFields, type FieldsOptions } from './graphql-fields.ts';
export { inputOf, optional, orNull, pageFields, wholeOr } from './graphql-inputs.ts';
export {
  createIdempotency,
  type IdempotentRequest,
  type Idempotency,
  type StoredResponse,
} from './idempotency.ts';
export { createConfirmedClock } from './confirmed-clock.ts';
export { createJob, type JobOptions } from './job.ts';
export {
  asProductError,
  connectMongo,
  inTransaction,
  isDuplicateKey,
  prepareCollections,
  type Mongo,
  type MongoOptions,
  type Owned,
} from './mongo.ts';
export { pageView } from './page-view.ts';
export { rebuildFromSource } from './rebuild-from-source.ts';
export { runRebuild } from './run-rebuild.ts';
export { requireOperator, type Operator } from './operators.ts';
export { createOwnEvents, type OwnEventsAdmin } from './own-events.ts';
export { createRateLimiter, type RateLimiter, type RateRule } from './rate-limit.ts';
export { connectRedis, type RedisConnection } from './redis.ts';
export {
  handle,
  handleReads,
  principalOfRequest,
  registerRoutes,
  withStatus,
  type ForbiddenCall,
  type HandledRoute,
  type RouteOptions,
  type RouteRequest,
} from './routes.ts';
export { createSealedBox, SealBroken, type SealedBox } from './sealed-box.ts';
export { streamItems } from './stream-items.ts';
export { type UserDeletion } from './user-deletion.ts';
export { createTransactions, type Recorder, type Transact, type TransactOptions } from './transact.ts';
export {
  graphqlError,
  isPrincipal,
  registerSubgraph,
  requirePrincipal,
  type RequestContext,
  type SubgraphOptions,
} from './subgraph.ts';
