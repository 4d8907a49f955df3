import type { Queued, QueuedAnswer, StoredQueue } from './stored-queue.ts';

/** Server's response to one answer; a code means that it will never be accepted. */
export interface AnswerOutcome<Schedule> {
  clientEventId: string;
  errorCode: string | null;
  schedule: Schedule | null;
}

/** The outcome with what was answered. */
type CompletedAnswer<Schedule> = AnswerOutcome<Schedule> & { wasCorrect: boolean };

export interface AnswerSender<Schedule> {
  record: (answers: QueuedAnswer[]) => Promise<AnswerOutcome<Schedule>[]>;
  undo: (clientEventId: string) => Promise<void>;
  /** The XP of the session. */
  finish: (sessionId: string) => Promise<number | null>;
}

export type QueueEvent<Schedule> =
  | { type: 'outcome'; outcome: CompletedAnswer<Schedule> }
  | { type: 'undone'; clientEventId: string }
  | { type: 'undo-refused'; clientEventId: string; errorCode: string | null }
  | { type: 'finished'; sessionId: string; xpEarned: number | null }
  | { type: 'waiting'; isFault: boolean };

/** Errors of an undo whose answer the server does not have, so that nothing is left to undo. */
const gone = new Set(['ANSWER_NOT_FOUND', 'FLASHCARD_NOT_FOUND']);

interface SendingOptions<Schedule> {
  stored: StoredQueue;
  sender: AnswerSender<Schedule>;
  isTransient: (error: unknown) => boolean;
  codeOf: (error: unknown) => string | null;
  notify: (event: QueueEvent<Schedule>) => void;
}

/** Sends a batch and drops what the server accepted or rejected. Rejects when the same batch may succeed later. */
export function createSending<Schedule>(options: SendingOptions<Schedule>) {
  const { stored, sender, isTransient, codeOf, notify } = options;
  const notifyOutcome = (
    { clientEventId, wasCorrect }: QueuedAnswer,
    { errorCode, schedule }: Pick<AnswerOutcome<Schedule>, 'errorCode' | 'schedule'>,
  ) => notify({ type: 'outcome', outcome: { clientEventId, wasCorrect, errorCode, schedule } });

  async function sendUndo(undo: Queued) {
    const { clientEventId } = undo;
    try {
      await sender.undo(clientEventId);
    } catch (error) {
      if (isTransient(error)) throw error;
      stored.drop([undo]);
      const errorCode = codeOf(error);
      if (errorCode !== null && gone.has(errorCode)) return notify({ type: 'undone', clientEventId });
      return notify({ type: 'undo-refused', clientEventId, errorCode });
    }
    stored.drop([undo]);
    notify({ type: 'undone', clientEventId });
  }

  async function sendFinish(finish: Queued) {
    let xpEarned: number | null = null;
    try {
      xpEarned = await sender.finish(finish.clientEventId);
    } catch (error) {
      if (isTransient(error)) throw error;
    }
    stored.drop([finish]);
    notify({ type: 'finished', sessionId: finish.clientEventId, xpEarned });
  }

  function refuse(answer: QueuedAnswer, error: unknown) {
    stored.drop([answer]);
    notifyOutcome(answer, { errorCode: codeOf(error) ?? 'REFUSED', schedule: null });
  }

  async function sendAnswers(batch: readonly QueuedAnswer[]): Promise<void> {
    try {
      const outcomes = await sender.record([...batch]);
      stored.drop(batch);
      for (const outcome of outcomes) {
        const answer = batch.find(({ clientEventId }) => clientEventId === outcome.clientEventId);
        if (answer) notifyOutcome(answer, outcome);
      }
    } catch (error) {
      if (isTransient(error)) throw error;
      const [first, ...others] = batch;
      if (first && others.length === 0) return refuse(first, error);
      for (const answer of batch) await sendAnswers([answer]);
    }
  }

  return async function send(batch: readonly Queued[]): Promise<void> {
    const [first] = batch;
    if (first?.kind === 'undo') return sendUndo(first);
    if (first?.kind === 'finish') return sendFinish(first);
    await sendAnswers(batch.filter((item) => item.kind === 'answer'));
  };
}
