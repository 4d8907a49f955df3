import type { ApolloClient } from '@apollo/client';
import { CurrentPlanDocument } from './plan.generated.ts';

/** Fetches plan and prompts again into the cache, which updates every screen that shows them. A failure leaves them unchanged. */
export const refreshPlan = (client: ApolloClient): void =>
  void client.query({ query: CurrentPlanDocument, errorPolicy: 'all' }).catch(() => {});
