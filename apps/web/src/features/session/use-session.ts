import { useApolloClient } from '@apollo/client/react';
import { limits } from '@kumbuka/contracts/constants';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { newId } from '../../shared/lib/ids.ts';
import { discardPausedSession, storePausedSession } from '../../shared/study/paused-session.ts';
import { useAnswerQueue } from '../../shared/study/queue-context.tsx';
import { useAnnounce } from '../../shared/ui/announcer.tsx';
import { FinishSessionDocument } from './finish-session.generated.ts';
import { loadCards, type LoadedSession } from './load-session.ts';
import { savedLine } from './sentences.ts';
import {
  canAnswer,
  canFinish,
  currentAnswer,
  currentCard,
  elapsedMs,
  minutesOnCard,
  sessionReducer,
  type SessionState,
} from './session-state.ts';

const batch = limits.perPage;
const finishWaitMs = 8000;

/** Fetches the rest of a large deck while its first cards are studied. */
function useRestOfCards(
  loaded: LoadedSession,
  onCards: (cards: Awaited<ReturnType<typeof loadCards>>, rest: number) => void,
) {
  const client = useApolloClient();
  useEffect(() => {
    let left = false;
    const load = async () => {
      for (let from = 0; from < loaded.rest.length && !left; from += batch) {
        const cards = await loadCards(client, loaded.rest.slice(from, from + batch)).catch(() => []);
        if (!left) onCards(cards, Math.max(0, loaded.rest.length - from - batch));
      }
    };
    void load();
    return () => {
      left = true;
    };
  }, [client, loaded, onCards]);
}

function pausedOf(state: SessionState, loaded: LoadedSession, path: string, lastAnswerAt: string) {
  return {
    sessionId: state.sessionId,
    path,
    title: loaded.title,
    deckId: loaded.deckId,
    cards: state.cards.map(({ id, deckId }) => ({ id, deckId })),
    current: state.current,
    answers: Object.entries(state.answers).map(([cardId, { wasCorrect, clientEventId }]) => ({
      cardId,
      wasCorrect,
      clientEventId,
    })),
    elapsedMs: elapsedMs(state, Date.now()),
    lastAnswerAt,
  };
}

/** Remembers the session after each answer and move, and forgets it when it is complete. */
function usePausing(state: SessionState, loaded: LoadedSession, path: string, lastAnswerAt: string | null) {
  const userId = useAuth().user!.id;
  useEffect(() => {
    if (state.phase === 'complete') return discardPausedSession(userId);
    if (lastAnswerAt) storePausedSession(userId, pausedOf(state, loaded, path, lastAnswerAt));
  }, [state, loaded, path, lastAnswerAt, userId]);
}

export interface SessionOptions {
  start: SessionState;
  loaded: LoadedSession;
  resumed: boolean;
  path: string;
  /** An answer that the server will never take. */
  onRefused: () => void;
}

/** A study session: its state, and what a learner can do in it. Nothing waits for the network but finishing. */
export function useSession({ start, loaded, resumed, path, onRefused }: SessionOptions) {
  const client = useApolloClient();
  const queue = useAnswerQueue();
  const announce = useAnnounce();
  const [state, dispatch] = useReducer(sessionReducer, start);
  const [lastAnswerAt, setLastAnswerAt] = useState(() => (resumed ? new Date().toISOString() : null));
  usePausing(state, loaded, path, lastAnswerAt);

  const onCards = useCallback(
    (cards: Awaited<ReturnType<typeof loadCards>>, rest: number) =>
      dispatch({ type: 'more-cards', cards, rest }),
    [],
  );
  useRestOfCards(loaded, onCards);

  useEffect(
    () =>
      queue.subscribe((event) => {
        if (event.type === 'waiting') return dispatch({ type: 'waiting' });
        if (event.type !== 'outcome') return;
        const { clientEventId, errorCode, schedule } = event.outcome;
        if (errorCode === null) return dispatch({ type: 'recorded', clientEventId, schedule });
        dispatch({ type: 'refused', clientEventId });
        onRefused();
      }),
    [queue, onRefused],
  );

  const flip = () => {
    const card = currentCard(state);
    if (!card) return;
    dispatch({ type: 'flipped' });
    announce(state.answerShown ? `Question: ${card.question}` : `Answer: ${card.answer}`);
  };

  const answer = (wasCorrect: boolean) => {
    const card = currentCard(state);
    if (!card || !canAnswer(state)) return;
    const clientEventId = newId();
    const answeredAt = new Date().toISOString();
    setLastAnswerAt(answeredAt);
    dispatch({ type: 'answered', wasCorrect, clientEventId });
    announce(wasCorrect ? 'Saved as correct.' : 'Saved as incorrect.');
    queue.add({
      clientEventId,
      deckId: card.deckId,
      flashcardId: card.id,
      wasCorrect,
      timeSpentMinutes: minutesOnCard(state, Date.now()),
      sessionId: state.sessionId,
      sessionDeckId: loaded.deckId,
      answeredAt,
    });
  };

  const move = (by: 1 | -1) => {
    const next = sessionReducer(state, { type: 'moved', by, at: Date.now() });
    if (next === state) return;
    dispatch({ type: 'moved', by, at: Date.now() });
    announce(`Card ${next.current + 1} of ${next.total}. Question: ${currentCard(next)?.question ?? ''}`);
  };

  const undo = () => {
    const given = currentAnswer(state);
    if (!given || state.phase !== 'studying') return;
    queue.undo(given.clientEventId);
    dispatch({ type: 'undone' });
    announce('Answer undone.');
  };

  const closeOnServer = async (): Promise<number | null> => {
    const variables = { input: { sessionId: state.sessionId } };
    const { data } = await client.mutate({ mutation: FinishSessionDocument, variables });
    return data?.finishSession.xpEarned ?? null;
  };

  /** Waits for the queue, but not for ever: what is unsent then goes out later, and the server ends the session by itself. */
  const finish = async () => {
    if (!canFinish(state)) return;
    dispatch({ type: 'finishing' });
    const allSent = await queue.settled(finishWaitMs);
    const xpEarned = allSent ? await closeOnServer().catch(() => null) : null;
    dispatch({ type: 'completed', at: Date.now(), xpEarned });
  };

  const repeat = () => {
    setLastAnswerAt(null);
    dispatch({ type: 'repeated', sessionId: newId(), at: Date.now() });
  };

  const saved = currentAnswer(state);
  return {
    state,
    flip,
    answer,
    move,
    undo,
    finish,
    repeat,
    savedText: saved ? savedLine(saved, currentCard(state)?.schedule ?? null) : null,
  };
}
