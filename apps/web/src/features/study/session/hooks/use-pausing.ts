import { useEffect, useState } from 'react';
import { useAuth } from '../../../../shared/auth/auth-context.tsx';
import { serverNow } from '../../../../shared/browser/server-clock.ts';
import { discardPausedSession, storePausedSession } from '../../../../shared/study/paused-session.ts';
import type { LoadedSession } from '../load/loaded-session.ts';
import { elapsedMs, type SessionState } from '../state/session-state.ts';

interface PausingOptions {
  loaded: LoadedSession;
  resumed: boolean;
  path: string;
}

const serverTime = () => new Date(serverNow()).toISOString();

function pausedOf(state: SessionState, loaded: LoadedSession, path: string, lastAnswerAt: string) {
  return {
    sessionId: state.sessionId,
    path,
    title: loaded.title,
    deckId: loaded.deckId,
    cards: [
      ...state.cards.map(({ id, deckId }) => ({ id, deckId })),
      ...state.rest.map((id) => ({ id, deckId: loaded.deckId ?? '' })),
    ],
    unnamed: state.unnamed,
    deckTotal: loaded.deckTotal,
    secondsPerAnswer: loaded.secondsPerAnswer,
    current: state.current,
    answers: Object.entries(state.answers).map(
      ([cardId, { wasCorrect, clientEventId, isElsewhere = false }]) => ({
        cardId,
        wasCorrect,
        clientEventId,
        isElsewhere,
      }),
    ),
    elapsedMs: elapsedMs(state, Date.now()),
    lastAnswerAt,
  };
}

/** Stores the session after each answer and move, from its first answer on, and discards it when it is complete. */
export function usePausing(state: SessionState, { loaded, resumed, path }: PausingOptions) {
  const userId = useAuth().user!.id;
  const [lastAnswerAt, setLastAnswerAt] = useState(() => (resumed ? serverTime() : null));
  useEffect(() => {
    // A round of missed cards belongs to a session that has ended.
    if (state.endedSession) return;
    if (state.phase === 'complete') return discardPausedSession(userId, state.sessionId);
    if (lastAnswerAt) storePausedSession(userId, pausedOf(state, loaded, path, lastAnswerAt));
  }, [state, loaded, path, lastAnswerAt, userId]);
  return {
    noteAnswer: () => setLastAnswerAt(serverTime()),
  };
}
