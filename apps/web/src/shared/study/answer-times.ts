import { clockAhead, isClockUnsure, serverNow } from '../browser/server-clock.ts';
import type { AnswerSender } from './answer-sending.ts';
import type { ClockReading, QueuedAnswer } from '../offline/queued.ts';

type Record<Schedule> = AnswerSender<Schedule>['record'];

/** Clocks that are right differ by a little. */
const slackMs = 2_000;

/** Reads the clocks for the time of an answer, so that it can be corrected once the server's time is known again. */
export const readClock = (): ClockReading => ({ aheadMs: clockAhead(), isUnsure: isClockUnsure() });

const offBy = ({ clock }: QueuedAnswer) => (clock ? clockAhead() - clock.aheadMs : 0);

/** Corrects the time of an answer, to now at most: after several leaps it may be in the future, which the server rejects. */
const corrected = (answer: QueuedAnswer): QueuedAnswer => ({
  ...answer,
  answeredAt: new Date(Math.min(Date.parse(answer.answeredAt) + offBy(answer), serverNow())).toISOString(),
  clock: { aheadMs: clockAhead(), isUnsure: false },
});

/**
 * Sends answers with times that the server accepts, even when this device's clock was set during the session. After a leap
 * of the clock it fetches the server's time first. It corrects an answer that was rejected for its time and sends it again.
 */
export function withServerTime<Schedule>(
  record: Record<Schedule>,
  learn: () => Promise<unknown>,
): Record<Schedule> {
  return async (queued) => {
    if (isClockUnsure()) await learn();
    const timed = queued.map((answer) => (answer.clock?.isUnsure ? corrected(answer) : answer));
    const outcomes = await record(timed);
    const refused = new Set(
      outcomes
        .filter(({ errorCode }) => errorCode === 'VALIDATION')
        .map(({ clientEventId }) => clientEventId),
    );
    const again = timed.filter(
      (answer) => refused.has(answer.clientEventId) && Math.abs(offBy(answer)) > slackMs,
    );
    if (again.length === 0) return outcomes;
    const later = await record(again.map(corrected));
    return outcomes.map(
      (outcome) => later.find(({ clientEventId }) => clientEventId === outcome.clientEventId) ?? outcome,
    );
  };
}
