import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { limits } from '@kumbuka/contracts/constants';
import { useEffect, useRef, useState } from 'react';
import { useAuth } from '../../../../shared/auth/auth-context.tsx';
import { useAnswerQueue } from '../../../../shared/study/queue-context.tsx';
import { unsentOf } from '../../../../shared/offline/unsent.ts';
import { loadCards, loadMoreDue } from '../load/load-session.ts';
import { notShelved } from '../load/loaded-session.ts';
import type { SessionEvent, SessionState } from '../state/session-state.ts';

const batch = limits.perPage;
/** Unanswered cards below which more due cards are fetched. */
const fewLeft = 20;
const retryMs = [1000, 2000, 4000, 8000, 15_000];
const longestRetryMs = 30_000;

type FurtherCards = Extract<SessionEvent, { type: 'more-cards' }>;

/** Rejects while the response may lack cards, because the server does not have all answers yet. */
async function loadFurther(
  client: ApolloClient,
  userId: string,
  { sessionId, rest, unnamed, cards }: SessionState,
): Promise<FurtherCards> {
  if (rest.length > 0) {
    const fetched = await loadCards(client, rest.slice(0, batch));
    return { type: 'more-cards', cards: fetched.filter(notShelved), rest: rest.slice(batch), unnamed };
  }
  const hasUnsent = unsentOf(userId, sessionId).answers.length > 0;
  const fetched = await loadMoreDue(client, new Set(cards.map(({ id }) => id)));
  if (fetched.length === 0 && hasUnsent) throw new Error('Answers are unsent');
  const left = fetched.length === 0 ? 0 : Math.max(0, unnamed - fetched.length);
  return { type: 'more-cards', cards: fetched, rest, unnamed: left };
}

/** Fetches the rest of a session while its first cards are studied. A failed request is repeated until it succeeds. */
export function useFurtherCards(state: SessionState, onCards: (further: FurtherCards) => void) {
  const client = useApolloClient();
  const userId = useAuth().user!.id;
  const queue = useAnswerQueue();
  const [failures, setFailures] = useState(0);
  const { rest, unnamed, cards } = state;
  const open = cards.length - Object.keys(state.answers).length;
  const wanted = rest.length > 0 || (unnamed > 0 && open <= fewLeft);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  useEffect(
    () =>
      queue.subscribe(({ type }) => {
        if (type === 'outcome') setFailures((before) => Math.min(before, 1));
        return false;
      }),
    [queue],
  );
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    const load = async () => {
      const further = await loadFurther(client, userId, { ...latest.current, rest, unnamed }).catch(
        () => null,
      );
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
  }, [client, userId, wanted, rest, unnamed, failures, onCards]);
}
