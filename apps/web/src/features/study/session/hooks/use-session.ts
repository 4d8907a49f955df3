import { t } from '@lingui/core/macro';
import { useCallback, useReducer } from 'react';
import { newId } from '../../../../shared/browser/ids.ts';
import { wordsOf } from '../../../../shared/format/words-of.ts';
import type { AnswerQueue } from '../../../../shared/study/answer-queue.ts';
import { useAnswerQueue, type Schedule } from '../../../../shared/study/queue-context.tsx';
import { useEditCard } from '../../../../shared/study/use-edit-card.ts';
import type { CardSides } from '../../../../shared/ui/dialog/card-dialog.tsx';
import { useAnnounce } from '../../../../shared/ui/states/announcer.tsx';
import type { LoadedSession } from '../load/loaded-session.ts';
import { practiceLine, savedLine } from '../state/sentences.ts';
import {
  canFinish,
  currentAnswer,
  currentCard,
  sessionReducer,
  totalsOf,
  type SessionEvent,
  type SessionState,
} from '../state/session-state.ts';
import { useAnswers, type SessionFailure } from './use-answers.ts';
import { useFurtherCards } from './use-further-cards.ts';
import { usePausing } from './use-pausing.ts';
import { useShelving } from './use-shelving.ts';
import { useStudyTime } from './use-study-time.ts';

const finishWaitMs = 8000;

/** Finishes a session after its queued answers. Resolves with the XP, or with `null` after `ms` milliseconds. */
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

export interface SessionOptions {
  start: SessionState;
  loaded: LoadedSession;
  resumed: boolean;
  path: string;
  /** Whether an answer brings the next card. */
  advances: boolean;
  /** Whether missed cards are gone through again before the summary. */
  repeatsMissed: boolean;
  /** Reports why an answer or an undo was not saved; `null` after a success. */
  onFailure: (failure: SessionFailure) => void;
}

function savedText(state: SessionState): string | null {
  const saved = currentAnswer(state);
  if (state.endedSession) return practiceLine(saved);
  return saved ? savedLine(saved, currentCard(state)?.schedule ?? null) : null;
}

export type Session = ReturnType<typeof useSession>;

/** A study session: its state, and what a learner can do in it. Answers and moves never wait for the network. */
export function useSession({
  start,
  loaded,
  resumed,
  path,
  advances,
  repeatsMissed,
  onFailure,
}: SessionOptions) {
  const queue = useAnswerQueue();
  const announce = useAnnounce();
  const [state, dispatch] = useReducer(sessionReducer, start);
  const pausing = usePausing(state, { loaded, resumed, path });
  useFurtherCards(state, dispatch);
  useStudyTime(useCallback((awayMs: number) => dispatch({ type: 'returned', awayMs }), []));

  const announceCard = (shown: SessionState) => {
    const next = currentCard(shown);
    const question = next ? wordsOf(next.question, next.format) : '';
    announce(
      t`Card ${shown.current + 1} of ${shown.total}. Question: ${question}`,
      question,
      next?.languages.front,
    );
  };

  /** Dispatches an event and announces the next card when the event changes it. */
  const advance = (event: SessionEvent) => {
    dispatch(event);
    const next = sessionReducer(state, event);
    if (next.current !== state.current) announceCard(next);
  };

  const { answer, undo, afterStoring } = useAnswers({
    state,
    dispatch,
    sessionDeckId: loaded.deckId,
    advances,
    onAnswer: (answered) => {
      pausing.noteAnswer();
      advance(answered);
    },
    onFailure,
  });

  const flip = () => {
    const card = currentCard(state);
    if (!card) return;
    dispatch({ type: 'flipped' });
    const [question, side] = [wordsOf(card.question, card.format), wordsOf(card.answer, card.format)];
    if (state.answerShown) announce(t`Question: ${question}`, question, card.languages.front);
    else announce(t`Answer: ${side}`, side, card.languages.back);
  };

  const move = (by: 1 | -1) => advance({ type: 'moved', by, at: Date.now() });

  /** Begins a round of the missed cards; after the last round the summary comes back. */
  const repeat = () => {
    const event = { type: 'repeated', sessionId: newId(), at: Date.now() } as const;
    dispatch(event);
    const next = sessionReducer(state, event);
    if (next.endedSession) announceCard(next);
  };

  /**
   * Finishes the session. Waits a few seconds for the queue, or not at all when offline; the queue then sends the
   * remaining answers and the end of the session later.
   */
  const finish = async () => {
    if (!canFinish(state)) return;
    if (state.endedSession) return repeat();
    dispatch({ type: 'finishing' });
    const { sessionId } = state;
    const xpEarned = await finishedWithin(queue, sessionId, navigator.onLine ? finishWaitMs : 0);
    dispatch({ type: 'completed', at: Date.now(), xpEarned });
    if (repeatsMissed && totalsOf(state).missed > 0) repeat();
  };

  const save = useEditCard();
  const edit = async (cardId: string, sides: CardSides, expectedVersion?: number) => {
    const card = state.cards.find(({ id }) => id === cardId);
    const saved = await save(cardId, sides, expectedVersion, card && { deckId: card.deckId });
    if (!saved) return;
    const { frontText: question, backText, format, version } = saved;
    dispatch({ type: 'edited', cardId, question, answer: backText, format, version });
  };

  const shelving = useShelving(state, dispatch);

  return {
    state,
    flip,
    answer,
    afterStoring,
    move,
    undo,
    finish,
    repeat,
    edit,
    shelving,
    retry: queue.retry,
    savedText: savedText(state),
  };
}
