import { activeAnswers, wasCorrect } from '@kumbuka/schedule';
import type { OpenSession } from '../../domain/session/session.ts';
import type { Ports } from '../ports.ts';

/** Newest answers and undos that are read; a session that they cut is left out. */
const answersRead = 1_000;
const sessionsShown = 5;

/** The latest sessions with an answer that was not undone, latest first. */
export const readRecentSessions =
  ({ reviews }: Pick<Ports, 'reviews'>) =>
  async (ownerId: number): Promise<OpenSession[]> => {
    const entries = await reviews.newestAnswers(ownerId, answersRead);
    const cut =
      entries.length === answersRead && entries[0]?.kind === 'reviewed' ? entries[0].sessionId : null;
    return [...Map.groupBy(activeAnswers(entries), ({ sessionId }) => sessionId)]
      .filter(([sessionId]) => sessionId !== cut)
      .map(([sessionId, answers]) => ({
        sessionId,
        deckId: answers[0]?.sessionDeckId ?? null,
        startedAt: answers[0]?.answeredAt ?? new Date(0),
        lastAnswerAt: answers.at(-1)?.answeredAt ?? new Date(0),
        answered: answers.length,
        correct: answers.filter(wasCorrect).length,
        durationMs: answers.reduce((sum, { durationMs }) => sum + durationMs, 0),
        implicit: false,
      }))
      .toSorted((a, b) => b.lastAnswerAt.getTime() - a.lastAnswerAt.getTime())
      .slice(0, sessionsShown);
  };
