import { limits } from '@kumbuka/contracts';
import { dayMs } from '@kumbuka/contracts/study-day';
import { AnsweredAtInvalid } from '../errors.ts';
import type { SubmittedAnswer } from './submitted-answer.ts';

/** Answers of a clock that is a little fast count as given now, so that no log entry lies in the future. */
export const withoutFuture = (answers: readonly SubmittedAnswer[], now: Date): SubmittedAnswer[] =>
  answers.map((answer) =>
    isSlightlyAhead(answer.answeredAt, now) ? { ...answer, answeredAt: now } : answer,
  );

const isSlightlyAhead = (at: Date | undefined, now: Date) =>
  at !== undefined && at > now && at.getTime() <= now.getTime() + limits.answerAheadMinutes * 60_000;

/**
 * Rejects an answer time more than 30 days ago, before its card was made or over 5 minutes in the future. A time shortly
 * before the card comes from a slow clock and counts as the moment at which the card was made.
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
