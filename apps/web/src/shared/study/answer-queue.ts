import { limits } from '@kumbuka/contracts/constants';
import { savesData } from '../browser/idle.ts';
import { askForWake, onWake } from '../browser/worker.ts';
import { isServerReached, onNetwork } from '../offline/known.ts';
import { asOnlySender } from '../offline/one-sender.ts';
import { nextBatch, outboxOf, waitingOf } from '../offline/outbox.ts';
import type { QueuedAnswer, QueuedChange, Refusal } from '../offline/queued.ts';
import { createSending, type AnswerSender, type QueueEvent } from './answer-sending.ts';

interface QueueOptions<Schedule> {
  userId: string;
  sender: AnswerSender<Schedule>;
  /** True for an error after which the same request may succeed later. */
  isTransient: (error: unknown) => boolean;
  /** True when the server failed, false when it was not reached. */
  isFault: (error: unknown) => boolean;
  codeOf: (error: unknown) => string | null;
  refusalOf: (error: unknown) => Refusal;
  /** An answer that the server will never take and that no listener shows. */
  onRefused: (errorCode: string) => void;
  /** The server has decided about a change, or has taken an answer that no listener shows. */
  onArrived?: () => void;
  /** Milliseconds for which the server asked to wait; 0 when it did not. */
  askedWaitOf?: (error: unknown) => number;
  /** Milliseconds until the next attempt after this many failures in a row. */
  retryDelay?: (failures: number) => number;
}

/** A wait that is longer comes from a mistake, or from the proxy of a network that the device has left. */
const longestWaitMs = 600_000;
/** Answers that one request carries with the data saver. */
const savedBatch = 20;
const exponentialBackoff = (failures: number) => Math.min(30_000, 1000 * 2 ** (failures - 1));

type Listener<Schedule> = (event: QueueEvent<Schedule>) => unknown;

export interface AnswerQueue<Schedule> {
  /** Stores an answer and sends it. Returns a promise where storing takes time; it rejects when the storage is full. */
  add: (answer: Omit<QueuedAnswer, 'kind'>) => void | Promise<void>;
  /** Stores a change of decks or cards and sends it. */
  change: (change: Omit<QueuedChange, 'kind'>) => void | Promise<void>;
  undo: (clientEventId: string) => void;
  /** Ends a session once its answers are sent, however late that is. */
  finish: (sessionId: string) => void;
  /** Sends stored answers, and from now on every added one. Until then answers are only stored. */
  start: () => void;
  /** Sends the remaining answers at once. */
  retry: () => void;
  /** A listener returns true for an outcome that it shows. */
  subscribe: (listener: Listener<Schedule>) => () => void;
  stop: () => void;
}

/** What could not be stored stays in the memory of the page and is sent from there. */
const report = (stored: void | Promise<void>) => void stored?.catch((error: unknown) => console.warn(error));

/**
 * Runs `sendAll` one run at a time, again while answers remain, and after a delay when it failed. `sendAll` rejects with
 * the first failure that may be temporary. While the server has asked to wait, only the learner's own request sends earlier.
 */
function createSendingLoop(
  sendAll: (isStopped: () => boolean) => Promise<void>,
  isLeft: () => boolean,
  onFailure: (error: unknown) => void,
  delayAfter: (failures: number, error: unknown) => { delay: number; asked: number },
) {
  let isRunning = false;
  let isStopped = true;
  let heldUntil = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run() {
    if (isRunning || isStopped) return;
    isRunning = true;
    heldUntil = 0;
    clearTimeout(timer);
    try {
      await sendAll(() => isStopped);
      failures = 0;
    } catch (error) {
      failures += 1;
      onFailure(error);
      const { delay, asked } = delayAfter(failures, error);
      heldUntil = asked > 0 ? performance.now() + asked : 0;
      if (!isStopped) timer = setTimeout(run, delay);
    } finally {
      isRunning = false;
    }
    if (failures === 0 && isLeft() && !isStopped) void run();
  }
  const send = () => {
    if (performance.now() >= heldUntil) void run();
  };
  const sendIfReached = () => void (isServerReached() && send());
  let stopWaking: (() => void)[] = [];

  return {
    send,
    sendNow: () => void run(),
    start: () => {
      isStopped = false;
      heldUntil = 0;
      globalThis.addEventListener?.('online', send);
      // Answers that wait for others are sent before the page is left.
      globalThis.addEventListener?.('visibilitychange', send);
      // Any page that reaches the server again shows that the network is back.
      stopWaking = [onWake(send), onNetwork(sendIfReached)];
      send();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      stopWaking.forEach((stop) => stop());
      globalThis.removeEventListener?.('online', send);
      globalThis.removeEventListener?.('visibilitychange', send);
    },
  };
}

/** What one user sends, answers and changes alike: stored first, sent in order, retried while the failure may be temporary. */
export function createAnswerQueue<Schedule>(options: QueueOptions<Schedule>): AnswerQueue<Schedule> {
  const {
    userId,
    sender,
    isTransient,
    isFault,
    codeOf,
    refusalOf,
    onRefused,
    onArrived = () => {},
    askedWaitOf = () => 0,
    retryDelay = exponentialBackoff,
  } = options;
  const listeners = new Set<Listener<Schedule>>();
  const notify = (event: QueueEvent<Schedule>) => {
    const isShown = [...listeners].map((listener) => listener(event)).includes(true);
    if (event.type === 'changed') onArrived();
    if (event.type !== 'outcome' || isShown) return;
    const { errorCode } = event.outcome;
    if (errorCode === null) onArrived();
    else onRefused(errorCode);
  };
  const outbox = outboxOf(userId);
  const next = () => nextBatch(outbox, limits.answersAtOnce);
  const sendBatch = createSending({ outbox, sender, isTransient, codeOf, refusalOf, notify });
  /** Answers of this visit that were never sent; only these can be dropped without a request. */
  const neverSent = new Set<string>();
  async function sendAll(isStopped: () => boolean) {
    await outbox.reload();
    for (let batch = next(); batch.length > 0 && !isStopped(); batch = next()) {
      batch.forEach(({ clientEventId }) => neverSent.delete(clientEventId));
      await sendBatch(batch);
    }
  }
  const { send, sendNow, start, stop } = createSendingLoop(
    async (isStopped) => {
      await outbox.ready;
      if (next().length > 0) await asOnlySender(userId, () => sendAll(isStopped));
    },
    () => next().length > 0,
    (error) => {
      void askForWake();
      notify({ type: 'waiting', isFault: isFault(error) });
    },
    (failures, error) => {
      const asked = Math.min(longestWaitMs, askedWaitOf(error));
      return { delay: Math.max(asked, retryDelay(failures)), asked };
    },
  );

  /** With the data saver, answers are sent together. Everything that waits is sent at the end of a session, too. */
  const isCollecting = () => {
    const waiting = waitingOf(outbox);
    return savesData() && waiting.length < savedBatch && waiting.every(({ kind }) => kind === 'answer');
  };

  /** Sends at once what is stored at once, and else after it is stored. */
  const sendOnceStored = (stored: void | Promise<void>) => {
    const sendUnlessCollecting = () => void (isCollecting() || send());
    if (!stored) return sendUnlessCollecting();
    return stored.then(sendUnlessCollecting);
  };

  return {
    add: (answer) => {
      neverSent.add(answer.clientEventId);
      return sendOnceStored(outbox.add({ kind: 'answer', ...answer }));
    },
    change: (change) => sendOnceStored(outbox.add({ kind: 'change', ...change })),
    undo: (clientEventId) => {
      const unsent = outbox.all().filter((item) => item.clientEventId === clientEventId);
      // Another tab may have sent it meanwhile.
      if (neverSent.delete(clientEventId) && unsent.length > 0) {
        report(outbox.drop(unsent));
        return notify({ type: 'undone', clientEventId });
      }
      report(sendOnceStored(outbox.add({ kind: 'undo', clientEventId })));
    },
    finish: (sessionId) => {
      report(sendOnceStored(outbox.add({ kind: 'finish', clientEventId: sessionId })));
    },
    start,
    retry: sendNow,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
  };
}
