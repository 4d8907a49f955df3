import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { serverNow } from '../browser/server-clock.ts';
import { CurrentPlanDocument } from './plan.generated.ts';
import { planOf, type Plan } from './plan.ts';
import { refreshPlan } from './refresh-plan.ts';

/** Margin after the end of the plan: fetched a moment too early, it would still be active, and not be fetched again. */
const slackMs = 3_000;
/** Longest timer of browsers. A page is not open for as long without a reload. */
const longestTimerMs = 2 ** 31 - 1;

/** Fetches the plan again when its paid period ends, because plans do not renew by themselves. */
function useExpiry({ isActive, until }: Plan) {
  const client = useApolloClient();
  useEffect(() => {
    if (!isActive || until === null) return;
    const left = Date.parse(until) - serverNow() + slackMs;
    if (left > longestTimerMs) return;
    const timer = setTimeout(() => refreshPlan(client), Math.max(slackMs, left));
    return () => clearTimeout(timer);
  }, [client, isActive, until]);
}

/** The plan as in the latest response to any query. */
export function usePlan(): Plan {
  const { data } = useQuery(CurrentPlanDocument);
  const plan = planOf(data?.viewer);
  useExpiry(plan);
  return plan;
}
