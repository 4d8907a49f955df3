import { outboxOf, refusedOf, waitingOf } from './outbox.ts';
import type { QueuedAnswer, QueuedChange } from './queued.ts';

const answersOf = (userId: string): QueuedAnswer[] =>
  outboxOf(userId)
    .all()
    .filter((item) => item.kind === 'answer');

/** Answers of a user that this browser has not sent yet. */
export const unsentAnswers = (userId: string): number => answersOf(userId).length;

/** Changes of decks and cards that this browser has not sent yet, refused ones included. */
export const unsentChanges = (userId: string): number =>
  outboxOf(userId)
    .all()
    .filter(({ kind }) => kind === 'change').length;

/** What this browser has not sent yet: answers of a session, and ids of answers to undo. */
export function unsentOf(userId: string, sessionId: string) {
  const queued = outboxOf(userId).all();
  return {
    answers: answersOf(userId).filter((answer) => answer.sessionId === sessionId),
    undone: new Set(queued.filter(({ kind }) => kind === 'undo').map(({ clientEventId }) => clientEventId)),
  };
}

/** True while the end of a session waits to be sent. */
export const isFinishing = (userId: string, sessionId: string): boolean =>
  outboxOf(userId)
    .all()
    .some(({ kind, clientEventId }) => kind === 'finish' && clientEventId === sessionId);

const dayMs = 86_400_000;
/** Safari may delete what a site keeps after seven days without a visit. */
const lateDays = 5;

const madeAt = (queued: QueuedAnswer | QueuedChange) =>
  Date.parse(queued.kind === 'answer' ? queued.answeredAt : queued.madeAt);

/** What waits on this device: how much, how much of it for days, and how much that only its learner can decide. */
export function waitingNumbers(userId: string, now: number) {
  const outbox = outboxOf(userId);
  const waiting = waitingOf(outbox).filter((queued) => queued.kind === 'answer' || queued.kind === 'change');
  return {
    waiting: waiting.length,
    late: waiting.filter((queued) => now - madeAt(queued) > lateDays * dayMs).length,
    refused: refusedOf(outbox).length,
  };
}
