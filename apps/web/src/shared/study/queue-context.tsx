import { useApolloClient } from '@apollo/client/react';
import type { ApolloClient } from '@apollo/client';
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { errorCode, isTransient, hasNoResponse, retryAfterOf } from '../apollo/errors.ts';
import { useAuth } from '../auth/auth-context.tsx';
import { CurrentViewerDocument } from '../auth/auth.generated.ts';
import { keepChangesBy } from '../offline/keep-change.ts';
import { outboxOf } from '../offline/outbox.ts';
import { refusalOf, sendChange } from '../offline/send-change.ts';
import { createAnswerQueue, type AnswerQueue } from './answer-queue.ts';
import type { AnswerSender } from './answer-sending.ts';
import { changeWithServerTime, withServerTime } from './answer-times.ts';
import { FinishSessionDocument, RecordAnswersDocument, UndoAnswerDocument } from './answers.generated.ts';
import type { CardSchedulePartsFragment } from './card-schedule.generated.ts';
import { restorePausedSessions } from './paused-session.ts';
import { createRefusals } from './refusals.ts';
import { useNotify } from '../ui/states/snackbars.tsx';

export type Schedule = CardSchedulePartsFragment;
const longMs = 30_000;
const QueueContext = createContext<AnswerQueue<Schedule> | null>(null);

/** The outgoing answers of the signed-in user. */
export function useAnswerQueue(): AnswerQueue<Schedule> {
  const queue = use(QueueContext);
  if (!queue) throw new Error('useAnswerQueue needs an AnswerQueueProvider above it');
  return queue;
}

function graphqlSender(client: ApolloClient, userId: string): AnswerSender<Schedule> {
  const context = { ofUser: userId };
  const learnServerTime = () => client.query({ query: CurrentViewerDocument, context });
  return {
    record: withServerTime(async (queued) => {
      const answers = queued.map(({ kind: _kind, clock: _clock, sessionDeckId, ...answer }) => ({
        ...answer,
        ...(sessionDeckId === null ? {} : { sessionDeckId }),
      }));
      const { data } = await client.mutate({
        mutation: RecordAnswersDocument,
        variables: { input: { answers } },
        context,
      });
      return data.recordAnswers.results;
    }, learnServerTime),
    undo: async (clientEventId) => {
      await client.mutate({ mutation: UndoAnswerDocument, variables: { input: { clientEventId } }, context });
    },
    finish: async (sessionId) => {
      const { data } = await client.mutate({
        mutation: FinishSessionDocument,
        variables: { input: { sessionId } },
        context,
      });
      return data?.finishSession.xpEarned ?? null;
    },
    timed: changeWithServerTime(learnServerTime),
    change: (change) => sendChange(client, change, context),
  };
}

/** Whether the server failed; a rejected sign-in is no fault, and the page reports it. */
const isFault = (error: unknown) => !hasNoResponse(error) && errorCode(error) !== 'UNAUTHENTICATED';

/** Says how many answers were refused that no page shows, such as those of an earlier visit. */
function useRefusals() {
  const notify = useNotify();
  const [refusals] = useState(() => createRefusals((text) => notify(text, 'error', { hideAfter: longMs })));
  useEffect(() => () => refusals.stop(), [refusals]);
  return refusals.add;
}

/** Changes of one batch are sent one after another. */
const refreshMs = 300;

/** Returns a function that loads what the open page shows again, once for all calls of a moment. */
function useRefreshSoon() {
  const client = useApolloClient();
  const [soon] = useState(() => {
    let timer: ReturnType<typeof setTimeout>;
    const stop = () => clearTimeout(timer);
    const refresh = () => void client.refetchObservableQueries().catch(() => {});
    const run = () => {
      stop();
      timer = setTimeout(refresh, refreshMs);
    };
    return { run, stop };
  });
  useEffect(() => soon.stop, [soon]);
  return soon.run;
}

/** Whether the paused sessions are as this browser last stored them. */
function useRestored(userId: string) {
  const [isRestored, setRestored] = useState(!globalThis.indexedDB);
  useEffect(() => void restorePausedSessions(userId).finally(() => setRestored(true)), [userId]);
  return isRestored;
}

/**
 * Provides the queue while this user is signed in, and sends the answers of earlier visits. Its `key` must be the user.
 */
export function AnswerQueueProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const client = useApolloClient();
  const onRefused = useRefusals();
  const onArrived = useRefreshSoon();
  const [queue] = useState(() =>
    createAnswerQueue({
      userId,
      sender: graphqlSender(client, userId),
      isTransient,
      isFault,
      codeOf: errorCode,
      askedWaitOf: retryAfterOf,
      refusalOf,
      onRefused,
      onArrived,
    }),
  );
  const { locked } = useAuth();
  useEffect(() => {
    if (!locked) queue.start();
    return () => queue.stop();
  }, [queue, locked]);
  useEffect(() => keepChangesBy(queue.change), [queue]);
  const outbox = outboxOf(userId);
  const isReady = useSyncExternalStore(outbox.subscribe, outbox.isReady);
  const isRestored = useRestored(userId);
  // What is unsent or paused decides what a screen shows.
  return <QueueContext value={queue}>{isReady && isRestored && children}</QueueContext>;
}
