import { withBadgeOfSession } from '../learner/badges.ts';
import { openSessionOf, type Learner } from '../learner/learner.ts';
import type { FinishEntry } from '@kumbuka/schedule';
import { putSession, type StudyState } from '../study-state.ts';
import { finished, withPaid, type OpenSession } from './session.ts';

const withoutSession = (learner: Learner, open: OpenSession, finish: FinishEntry): Learner => ({
  ...learner,
  seq: finish.seq,
  sessions: learner.sessions.filter((session) => session !== open),
  xp: learner.xp + finish.xp,
  paid: withPaid(learner.paid, finish),
});

/** Ends an open session and awards its XP. */
export function evolveFinish(state: StudyState, finish: FinishEntry): StudyState {
  const open = openSessionOf(state.learner, finish.sessionId);
  if (!open) throw new Error(`The session ${finish.sessionId} is not open.`);
  const learner = withoutSession(state.learner, open, finish);
  return {
    ...putSession(state, finished(open, finish)),
    learner: withBadgeOfSession(learner, finish.xp, finish.recordedAt),
  };
}
