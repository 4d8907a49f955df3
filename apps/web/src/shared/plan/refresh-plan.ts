import type { ApolloClient } from '@apollo/client';
import { CurrentPlanDocument } from './plan.generated.ts';

/** Asks for plan and prompts anew; whoever shows them sees what comes. A failure leaves them as they were. */
export const refreshPlan = (client: ApolloClient): void =>
  void client.query({ query: CurrentPlanDocument, errorPolicy: 'all' }).catch(() => {});
