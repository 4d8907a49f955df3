import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import { CurrentPlanDocument } from './plan.generated.ts';
import { planOf, type Plan } from './plan.ts';
import { refreshPlan } from './refresh-plan.ts';

/** Asked a moment too early, the plan would still be active, and nobody would ask again. */
const slackMs = 3_000;
/** Browsers take no longer timers; a page that is open for so long is loaded anew before. */
const longestTimerMs = 2 ** 31 - 1;

/** Nothing renews by itself: at the end of what was paid the plan is asked for again, whatever is open then. */
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

/** The plan as the latest answer of the server to any query told it. */
export function usePlan(): Plan {
  const { data } = useQuery(CurrentPlanDocument);
  const plan = planOf(data?.viewer);
  useExpiry(plan);
  return plan;
}
