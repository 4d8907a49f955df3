import { applyFinish } from '../domain/apply.ts';
import { openSessionOf, type Board } from '../domain/board.ts';
import { StudySessionNotFound } from '../domain/errors.ts';
import type { FinishEntry } from '../domain/review-log.ts';
import type { OpenSession, SessionRow } from '../domain/rows.ts';
import { idleAtOf, isIdle, openSessionsMost, xpOf } from '../domain/session/sessions.ts';
import type { ChangeLearner } from './learner-work.ts';
import { refuseErased } from './refuse-erased.ts';

interface Deps {
  changeLearner: ChangeLearner;
  now: () => Date;
  newId: () => string;
}

const finishOf = (board: Board, open: OpenSession, finishedAt: Date, deps: Deps): FinishEntry => ({
  kind: 'finish',
  id: deps.newId(),
  userId: board.ownerId,
  seq: board.learner.seq + 1,
  recordedAt: deps.now(),
  sessionId: open.sessionId,
  finishedAt,
  xp: xpOf(open),
});

function endSession(board: Board, open: OpenSession, finishedAt: Date, deps: Deps): FinishEntry {
  const finish = finishOf(board, open, finishedAt, deps);
  applyFinish(board, finish);
  return finish;
}

/** Ends the sessions that have ended by themselves; every change of a learner begins with it. */
export function endIdleSessions(board: Board, deps: Deps): FinishEntry[] {
  const idle = board.learner.sessions.filter((session) => isIdle(session, deps.now()));
  return idle.map((session) => endSession(board, session, idleAtOf(session), deps));
}

/** Ends the oldest sessions when too many are open. */
export function endSurplusSessions(board: Board, deps: Deps): FinishEntry[] {
  const surplus = board.learner.sessions.slice(0, -openSessionsMost);
  return surplus.map((session) => endSession(board, session, session.lastAnswerAt, deps));
}

/** Ends a session for its learner; ending it again gives the same result and no more XP. */
export const finishSession =
  (deps: Deps) =>
  (sessionId: string, userId: number): Promise<SessionRow> =>
    deps.changeLearner(userId, async (learner) => {
      const board = await learner.board({ sessions: [sessionId] });
      refuseErased(board);
      const entries = endIdleSessions(board, deps);
      const open = openSessionOf(board.learner, sessionId);
      if (open) entries.push(endSession(board, open, deps.now(), deps));
      const session = board.sessions.get(sessionId);
      if (!session) throw new StudySessionNotFound();
      if (entries.length > 0) await learner.save(board, entries);
      return session;
    });

/** Ends a learner's sessions whose 30 minutes are over. */
export const finishIdleSessions =
  (deps: Deps) =>
  (userId: number): Promise<void> =>
    deps.changeLearner(userId, async (learner) => {
      const board = await learner.board({});
      const entries = board.erased ? [] : endIdleSessions(board, deps);
      if (entries.length > 0) await learner.save(board, entries);
    });
