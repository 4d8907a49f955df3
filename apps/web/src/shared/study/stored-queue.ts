import { limits } from '@kumbuka/contracts/constants';
import { readList, writeList } from './stored-list.ts';

/** Readings of the clocks when an answer was given. */
export interface ClockReading {
  /** Milliseconds by which the server's clock was thought to be ahead. */
  aheadMs: number;
  /** The device's clock had been set since, or the device had slept. */
  isUnsure: boolean;
}

/** Answer that is not sent yet. The browser stores it until the server has accepted or rejected it. */
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
  /** Set in a round of missed cards, which changes no schedule and no counter. */
  isPractice?: true;
  /** Missing in answers that earlier versions kept. */
  clock?: ClockReading;
}

interface QueuedUndo {
  kind: 'undo';
  clientEventId: string;
}

/** End of a session, which is sent after the session's answers. */
interface QueuedFinish {
  kind: 'finish';
  /** The session's id. */
  clientEventId: string;
}

export type Queued = QueuedAnswer | QueuedUndo | QueuedFinish;

const maxAnswersPerRequest = limits.answersAtOnce;
/** The place in the browser's storage; also the name of the lock under which one tab sends. */
export const keyOf = (userId: string) => `kumbuka.answers.${userId}`;
const nameOf = ({ kind, clientEventId }: Queued) => `${kind}:${clientEventId}`;

const read = (userId: string) => readList(keyOf(userId)) as Queued[];

/** Answers of a user that this browser has not sent yet. */
export function unsentAnswers(userId: string): number {
  return read(userId).filter(({ kind }) => kind === 'answer').length;
}

/** What this browser has not sent yet: answers of a session, and ids of answers to undo. */
export function unsentOf(userId: string, sessionId: string) {
  const queued = read(userId);
  return {
    answers: queued
      .filter((item) => item.kind === 'answer')
      .filter((answer) => answer.sessionId === sessionId),
    undone: new Set(queued.filter(({ kind }) => kind === 'undo').map(({ clientEventId }) => clientEventId)),
  };
}

/** True while the end of a session waits to be sent. */
export function isFinishing(userId: string, sessionId: string): boolean {
  return read(userId).some(({ kind, clientEventId }) => kind === 'finish' && clientEventId === sessionId);
}

/** Queue of one user's unsent answers in the browser's storage; other tabs add to it as well. */
export function createStoredQueue(userId: string) {
  const all = () => read(userId);
  const write = (queued: Queued[]) => writeList(keyOf(userId), queued);
  return {
    all,
    add: (item: Queued) => write([...all(), item]),
    drop: (done: readonly Queued[]) => {
      const gone = new Set(done.map(nameOf));
      write(all().filter((item) => !gone.has(nameOf(item))));
    },
    /** Answers up to the first undo or finish, at most 100; or that one itself when it comes first. */
    nextBatch: (): Queued[] => {
      const queued = all();
      const end = queued.findIndex(({ kind }) => kind !== 'answer');
      if (end === 0) return queued.slice(0, 1);
      return queued.slice(0, Math.min(end === -1 ? queued.length : end, maxAnswersPerRequest));
    },
  };
}
export type StoredQueue = ReturnType<typeof createStoredQueue>;
