import { useQuery } from '@apollo/client/react';
import { CurrentPlanDocument } from './plan.generated.ts';
import { planOf, type Plan } from './plan.ts';

/** The plan as the latest answer of the server to any query told it. */
export function usePlan(): Plan {
  const { data } = useQuery(CurrentPlanDocument);
  return planOf(data?.viewer);
}
