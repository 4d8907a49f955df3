import { createSending, type AnswerSender, type QueueEvent } from './answer-sending.ts';
import { createStoredQueue, keyOf, type QueuedAnswer } from './stored-queue.ts';

interface QueueOptions<Schedule> {
  userId: string;
  sender: AnswerSender<Schedule>;
  /** True for an error after which the same request may succeed later. */
  isTransient: (error: unknown) => boolean;
  /** True when the server failed, false when it was not reached. */
  isFault: (error: unknown) => boolean;
  codeOf: (error: unknown) => string | null;
  /** An answer that the server will never take and that no listener shows. */
  onRefused: (errorCode: string) => void;
  /** Milliseconds until the next attempt after this many failures in a row. */
  retryDelay?: (failures: number) => number;
}

const exponentialBackoff = (failures: number) => Math.min(30_000, 1000 * 2 ** (failures - 1));

/** Lets one tab send at a time where the browser has locks. Without locks the server still counts a repeat once. */
function withTabLock(userId: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(keyOf(userId), work) : work();
}

type Listener<Schedule> = (event: QueueEvent<Schedule>) => unknown;

export interface AnswerQueue<Schedule> {
  add: (answer: Omit<QueuedAnswer, 'kind'>) => void;
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

/**
 * Runs `sendAll` one run at a time, again while answers remain, and after a delay when it failed. `sendAll` rejects with
 * the first failure that may be temporary.
 */
function createSendingLoop(
  sendAll: (isStopped: () => boolean) => Promise<void>,
  isLeft: () => boolean,
  onFailure: (error: unknown) => void,
  retryDelay: (failures: number) => number,
) {
  let isRunning = false;
  let isStopped = true;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run() {
    if (isRunning || isStopped) return;
    isRunning = true;
    clearTimeout(timer);
    try {
      await sendAll(() => isStopped);
      failures = 0;
    } catch (error) {
      failures += 1;
      onFailure(error);
      if (!isStopped) timer = setTimeout(run, retryDelay(failures));
    } finally {
      isRunning = false;
    }
    if (failures === 0 && isLeft() && !isStopped) void run();
  }
  const send = () => void run();

  return {
    send,
    start: () => {
      isStopped = false;
      globalThis.addEventListener?.('online', send);
      send();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', send);
    },
  };
}

/** The outgoing answers of one user: stored first, sent in order, retried while the failure may be temporary. */
export function createAnswerQueue<Schedule>(options: QueueOptions<Schedule>): AnswerQueue<Schedule> {
  const {
    userId,
    sender,
    isTransient,
    isFault,
    codeOf,
    onRefused,
    retryDelay = exponentialBackoff,
  } = options;
  const listeners = new Set<Listener<Schedule>>();
  const notify = (event: QueueEvent<Schedule>) => {
    const isShown = [...listeners].map((listener) => listener(event)).includes(true);
    if (event.type === 'outcome' && event.outcome.errorCode !== null && !isShown)
      onRefused(event.outcome.errorCode);
  };
  const stored = createStoredQueue(userId);
  const sendBatch = createSending({ stored, sender, isTransient, codeOf, notify });
  /** Answers of this visit that were never sent; only these can be dropped without a request. */
  const neverSent = new Set<string>();
  async function sendAll(isStopped: () => boolean) {
    for (let batch = stored.nextBatch(); batch.length > 0 && !isStopped(); batch = stored.nextBatch()) {
      batch.forEach(({ clientEventId }) => neverSent.delete(clientEventId));
      await sendBatch(batch);
    }
  }
  const { send, start, stop } = createSendingLoop(
    (isStopped) => withTabLock(userId, () => sendAll(isStopped)),
    () => stored.all().length > 0,
    (error) => notify({ type: 'waiting', isFault: isFault(error) }),
    retryDelay,
  );

  return {
    add: (answer) => {
      neverSent.add(answer.clientEventId);
      stored.add({ kind: 'answer', ...answer });
      send();
    },
    undo: (clientEventId) => {
      const unsent = stored.all().filter((item) => item.clientEventId === clientEventId);
      if (neverSent.delete(clientEventId)) {
        stored.drop(unsent);
        return notify({ type: 'undone', clientEventId });
      }
      stored.add({ kind: 'undo', clientEventId });
      send();
    },
    finish: (sessionId) => {
      stored.add({ kind: 'finish', clientEventId: sessionId });
      send();
    },
    start,
    retry: send,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop,
  };
}
