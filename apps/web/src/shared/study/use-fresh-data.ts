import type { ApolloClient, DocumentNode, OperationVariables } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { todayAt } from '@kumbuka/contracts/study-day';
import { useEffect, useEffectEvent, useRef } from 'react';
import { onMoment } from '../browser/page-moments.ts';
import { wait } from '../browser/wait.ts';
import { useNow } from '../hooks/use-now.ts';
import { useChanges } from '../live/use-live.ts';
import { useStudyClock } from './use-study-clock.ts';

interface Request {
  query: DocumentNode;
  variables?: OperationVariables;
}

/** A page that is hidden loads when it is shown again. */
const shownKinds = ['decks', 'study', 'imports'] as const;
/** A network is often not ready when a device wakes. */
const retryMs = [0, 3_000, 15_000];

async function load(client: ApolloClient, request: Request, left: AbortSignal) {
  for (const ms of retryMs) {
    await wait(ms, left);
    const loaded = await client.query(request).catch(() => null);
    if (loaded) return;
  }
}

/**
 * Loads what an open page shows again when the study day begins when the page is shown again, and after changes
 * here or elsewhere. The page keeps its numbers until then, and when that fails.
 */
export function useFreshData(...requests: readonly Request[]): void {
  const client = useApolloClient();
  const running = useRef<AbortController>(null);
  const flight = useRef<{ isOld: boolean }>(null);
  const refresh = useEffectEvent(async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const own = (flight.current = { isOld: false });
    do {
      own.isOld = false;
      await Promise.allSettled(requests.map((request) => load(client, request, signal)));
    } while (own.isOld && !signal.aborted);
    if (flight.current === own) flight.current = null;
  });
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => onMoment((moment) => void (moment === 'return' && void refresh())), []);
  useChanges(shownKinds, () => {
    if (document.hidden) return;
    // A response that is on its way may be older than the change.
    if (flight.current) flight.current.isOld = true;
    else void refresh();
  });

  const day = todayAt(useStudyClock(), useNow());
  const shownDay = useRef(day);
  useEffect(() => {
    if (shownDay.current === day) return;
    shownDay.current = day;
    void refresh();
  }, [day]);
}
