import type { RestRoute } from '../rest/route.ts';
import { adminInternalRoutes } from './admin.ts';
import { aiInternalRoutes } from './ai.ts';
import { authInternalRoutes } from './auth.ts';
import { billingInternalRoutes } from './billing.ts';
import { decksInternalRoutes } from './decks.ts';
import { studyProgressInternalRoutes } from './study-progress.ts';
import { deletionRoutes } from './deletion.ts';
import { eventRoutes } from './events.ts';
import { usersRoutes } from './users.ts';

export * from './admin.ts';
export * from './ai.ts';
export * from './auth.ts';
export * from './billing.ts';
export * from './decks.ts';
export * from './imported-study.ts';
export * from './study-log.ts';
export * from './study-progress.ts';
export * from './deletion.ts';
export * from './events.ts';
export * from './token-claims.ts';
export * from './users.ts';

/** All routes between processes; they require the shared key and are called through `callService`. */
export const internalRoutes: readonly RestRoute[] = [
  ...Object.values(authInternalRoutes),
  ...Object.values(decksInternalRoutes),
  ...Object.values(studyProgressInternalRoutes),
  ...Object.values(usersRoutes),
  ...Object.values(billingInternalRoutes),
  ...Object.values(aiInternalRoutes),
  ...Object.values(adminInternalRoutes),
  ...Object.values(deletionRoutes),
  ...Object.values(eventRoutes).flatMap((routes) => Object.values(routes)),
];
