import type { Principal } from '@kumbuka/identity';
import { StudySessionNotFound } from '../../domain/errors.ts';
import { activeAnswers, wasCorrect } from '@kumbuka/schedule';
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
