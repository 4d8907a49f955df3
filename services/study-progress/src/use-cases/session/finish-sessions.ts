import { advance, beginAt, type Advance } from '../../domain/advance.ts';
import { StudySessionNotFound } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import { openSessionOf } from '../../domain/learner/learner.ts';
import { decideFinish } from '../../domain/session/decide-finish.ts';
import { idleAtOf, isIdle, type FinishedSession, type OpenSession } from '../../domain/session/session.ts';
import type { Principal } from '@kumbuka/identity';
import type { Ports } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

type Writing = Pick<Ports, 'now' | 'newId'>;

function endSession(work: Advance, open: OpenSession, finishedAt: Date, { now, newId }: Writing): Advance {
  const writing = { id: newId(), now: now() };
  return advance(work, decideFinish(work.state, open, finishedAt, writing), writing.now);
}

/** Ends expired sessions; every change of a learner begins with this. */
export function endIdleSessions(work: Advance, ports: Writing): Advance {
  const idle = work.state.learner.sessions.filter((session) => isIdle(session, ports.now()));
  return idle.reduce((ended, open) => endSession(ended, open, idleAtOf(open), ports), work);
}

/** Ends a session for its learner. Ending it again returns the same result and no further XP. */
export const finishSession =
  (ports: Pick<Ports, 'transact'> & Writing) =>
  async (sessionId: string, { userId }: Pick<Principal, 'userId'>): Promise<FinishedSession> =>
    ports.transact(userId, async (unit) => {
      const state = await unit.studies.load(userId, { sessions: [sessionId] });
      assertNotErased(state);
      const begun = endIdleSessions(beginAt(state), ports);
      const open = openSessionOf(begun.state.learner, sessionId);
      const ended = open ? endSession(begun, open, ports.now(), ports) : begun;
      const session = ended.state.sessions.get(sessionId);
      if (!session) throw new StudySessionNotFound();
      await saveAdvance(unit, ended, ports.now());
      return session;
    });

/** Ends a learner's sessions that were idle for 30 minutes. */
export const finishIdleSessions =
  (ports: Pick<Ports, 'transact'> & Writing) =>
  async (userId: number): Promise<void> =>
    ports.transact(userId, async (unit) => {
      const state = await unit.studies.load(userId, {});
      if (state.erased) return;
      await saveAdvance(unit, endIdleSessions(beginAt(state), ports), ports.now());
    });
