import type { Outbox } from '../offline/outbox.ts';
import type { Queued, QueuedAnswer, QueuedChange, Refusal } from '../offline/queued.ts';
import { withRaisedVersion, withServerIds } from '../offline/queued.ts';
import type { TakenChange } from '../offline/send-change.ts';

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
  /** The change as it is sent, at every attempt. */
  timed: (change: QueuedChange) => Promise<QueuedChange>;
  change: (change: QueuedChange) => Promise<TakenChange>;
}

export type QueueEvent<Schedule> =
  | { type: 'outcome'; outcome: CompletedAnswer<Schedule> }
  | { type: 'undone'; clientEventId: string }
  | { type: 'undo-refused'; clientEventId: string; errorCode: string | null }
  | { type: 'finished'; sessionId: string; xpEarned: number | null }
  | { type: 'changed'; change: QueuedChange; refusal: Refusal | null }
  | { type: 'waiting'; isFault: boolean };

/** Errors of an undo whose answer the server does not have, so that nothing is left to undo. */
const gone = new Set(['ANSWER_NOT_FOUND', 'FLASHCARD_NOT_FOUND']);

interface SendingOptions<Schedule> {
  outbox: Outbox;
  sender: AnswerSender<Schedule>;
  isTransient: (error: unknown) => boolean;
  codeOf: (error: unknown) => string | null;
  refusalOf: (error: unknown) => Refusal;
  notify: (event: QueueEvent<Schedule>) => void;
}

/** Sends a batch and drops what the server accepted or rejected. Rejects when the same batch may succeed later. */
export function createSending<Schedule>(options: SendingOptions<Schedule>) {
  const { outbox, sender, isTransient, codeOf, refusalOf, notify } = options;
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
      await outbox.drop([undo]);
      const errorCode = codeOf(error);
      if (errorCode !== null && gone.has(errorCode)) return notify({ type: 'undone', clientEventId });
      return notify({ type: 'undo-refused', clientEventId, errorCode });
    }
    await outbox.drop([undo]);
    notify({ type: 'undone', clientEventId });
  }

  async function sendFinish(finish: Queued) {
    let xpEarned: number | null = null;
    try {
      xpEarned = await sender.finish(finish.clientEventId);
    } catch (error) {
      if (isTransient(error)) throw error;
    }
    await outbox.drop([finish]);
    notify({ type: 'finished', sessionId: finish.clientEventId, xpEarned });
  }

  async function refuse(answer: QueuedAnswer, error: unknown) {
    await outbox.drop([answer]);
    notifyOutcome(answer, { errorCode: codeOf(error) ?? 'REFUSED', schedule: null });
  }

  /** Later changes of the same card or deck were made on the version that this one has made. */
  async function raiseVersions(change: QueuedChange, { versions }: TakenChange) {
    for (const [place, from] of Object.entries(change.raises ?? {})) {
      if (versions.get(place) !== from + 1) continue;
      for (const queued of outbox.all()) {
        if (queued.kind !== 'change' || queued.clientEventId === change.clientEventId) continue;
        const raised = withRaisedVersion(queued, place, from);
        if (raised !== queued) await outbox.replace(raised);
      }
    }
  }

  /** A refused change stays until its learner has decided about it. */
  async function sendChange(queued: QueuedChange) {
    const change = await sender.timed(queued);
    if (change !== queued) await outbox.replace(change);
    try {
      const taken = await sender.change(withServerIds(change, outbox.ids()));
      // First, because after a crash in between a repeat gets the same response.
      await raiseVersions(change, taken);
      await outbox.settle(change, taken.ids);
      notify({ type: 'changed', change, refusal: null });
    } catch (error) {
      if (isTransient(error)) throw error;
      const refusal = refusalOf(error);
      await outbox.replace({ ...change, refusal });
      notify({ type: 'changed', change, refusal });
    }
  }

  async function sendAnswers(batch: readonly QueuedAnswer[]): Promise<void> {
    try {
      const outcomes = await sender.record(withServerIds([...batch], outbox.ids()));
      await outbox.drop(batch);
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
    if (first?.kind === 'change') return sendChange(first);
    await sendAnswers(batch.filter((item) => item.kind === 'answer'));
  };
}
