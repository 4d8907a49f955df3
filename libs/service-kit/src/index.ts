export { isDuplicateKey } from '@kumbuka/event-bus';
export { assembleService } from './assemble-service.ts';
export { monthZone, serviceConfig, storeConfig, webOrigins } from './config.ts';
export { createConfirmedClock } from './confirmed-clock.ts';
export { eraserOf } from './deletion/tombstones.ts';
export { eraseEach, type UserDeletion } from './deletion/user-deletion.ts';
export { createFoundation, type Foundation, type Overrides } from './foundation.ts';
export { createFields } from './graphql/fields.ts';
export { inputOf, optional, orNull, pageFields, wholeOr } from './graphql/inputs.ts';
export { isPrincipal, requirePrincipal, type RequestContext } from './graphql/subgraph.ts';
export { canonicalJson } from './http/canonical-json.ts';
export { createIdempotency, type Idempotency } from './http/idempotency.ts';
export { pageView } from './http/page-view.ts';
export { type RateLimiter } from './http/rate-limit.ts';
export { handle, withStatus, type HandledRoute, type RouteRequest } from './http/routes.ts';
export { createJob } from './job.ts';
export { createOwnEvents, type OwnEventsAdmin } from './own-events.ts';
export { rebuildFromSource } from './rebuild/rebuild-from-source.ts';
export { runRebuild } from './rebuild/run-rebuild.ts';
export { streamItems } from './rebuild/stream-items.ts';
export { defineCollection, defineKinds, field, type KindOf, type RowOf } from './stores/collection.ts';
export { createIdAllocator, leapIds } from './stores/ids.ts';
export {
  asProductError,
  connectMongo,
  inTransaction,
  insertRow,
  insertRows,
  prepareCollections,
  type Mongo,
  type Owned,
} from './stores/mongo.ts';
export { createSealedBox, SealBroken, type SealedBox } from './stores/sealed-box.ts';
export { createTransactions, type TransactOptions } from './stores/transact.ts';
