import type { answerBody } from '@kumbuka/contracts';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import type { z } from 'zod';
import type { SubmittedAnswer } from '../domain/answer/submitted-answer.ts';

/** Converts the REST body of an answer. */
export const answerOf = (body: z.output<typeof answerBody>): SubmittedAnswer => ({
  deckId: body.deck_id,
  cardId: body.flashcard_id,
  wasCorrect: body.was_correct,
  rating: body.rating,
  minutes: body.time_spent,
  sessionId: body.session_id,
  sessionDeckId: body.deck_id,
  clientEventId: body.client_event_id,
  answeredAt: body.answered_at === undefined ? undefined : new Date(body.answered_at),
  dueDay: body.due_on === undefined ? undefined : dayOfDate(body.due_on),
});
