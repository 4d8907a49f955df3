import { t } from '@lingui/core/macro';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { limits } from '@kumbuka/contracts/constants';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useAuth } from '../../shared/auth/auth-context.tsx';
import { newId } from '../../shared/lib/ids.ts';
import { serverNow } from '../../shared/lib/server-clock.ts';
import { repeatId } from '../../shared/study/open-session.ts';
import { discardPausedSession, storePausedSession } from '../../shared/study/paused-session.ts';
import { readClock } from '../../shared/study/answer-times.ts';
import type { AnswerQueue } from '../../shared/study/answer-queue.ts';
import { useAnswerQueue, type Schedule } from '../../shared/study/queue-context.tsx';
import { useEditCard } from '../../shared/study/use-edit-card.ts';
import type { CardSides } from '../../shared/ui/dialog/card-dialog.tsx';
import { useAnnounce } from '../../shared/ui/states/announcer.tsx';
import { loadCards, loadMoreDue } from './load-session.ts';
import type { LoadedSession } from './loaded-session.ts';
import { savedLine } from './sentences.ts';
import { useShelving } from './use-shelving.ts';
import {
  answerName,
  canAnswer,
  canFinish,
  currentAnswer,
  currentCard,
  elapsedMs,
  minutesOnCard,
  sessionReducer,
  undoTarget,
  type SessionEvent,
  type SessionState,
} from './session-state.ts';
import { useStudyTime } from './use-study-time.ts';

const batch = limits.perPage;
const finishWaitMs = 8000;
/** More due cards are asked for when so few unanswered ones are left. */
const fewLeft = 20;
const retryMs = [1000, 2000, 4000, 8000, 15_000];

type Further = Extract<SessionEvent, { type: 'more-cards' }>;
type Missing = Pick<SessionState, 'rest' | 'unnamed'>;

async function loadFurther(
  client: ApolloClient,
  { rest, unnamed }: Missing,
  loadedIds: ReadonlySet<string>,
): Promise<Further> {
  if (rest.length > 0) {
    const fetched = await loadCards(client, rest.slice(0, batch));
    const cards = fetched.filter(({ isShelved }) => !isShelved);
    return { type: 'more-cards', cards, rest: rest.slice(batch), unnamed };
  }
  const fetched = await loadMoreDue(client, loadedIds);
  const left = fetched.length === 0 ? 0 : Math.max(0, unnamed - fetched.length);
  return { type: 'more-cards', cards: fetched, rest, unnamed: left };
}

/** Fetches the rest while the first cards are studied. A part that does not arrive is asked for until it does. */
function useFurtherCards(state: SessionState, onCards: (further: Further) => void) {
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
    const wait = failures === 0 ? 0 : (retryMs[failures - 1] ?? 30_000);
    const timer = setTimeout(() => void load(), wait);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [client, wanted, rest, unnamed, failures, onCards]);
}

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
    undos: state.undos,
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
    if (state.phase === 'complete') return discardPausedSession(userId, state.sessionId);
    if (lastAnswerAt) storePausedSession(userId, pausedOf(state, loaded, path, lastAnswerAt));
  }, [state, loaded, path, lastAnswerAt, userId]);
}

/** Sends the end of a session after its answers; the XP, or null when it takes longer. */
function finishedWithin(queue: AnswerQueue<Schedule>, sessionId: string, ms: number): Promise<number | null> {
  return new Promise((resolve) => {
    const done = (xpEarned: number | null) => {
      clearTimeout(timer);
      forget();
      resolve(xpEarned);
    };
    const timer = setTimeout(() => done(null), ms);
    const forget = queue.subscribe((event) => {
      if (event.type === 'finished' && event.sessionId === sessionId) done(event.xpEarned);
    });
    queue.finish(sessionId);
  });
}

/** The name of the answer that took the place of one that was being taken back. */
function newerThan({ undoing, answers }: SessionState, clientEventId: string): string | undefined {
  const undone = undoing[clientEventId];
  return undone && answers[undone.cardId]?.clientEventId;
}

export interface SessionOptions {
  start: SessionState;
  loaded: LoadedSession;
  resumed: boolean;
  path: string;
  /** Whether an answer brings the next card. */
  advances: boolean;
  /** An answer that the server will never take, or one that it did not take back. */
  onFailure: (failure: SessionFailure) => void;
}

/** 'fault' passes: the answer is sent again. */
export type SessionFailure = 'refused' | 'repeated' | 'undo-refused' | 'fault' | null;

/** A study session: its state, and what a learner can do in it. Nothing waits for the network but finishing. */
export function useSession({ start, loaded, resumed, path, advances, onFailure }: SessionOptions) {
  const queue = useAnswerQueue();
  const announce = useAnnounce();
  const [state, dispatch] = useReducer(sessionReducer, start);
  const [lastAnswerAt, setLastAnswerAt] = useState(() => (resumed ? new Date().toISOString() : null));
  usePausing(state, loaded, path, lastAnswerAt);

  useFurtherCards(state, dispatch);
  useStudyTime(useCallback((awayMs: number) => dispatch({ type: 'returned', awayMs }), []));

  const shown = currentAnswer(state)?.clientEventId;
  const undoing = useRef(new Set<string>());
  const latest = useRef({ shown, state });
  useEffect(() => {
    latest.current = { shown, state };
  });
  useEffect(
    () =>
      queue.subscribe((event) => {
        const { shown: shownId, state: shownState } = latest.current;
        if (event.type === 'waiting') {
          dispatch({ type: 'waiting', isFault: event.isFault });
          if (event.isFault) onFailure('fault');
          else if (shownId !== undefined)
            announce(t`Kept on this device. It is sent when the connection is back.`);
        }
        if (event.type === 'undone' && undoing.current.delete(event.clientEventId))
          announce(t`Answer undone.`);
        if (event.type === 'undo-refused' && undoing.current.delete(event.clientEventId)) {
          const newer = newerThan(shownState, event.clientEventId);
          if (newer) queue.undo(newer);
          dispatch({ type: 'undo-refused', clientEventId: event.clientEventId });
          onFailure('undo-refused');
        }
        if (event.type !== 'outcome') return false;
        const { clientEventId, errorCode, schedule, wasCorrect } = event.outcome;
        if (!clientEventId.startsWith(shownState.sessionId)) return false;
        if (errorCode === null) {
          dispatch({ type: 'recorded', clientEventId, schedule });
          onFailure(null);
          if (clientEventId === shownId) announce(wasCorrect ? t`Saved as correct.` : t`Saved as incorrect.`);
          return true;
        }
        // A card that another device answered in this session stays answered: there is nothing to try again.
        if (errorCode === 'ANSWER_REPEATED') dispatch({ type: 'recorded', clientEventId, schedule });
        else dispatch({ type: 'refused', clientEventId });
        onFailure(errorCode === 'ANSWER_REPEATED' ? 'repeated' : 'refused');
        return true;
      }),
    [queue, onFailure, announce],
  );

  /** Announces the card that comes up, when another one does. */
  const announceCard = (next: SessionState) => {
    if (next.current === state.current) return;
    const question = currentCard(next)?.question ?? '';
    announce(t`Card ${next.current + 1} of ${next.total}. Question: ${question}`, question);
  };

  const flip = () => {
    const card = currentCard(state);
    if (!card) return;
    dispatch({ type: 'flipped' });
    if (state.answerShown) announce(t`Question: ${card.question}`, card.question);
    else announce(t`Answer: ${card.answer}`, card.answer);
  };

  const answer = (wasCorrect: boolean) => {
    const card = currentCard(state);
    if (!card || !canAnswer(state)) return;
    const clientEventId = answerName(state, card);
    setLastAnswerAt(new Date().toISOString());
    const answered: SessionEvent = {
      type: 'answered',
      wasCorrect,
      clientEventId,
      ...(advances ? { advanceAt: Date.now() } : {}),
    };
    dispatch(answered);
    announceCard(sessionReducer(state, answered));
    queue.add({
      clientEventId,
      deckId: card.deckId,
      flashcardId: card.id,
      wasCorrect,
      timeSpentMinutes: minutesOnCard(state, Date.now()),
      sessionId: state.sessionId,
      sessionDeckId: loaded.deckId,
      answeredAt: new Date(serverNow()).toISOString(),
      clock: readClock(),
    });
  };

  const move = (by: 1 | -1) => {
    const next = sessionReducer(state, { type: 'moved', by, at: Date.now() });
    if (next === state) return;
    dispatch({ type: 'moved', by, at: Date.now() });
    announceCard(next);
  };

  const undo = () => {
    const card = undoTarget(state);
    const answer = card && state.answers[card.id];
    if (!answer) return;
    announce(t`Undoing the answer.`);
    undoing.current.add(answer.clientEventId);
    dispatch({ type: 'undone', at: Date.now() });
    queue.undo(answer.clientEventId);
  };

  /** Waits for the queue, but not for ever, and not at all without a network: what is unsent goes out later, the end of the session too. */
  const finish = async () => {
    if (!canFinish(state)) return;
    dispatch({ type: 'finishing' });
    const { sessionId } = state;
    const xpEarned = await finishedWithin(queue, sessionId, navigator.onLine ? finishWaitMs : 0);
    dispatch({ type: 'completed', at: Date.now(), xpEarned });
  };

  const repeat = () => {
    setLastAnswerAt(null);
    dispatch({ type: 'repeated', sessionId: repeatId(newId()), at: Date.now() });
  };

  const save = useEditCard();
  const edit = async (cardId: string, sides: CardSides, expectedVersion?: number) => {
    const version = await save(cardId, sides, expectedVersion);
    dispatch({ type: 'edited', cardId, question: sides.frontText, answer: sides.backText, version });
  };

  const shelving = useShelving(state, dispatch);

  const saved = currentAnswer(state);
  return {
    state,
    flip,
    answer,
    move,
    undo,
    finish,
    repeat,
    edit,
    shelving,
    retry: queue.retry,
    savedText: saved ? savedLine(saved, currentCard(state)?.schedule ?? null) : null,
  };
}
