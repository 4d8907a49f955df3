import { limits } from '@kumbuka/contracts';
import { dayMs } from '../calendar/calendar.ts';
import { AnsweredAtInvalid } from '../errors.ts';

/**
 * Checks when an answer says it was given: at most 30 days ago, not before its card existed, at most 5 minutes ahead.
 */
export function checkAnsweredAt(answeredAt: Date, cardCreatedAt: Date, now: Date) {
  const at = answeredAt.getTime();
  if (at < now.getTime() - limits.answerAgeDays * dayMs)
    throw new AnsweredAtInvalid(`Must be at most ${limits.answerAgeDays} days ago.`);
  if (at > now.getTime() + limits.answerAheadMinutes * 60_000)
    throw new AnsweredAtInvalid(`Must be at most ${limits.answerAheadMinutes} minutes ahead.`);
  if (at < cardCreatedAt.getTime()) throw new AnsweredAtInvalid('Must not be before the card was made.');
}
