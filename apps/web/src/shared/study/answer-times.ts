import { clockAhead, isClockUnsure, serverNow } from '../lib/server-clock.ts';
import type { AnswerSender } from './answer-sending.ts';
import type { ClockReading, QueuedAnswer } from './stored-queue.ts';

type Record<Schedule> = AnswerSender<Schedule>['record'];

/** Clocks that are right differ by a little. */
const slackMs = 2_000;

/** How the time of an answer was known, so that it can be corrected once the server's time is learnt again. */
export const readClock = (): ClockReading => ({ aheadMs: clockAhead(), isUnsure: isClockUnsure() });

const offBy = ({ clock }: QueuedAnswer) => (clock ? clockAhead() - clock.aheadMs : 0);

/** After several leaps the corrected time may lie ahead, where the server takes no answer: then now is nearest. */
const corrected = (answer: QueuedAnswer): QueuedAnswer => ({
  ...answer,
  answeredAt: new Date(Math.min(Date.parse(answer.answeredAt) + offBy(answer), serverNow())).toISOString(),
  clock: { aheadMs: clockAhead(), isUnsure: false },
});

/**
 * Sends answers with the times that the server takes, although this device's clock was set during the session. After a
 * leap of the clock the server's time is learnt first; an answer that was refused for its time is corrected and sent again.
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
