import { StudySessionNotFound } from '../domain/errors.ts';
import { standingAnswers, type ReviewEntry } from '../domain/review-log.ts';
import { wasCorrect } from '../domain/review-log.ts';

export interface SessionAnswer {
  cardId: number;
  wasCorrect: boolean;
}

interface Needs {
  logOfSession: (userId: number, sessionId: string) => Promise<ReviewEntry[]>;
}

/** Cards answered in a session, in the order of answering; those taken back are left out. */
export const readSessionAnswers =
  ({ logOfSession }: Needs) =>
  async (sessionId: string, userId: number): Promise<SessionAnswer[]> => {
    const log = await logOfSession(userId, sessionId);
    if (log.length === 0) throw new StudySessionNotFound();
    return standingAnswers(log)
      .toSorted((a, b) => a.seq - b.seq)
      .map((answer) => ({ cardId: answer.cardId, wasCorrect: wasCorrect(answer) }));
  };
