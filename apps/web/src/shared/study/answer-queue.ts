import { limits } from '@kumbuka/contracts/constants';

/** An answer on its way to the server. It is kept in the browser's storage until the server has taken or refused it. */
export interface QueuedAnswer {
  kind: 'answer';
  clientEventId: string;
  deckId: string;
  flashcardId: string;
  wasCorrect: boolean;
  timeSpentMinutes: number;
  sessionId: string;
  /** Null for a session across decks. */
  sessionDeckId: string | null;
  answeredAt: string;
}

interface QueuedUndo {
  kind: 'undo';
  clientEventId: string;
}

/** The end of a session; it goes out after the session's answers. */
interface QueuedFinish {
  kind: 'finish';
  /** The session's id. */
  clientEventId: string;
}

type Queued = QueuedAnswer | QueuedUndo | QueuedFinish;

/** What the server said to one answer; a code means that it will never take it. */
export interface AnswerOutcome<Schedule> {
  clientEventId: string;
  errorCode: string | null;
  schedule: Schedule | null;
}

/** The outcome with what was answered. */
type KnownOutcome<Schedule> = AnswerOutcome<Schedule> & { wasCorrect: boolean };

export interface AnswerSender<Schedule> {
  record: (answers: QueuedAnswer[]) => Promise<AnswerOutcome<Schedule>[]>;
  undo: (clientEventId: string) => Promise<void>;
  /** The XP of the session. */
  finish: (sessionId: string) => Promise<number | null>;
}

export type QueueEvent<Schedule> =
  | { type: 'outcome'; outcome: KnownOutcome<Schedule> }
  | { type: 'undone'; clientEventId: string }
  | { type: 'finished'; sessionId: string; xpEarned: number | null }
  | { type: 'waiting' };

interface QueueOptions<Schedule> {
  userId: string;
  storage: Storage;
  sender: AnswerSender<Schedule>;
  /** True for an error after which the same request may succeed later. */
  isPassing: (error: unknown) => boolean;
  /** Milliseconds until the next try after so many failures in a row. */
  retryDelay?: (failures: number) => number;
}

const mostAtOnce = limits.answersAtOnce;
const doubling = (failures: number) => Math.min(30_000, 1000 * 2 ** (failures - 1));
const keyOf = (userId: string) => `kumbuka.answers.${userId}`;

function read(storage: Storage, userId: string): Queued[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function write(storage: Storage, userId: string, queued: Queued[]) {
  if (queued.length > 0) storage.setItem(keyOf(userId), JSON.stringify(queued));
  else storage.removeItem(keyOf(userId));
}

/** Answers of a user that this browser has not sent yet. */
export function unsentAnswers(userId: string, storage: Storage = localStorage): number {
  return read(storage, userId).filter(({ kind }) => kind === 'answer').length;
}

/** Answers up to the first undo or finish, at most 100; or that one itself when it comes first. */
function nextBatch(queued: Queued[]): Queued[] {
  const end = queued.findIndex(({ kind }) => kind !== 'answer');
  if (end === 0) return queued.slice(0, 1);
  return queued.slice(0, Math.min(end === -1 ? queued.length : end, mostAtOnce));
}

/** One tab sends at a time where the browser has locks; a repeat would count once anyway. */
function alone(userId: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(keyOf(userId), work) : work();
}

export interface AnswerQueue<Schedule> {
  add: (answer: Omit<QueuedAnswer, 'kind'>) => void;
  undo: (clientEventId: string) => void;
  /** Ends a session once its answers are sent, however late that is. */
  finish: (sessionId: string) => void;
  /** Sends what is there, and from now on whatever is added. Until then answers are only stored. */
  start: () => void;
  size: () => number;
  /** Resolves with true once nothing is left to send, with false after so many milliseconds. */
  settled: (withinMs: number) => Promise<boolean>;
  subscribe: (listener: (event: QueueEvent<Schedule>) => void) => () => void;
  stop: () => void;
}

/**
 * The outgoing answers of one user: stored first, sent in order, retried for as long as the failure may pass.
 * `settled` never rejects.
 */
export function createAnswerQueue<Schedule>(options: QueueOptions<Schedule>): AnswerQueue<Schedule> {
  const { userId, storage, sender, isPassing, retryDelay = doubling } = options;
  const listeners = new Set<(event: QueueEvent<Schedule>) => void>();
  /** Answers of this visit that were never tried: only these can be dropped without telling the server. */
  const untried = new Set<string>();
  let running = false;
  let stopped = true;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const all = () => read(storage, userId);
  const tell = (event: QueueEvent<Schedule>) => listeners.forEach((listener) => listener(event));
  const drop = (done: Queued[]) => {
    const gone = new Set(done.map(({ kind, clientEventId }) => `${kind}:${clientEventId}`));
    write(
      storage,
      userId,
      all().filter(({ kind, clientEventId }) => !gone.has(`${kind}:${clientEventId}`)),
    );
  };

  const tellOutcome = (
    { clientEventId, wasCorrect }: QueuedAnswer,
    { errorCode, schedule }: Pick<AnswerOutcome<Schedule>, 'errorCode' | 'schedule'>,
  ) => tell({ type: 'outcome', outcome: { clientEventId, wasCorrect, errorCode, schedule } });

  const refuse = (batch: Queued[], errorCode: string) => {
    drop(batch);
    for (const item of batch) if (item.kind === 'answer') tellOutcome(item, { errorCode, schedule: null });
  };

  async function sendUndo(undo: Queued) {
    try {
      await sender.undo(undo.clientEventId);
    } catch (error) {
      if (isPassing(error)) throw error;
    }
    drop([undo]);
    tell({ type: 'undone', clientEventId: undo.clientEventId });
  }

  async function sendFinish(finish: Queued) {
    let xpEarned: number | null = null;
    try {
      xpEarned = await sender.finish(finish.clientEventId);
    } catch (error) {
      if (isPassing(error)) throw error;
    }
    drop([finish]);
    tell({ type: 'finished', sessionId: finish.clientEventId, xpEarned });
  }

  async function sendAnswers(batch: QueuedAnswer[]): Promise<void> {
    try {
      const outcomes = await sender.record(batch);
      drop(batch);
      for (const outcome of outcomes) {
        const answer = batch.find(({ clientEventId }) => clientEventId === outcome.clientEventId);
        if (answer) tellOutcome(answer, outcome);
      }
    } catch (error) {
      if (isPassing(error)) throw error;
      if (batch.length === 1) return refuse(batch, 'REFUSED');
      for (const answer of batch) await sendAnswers([answer]);
    }
  }

  async function sendBatch(batch: Queued[]) {
    batch.forEach(({ clientEventId }) => untried.delete(clientEventId));
    const [first] = batch;
    if (first?.kind === 'undo') return sendUndo(first);
    if (first?.kind === 'finish') return sendFinish(first);
    await sendAnswers(batch.filter((item) => item.kind === 'answer'));
  }

  async function sendAll() {
    for (let batch = nextBatch(all()); batch.length > 0 && !stopped; batch = nextBatch(all()))
      await sendBatch(batch);
  }

  async function run() {
    if (running || stopped) return;
    running = true;
    clearTimeout(timer);
    try {
      await alone(userId, sendAll);
      failures = 0;
    } catch {
      failures += 1;
      tell({ type: 'waiting' });
      if (!stopped) timer = setTimeout(run, retryDelay(failures));
    } finally {
      running = false;
    }
    if (failures === 0 && all().length > 0 && !stopped) void run();
  }

  const send = () => void run();

  return {
    add: (answer) => {
      untried.add(answer.clientEventId);
      write(storage, userId, [...all(), { kind: 'answer', ...answer }]);
      send();
    },
    undo: (clientEventId) => {
      const unsent = all().filter((item) => item.clientEventId === clientEventId);
      if (untried.delete(clientEventId)) return drop(unsent);
      write(storage, userId, [...all(), { kind: 'undo', clientEventId }]);
      send();
    },
    finish: (sessionId) => {
      write(storage, userId, [...all(), { kind: 'finish', clientEventId: sessionId }]);
      send();
    },
    start: () => {
      stopped = false;
      globalThis.addEventListener?.('online', send);
      send();
    },
    size: () => all().length,
    settled: async (withinMs) => {
      const until = Date.now() + withinMs;
      send();
      while (all().length > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
      return all().length === 0;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', send);
    },
  };
}
