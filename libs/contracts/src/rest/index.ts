import { adminRoutes } from './admin.ts';
import { aiRoutes } from './ai.ts';
import { account, authRoutes } from './auth.ts';
import { billingRoutes } from './billing.ts';
import { decksRoutes } from './decks.ts';
import type { RestRoute } from './route.ts';
import { learner, studyProgressRoutes } from './study-progress.ts';

export * from './ai.ts';
export * from './admin.ts';
export * from './auth.ts';
export * from './billing.ts';
export * from './decks.ts';
export * from './route.ts';
export * from './study-progress.ts';
export {
  emptyFilters,
  idParams,
  idText,
  pageOf,
  paginate,
  pagination,
  problem,
  clientId,
  languageTag,
  searchedText,
  text,
  type Pagination,
  type Problem,
} from './fields.ts';

/** `GET /user`: the account from auth and the learner's numbers from study-progress, joined by the facade. */
export const user = account.extend(learner.shape);

/** Every public route of the services. */
export const restRoutes: readonly RestRoute[] = [
  ...Object.values(authRoutes),
  ...Object.values(decksRoutes),
  ...Object.values(studyProgressRoutes),
  ...Object.values(billingRoutes),
  ...Object.values(adminRoutes),
  ...Object.values(aiRoutes),
];
