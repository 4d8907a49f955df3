export { isDuplicateKey } from '@kumbuka/event-bus';
export { assembleService } from './assemble-service.ts';
export { monthZone, serviceConfig, storeConfig, webOrigins } from './config.ts';
export { createConfirmedClock } from './confirmed-clock.ts';
export { eraserOf } from './deletion/tombstones.ts';
export { eraseEach, type UserDeletion } from './deletion/user-deletion.ts';
export { createFoundation, type Foundation, type Overrides } from './foundation.ts';
export { createFields, type Fields } from './graphql/fields.ts';
export { inputOf, optional, orNull, pageFields, wholeOr } from './graphql/inputs.ts';
export { createOperatorFields } from './graphql/operator-fields.ts';
export { isPrincipal, requirePrincipal, type RequestContext } from './graphql/subgraph.ts';
export { createBodyHash } from './http/body-hash.ts';
export { canonicalJson } from './http/canonical-json.ts';
export { createIdempotency, type Idempotency } from './http/idempotency.ts';
export { pageView } from './http/page-view.ts';
export { createLocalWindows, type LocalWindows } from './http/local-windows.ts';
export { type RateLimiter } from './http/rate-limit.ts';
export {
  asFile,
  handle,
  withStatus,
  type FileContent,
  type HandledRoute,
  type RouteRequest,
} from './http/routes.ts';
export { createJob } from './job.ts';
export { createEventStatus, type EventStatusAdmin } from './event-status.ts';
export { rebuildFromSource } from './rebuild/rebuild-from-source.ts';
export { runRebuild } from './rebuild/run-rebuild.ts';
export { streamItems } from './rebuild/stream-items.ts';
export { createRunner, type Runner } from './runner.ts';
export { defineCollection, defineKinds, field, type KindOf, type RowOf } from './stores/collection.ts';
export { createIdAllocator, skipIds } from './stores/ids.ts';
export { asProductError } from './stores/as-product-error.ts';
export { inTransaction } from './stores/in-transaction.ts';
export { prepareCollections } from './stores/prepare-collections.ts';
export { connectMongo, insertRow, insertRows, type Mongo, type Owned } from './stores/mongo.ts';
export { createSealedBox, SealBroken, type SealedBox } from './stores/sealed-box.ts';
export { staleBeat } from './stores/stale-beat.ts';
export { createTransactions, type TransactOptions } from './stores/transact.ts';
