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
  const refresh = useEffectEvent(() => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    for (const request of requests) load(client, request, signal).catch(() => {});
  });
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => onMoment((moment) => void (moment === 'return' && refresh())), []);
  useChanges(shownKinds, () => void (document.hidden || refresh()));

  const day = todayAt(useStudyClock(), useNow());
  const shownDay = useRef(day);
  useEffect(() => {
    if (shownDay.current === day) return;
    shownDay.current = day;
    refresh();
  }, [day]);
}
