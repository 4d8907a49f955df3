export { assembleService, type ServiceParts } from './assemble-service.ts';
export { canonicalJson } from './http/canonical-json.ts';
export { monthZone, serviceConfig, storeConfig, webOrigins } from './config.ts';
export { createFoundation, type Foundation, type Overrides, type ServiceConfig } from './foundation.ts';
export { defineCollection, defineKinds, field, type KindOf, type RowOf } from './stores/collection.ts';
export { isDuplicateKey } from '@kumbuka/event-bus';
export { createIdAllocator, leapIds, type IdAllocator } from './stores/ids.ts';
export { createFields, type FieldsOptions } from './graphql/fields.ts';
export { inputOf, optional, orNull, pageFields, wholeOr } from './graphql/inputs.ts';
export { createIdempotency, type Idempotency } from './http/idempotency.ts';
export { createConfirmedClock } from './confirmed-clock.ts';
export { createJob, type JobOptions } from './job.ts';
export {
  asProductError,
  connectMongo,
  inTransaction,
  insertRow,
  insertRows,
  prepareCollections,
  type Mongo,
  type MongoOptions,
  type Owned,
} from './stores/mongo.ts';
export { pageView } from './http/page-view.ts';
export { rebuildFromSource } from './rebuild/rebuild-from-source.ts';
export { runRebuild } from './rebuild/run-rebuild.ts';
export { requireOperator, type Operator } from './http/operators.ts';
export { createOwnEvents, type OwnEventsAdmin } from './own-events.ts';
export { createRateLimiter, type RateLimiter, type RateRule } from './http/rate-limit.ts';
export { connectRedis, type RedisConnection } from './stores/redis.ts';
export {
  handle,
  principalOfRequest,
  registerRoutes,
  withStatus,
  type ForbiddenCall,
  type HandledRoute,
  type RouteOptions,
  type RouteRequest,
} from './http/routes.ts';
export { createSealedBox, SealBroken, type SealedBox } from './stores/sealed-box.ts';
export { streamItems } from './rebuild/stream-items.ts';
export { eraserOf } from './deletion/tombstones.ts';
export { eraseEach, type UserDeletion } from './deletion/user-deletion.ts';
export { createTransactions, type TransactOptions } from './stores/transact.ts';
export {
  graphqlError,
  isPrincipal,
  registerSubgraph,
  requirePrincipal,
  type RequestContext,
  type SubgraphOptions,
} from './graphql/subgraph.ts';
