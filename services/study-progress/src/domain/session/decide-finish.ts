import type { Writing } from '../answer/writing.ts';
import type { FinishEntry } from '@kumbuka/schedule';
import type { StudyState } from '../study-state.ts';
import { xpOf, type OpenSession } from './session.ts';

/** Builds the log entry that ends an open session. */
export const decideFinish = (
  { ownerId, learner }: StudyState,
  open: OpenSession,
  finishedAt: Date,
  { id, now }: Writing,
): FinishEntry => ({
  kind: 'finished',
  id,
  userId: ownerId,
  seq: learner.seq + 1,
  recordedAt: now,
  sessionId: open.sessionId,
  finishedAt,
  xp: xpOf(open, learner.paid, now),
});
