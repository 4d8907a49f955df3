import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, type Dispatch } from 'react';
import { flushSync } from 'react-dom';
import type { Rating } from '@kumbuka/schedule';
import { newId } from '../../../../shared/browser/ids.ts';
import { onMoment } from '../../../../shared/browser/page-moments.ts';
import { useChanges } from '../../../../shared/live/use-live.ts';
import { serverNow } from '../../../../shared/browser/server-clock.ts';
import type { QueueEvent } from '../../../../shared/study/answer-sending.ts';
import { readClock } from '../../../../shared/study/answer-times.ts';
import { useAnswerQueue, type Schedule } from '../../../../shared/study/queue-context.tsx';
import { useAnnounce } from '../../../../shared/ui/states/announcer.tsx';
import { loadServerSession } from '../load/load-session.ts';
import { isOffline } from '../../../../shared/offline/known.ts';
import { useFold } from '../../../../shared/offline/use-fold.ts';
import {
  canAnswer,
  currentAnswer,
  currentCard,
  minutesOnCard,
  undoTarget,
  type SessionEvent,
  type SessionState,
} from '../state/session-state.ts';

/** Why an answer or an undo was not saved; after a `fault` the answer is sent again, and one
 * that is `not-kept` is lost with the page. `null` after a success. */
export type SessionFailure = 'refused' | 'repeated' | 'undo-refused' | 'fault' | 'not-kept' | null;

type Outcome = Extract<QueueEvent<Schedule>, { type: 'outcome' }>['outcome'];

interface AnswersOptions {
  state: SessionState;
  dispatch: Dispatch<SessionEvent>;
  /** Deck of the session; `null` for a session across decks. */
  sessionDeckId: string | null;
  /** Whether an answer brings the next card. */
  advances: boolean;
  onAnswer: (answered: SessionEvent) => void;
  onFailure: (failure: SessionFailure) => void;
}

/** An answer is reported to the page that gave it within this time. */
const ownReportsMs = 2_000;

/** Storage that takes longer hangs. */
const longestWriteMs = 2_000;

/** Id of the answer that replaced an answer with a pending undo. */
function newerThan({ undoing, answers }: SessionState, clientEventId: string): string | undefined {
  const undone = undoing[clientEventId];
  return undone && answers[undone.cardId]?.clientEventId;
}

/**
 * Names an answer. No two answers have the same name, so that the server tells another device's answer to a card from a
 * repeat of this one.
 */
const nameOfAnswer = (sessionId: string, cardId: string) => `${sessionId}-${cardId}-${newId().slice(0, 8)}`;

/** Returns a function that shows the answers which other devices gave in the session. Runs once at a time. */
function useSynchronise(sessionId: string, dispatch: Dispatch<SessionEvent>) {
  const client = useApolloClient();
  const running = useRef<Promise<void>>(null);
  return useCallback(() => {
    if (running.current) return;
    running.current = loadServerSession(client, sessionId)
      .then((session) => dispatch({ type: 'synchronised', answers: session?.answers ?? [] }))
      .catch(() => undefined)
      .finally(() => (running.current = null));
  }, [client, sessionId, dispatch]);
}

/** Sends and undoes the answers of a session, and applies their outcomes. */
export function useAnswers(options: AnswersOptions) {
  const { state, dispatch, sessionDeckId, advances, onAnswer, onFailure } = options;
  const queue = useAnswerQueue();
  const announce = useAnnounce();
  const foldOf = useFold();
  const synchronise = useSynchronise(state.sessionId, dispatch);
  /** Ids of answers that this page is undoing. */
  const undoing = useRef(new Set<string>());
  const storing = useRef(false);
  const whileStoring = useRef<(() => void)[]>([]);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });

  // Another device may have answered in this session while the page was not shown.
  useEffect(() => onMoment((moment) => void (moment === 'return' && synchronise())), [synchronise]);
  // Or now. The reports of this page's own answers would cost a request for each of them.
  const sentAt = useRef(-Infinity);
  useChanges(['study'], () => {
    if (!document.hidden && performance.now() - sentAt.current > ownReportsMs) synchronise();
  });

  useEffect(() => {
    const shownId = () => currentAnswer(latest.current)?.clientEventId;
    const takeWaiting = (isFault: boolean) => {
      dispatch({ type: 'waiting', isFault });
      if (isFault) onFailure('fault');
      else if (shownId() !== undefined)
        announce(t`Kept on this device. It is sent when you are online again.`);
    };
    const takeUndoRefused = (clientEventId: string) => {
      const newer = newerThan(latest.current, clientEventId);
      if (newer) queue.undo(newer);
      dispatch({ type: 'undo-refused', clientEventId });
      onFailure('undo-refused');
    };
    /** Returns whether the session shows the outcome. */
    const takeOutcome = ({ clientEventId, errorCode, schedule, wasCorrect }: Outcome): boolean => {
      if (!clientEventId.startsWith(latest.current.sessionId)) return false;
      sentAt.current = performance.now();
      if (errorCode === null) {
        dispatch({ type: 'recorded', clientEventId, schedule });
        onFailure(null);
        if (clientEventId === shownId()) announce(wasCorrect ? t`Saved as correct.` : t`Saved as incorrect.`);
        return true;
      }
      // A card that another device answered in this session stays answered: there is nothing to try again.
      const isRepeated = errorCode === 'ANSWER_REPEATED';
      dispatch({ type: isRepeated ? 'repeated-elsewhere' : 'refused', clientEventId });
      onFailure(isRepeated ? 'repeated' : 'refused');
      if (isRepeated) synchronise();
      return true;
    };
    return queue.subscribe((event) => {
      if (event.type === 'outcome') return takeOutcome(event.outcome);
      if (event.type === 'waiting') takeWaiting(event.isFault);
      if (event.type === 'undone' && undoing.current.delete(event.clientEventId)) announce(t`Answer undone.`);
      if (event.type === 'undo-refused' && undoing.current.delete(event.clientEventId))
        takeUndoRefused(event.clientEventId);
      return false;
    });
  }, [queue, dispatch, onFailure, announce, synchronise]);

  /** Acts now, or once the answer that is being stored is shown. */
  const afterStoring = useCallback((act: () => void) => {
    if (storing.current) whileStoring.current.push(act);
    else act();
  }, []);
  const runWaiting = () => {
    while (!storing.current) {
      const act = whileStoring.current.shift();
      if (!act) return;
      flushSync(act);
    }
  };

  /** Gives an answer; `shownDay` is the due day that its button has shown. */
  const answer = (rating: Rating, shownDay: string | null) => {
    const card = currentCard(state);
    if (!card || !canAnswer(state) || storing.current) return;
    const wasCorrect = rating > 1;
    const clientEventId = nameOfAnswer(state.sessionId, card.id);
    const now = Date.now();
    const answeredAt = new Date(serverNow()).toISOString();
    // With a network, the server chooses the day, because it knows how full the days are.
    const expected = isOffline() && !state.endedSession ? foldOf(card, rating, answeredAt, shownDay) : null;
    const dueOn = shownDay ?? expected?.dueOn ?? null;
    const show = () =>
      onAnswer({
        type: 'answered',
        wasCorrect,
        clientEventId,
        ...(expected ? { expected } : {}),
        ...(advances ? { advanceAt: now } : {}),
      });
    const stored = queue.add({
      clientEventId,
      deckId: card.deckId,
      flashcardId: card.id,
      wasCorrect,
      timeSpentMinutes: minutesOnCard(state, now),
      sessionId: (state.endedSession ?? state).sessionId,
      sessionDeckId,
      ...(rating === 2 || rating === 4 ? { rating } : {}),
      ...(state.endedSession ? { isPractice: true } : dueOn === null ? {} : { dueOn }),
      answeredAt,
      clock: readClock(),
    });
    if (!stored) return show();
    // An answer that is shown as given is stored, whatever happens to the tab.
    storing.current = true;
    const late = new Promise((resolve) => setTimeout(resolve, longestWriteMs));
    void Promise.race([stored, late])
      .catch(() => onFailure('not-kept'))
      .finally(() => {
        // A key that arrives before the page shows the answer would answer the card again.
        flushSync(show);
        storing.current = false;
        runWaiting();
      });
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

  return { answer, undo, afterStoring };
}
