import type { Principal } from '@kumbuka/identity';
import { activeAnswers, wasCorrect } from '@kumbuka/schedule';
import { StudySessionNotFound } from '../../domain/errors.ts';
import { openSessionOf, type Learner } from '../../domain/learner/learner.ts';
import type { FinishedSession, OpenSession } from '../../domain/session/session.ts';
import type { Ports } from '../ports.ts';

export interface SessionAnswer {
  cardId: number;
  wasCorrect: boolean;
  /** Name that the client gave it. */
  clientEventId: string | null;
}

/** Cards answered in a session, in the order of answering, without undone answers. */
export const readSessionAnswers =
  ({ reviews }: Pick<Ports, 'reviews'>) =>
  async (sessionId: string, { userId }: Pick<Principal, 'userId'>): Promise<SessionAnswer[]> => {
    const log = await reviews.ofSession(userId, sessionId);
    if (log.length === 0) throw new StudySessionNotFound();
    return activeAnswers(log)
      .toSorted((a, b) => a.seq - b.seq)
      .map((answer) => ({
        cardId: answer.cardId,
        wasCorrect: wasCorrect(answer),
        clientEventId: answer.clientEventId ?? null,
      }));
  };

/** Reads a session, open or ended; `null` when no answer of it has arrived. */
export const readSession =
  ({ transact }: Pick<Ports, 'transact'>) =>
  async (sessionId: string, learner: Learner): Promise<OpenSession | FinishedSession | null> => {
    const open = openSessionOf(learner, sessionId);
    if (open) return open;
    return transact(learner.ownerId, async ({ studies }) => {
      const { sessions } = await studies.load(learner.ownerId, { sessions: [sessionId] });
      return sessions.get(sessionId) ?? null;
    });
  };
