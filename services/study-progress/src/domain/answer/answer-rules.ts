import { limits } from '@kumbuka/contracts';
import { dayMs } from '@kumbuka/contracts/study-day';
import { AnsweredAtInvalid } from '../errors.ts';

/**
 * Time of an answer. A time shortly before the card was made comes from a slow clock and counts as that moment. Rejects a
 * time more than 30 days ago, earlier than that, or over 5 minutes in the future.
 */
export function timeOfAnswer(answeredAt: Date, cardCreatedAt: Date, now: Date): Date {
  const at = answeredAt.getTime();
  if (at < now.getTime() - limits.answerAgeDays * dayMs)
    throw new AnsweredAtInvalid(`Must be at most ${limits.answerAgeDays} days ago.`);
  if (at > now.getTime() + limits.answerAheadMinutes * 60_000)
    throw new AnsweredAtInvalid(`Must be at most ${limits.answerAheadMinutes} minutes ahead.`);
  if (at < cardCreatedAt.getTime() - limits.answerBehindMinutes * 60_000)
    throw new AnsweredAtInvalid('Must not be before the card was made.');
  return answeredAt < cardCreatedAt ? cardCreatedAt : answeredAt;
}
