import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { limits } from '@kumbuka/contracts/constants';
import { useEffect, useRef, useState } from 'react';
import { loadCards, loadMoreDue } from '../load/load-session.ts';
import { notShelved } from '../load/loaded-session.ts';
import type { SessionEvent, SessionState } from '../state/session-state.ts';

const batch = limits.perPage;
/** Unanswered cards below which more due cards are fetched. */
const fewLeft = 20;
const retryMs = [1000, 2000, 4000, 8000, 15_000];
const longestRetryMs = 30_000;

type FurtherCards = Extract<SessionEvent, { type: 'more-cards' }>;

async function loadFurther(
  client: ApolloClient,
  { rest, unnamed }: Pick<SessionState, 'rest' | 'unnamed'>,
  loadedIds: ReadonlySet<string>,
): Promise<FurtherCards> {
  if (rest.length > 0) {
    const fetched = await loadCards(client, rest.slice(0, batch));
    return { type: 'more-cards', cards: fetched.filter(notShelved), rest: rest.slice(batch), unnamed };
  }
  const fetched = await loadMoreDue(client, loadedIds);
  const left = fetched.length === 0 ? 0 : Math.max(0, unnamed - fetched.length);
  return { type: 'more-cards', cards: fetched, rest, unnamed: left };
}

/** Fetches the rest of a session while its first cards are studied. A failed request is repeated until it succeeds. */
export function useFurtherCards(state: SessionState, onCards: (further: FurtherCards) => void) {
  const client = useApolloClient();
  const [failures, setFailures] = useState(0);
  const { rest, unnamed, cards } = state;
  const open = cards.length - Object.keys(state.answers).length;
  const wanted = rest.length > 0 || (unnamed > 0 && open <= fewLeft);
  const loaded = useRef(cards);
  useEffect(() => {
    loaded.current = cards;
  });
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    const load = async () => {
      const ids = new Set(loaded.current.map(({ id }) => id));
      const further = await loadFurther(client, { rest, unnamed }, ids).catch(() => null);
      if (left) return;
      setFailures((before) => (further ? 0 : before + 1));
      if (further) onCards(further);
    };
    const wait = failures === 0 ? 0 : (retryMs[failures - 1] ?? longestRetryMs);
    const timer = setTimeout(() => void load(), wait);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [client, wanted, rest, unnamed, failures, onCards]);
}
