import { clockAhead, isClockUnsure, isServerTimeUnknown, serverNow } from '../browser/server-clock.ts';
import type { AnswerSender } from './answer-sending.ts';
import type { ClockReading, QueuedAnswer, QueuedChange } from '../offline/queued.ts';

type Record<Schedule> = AnswerSender<Schedule>['record'];

/** Clocks that are right differ by a little. */
const slackMs = 2_000;

/** Reads the clocks for the time of an answer, so that it can be corrected once the server's time is known again. */
export const readClock = (): ClockReading => ({
  aheadMs: clockAhead(),
  isUnsure: isServerTimeUnknown() || isClockUnsure(),
});

type Clocked = Pick<QueuedAnswer | QueuedChange, 'clock'>;

const offBy = ({ clock }: Clocked) => (clock ? clockAhead() - clock.aheadMs : 0);

/** Corrects a time, to now at most: after several leaps of the clock it may be in the future, which the server rejects. */
const correctedTime = (time: string, read: Clocked): string =>
  new Date(Math.min(Date.parse(time) + offBy(read), serverNow())).toISOString();

const corrected = (answer: QueuedAnswer): QueuedAnswer => ({
  ...answer,
  answeredAt: correctedTime(answer.answeredAt, answer),
  clock: { aheadMs: clockAhead(), isUnsure: false },
});

/** Learns the server's time where it is in doubt. */
async function learnWhereUnsure(learn: () => Promise<unknown>): Promise<void> {
  if (isServerTimeUnknown() || isClockUnsure()) await learn();
}

/**
 * The change with its time by the server's clock, which is corrected once: a repeat after a lost response must be the same
 * request. Rejects while the server's time is in doubt and the server is not reached.
 */
export const changeWithServerTime =
  (learn: () => Promise<unknown>): ((change: QueuedChange) => Promise<QueuedChange>) =>
  async (change) => {
    const { input } = change.variables;
    const { madeAt } = input;
    if (!change.clock?.isUnsure || typeof madeAt !== 'string') return change;
    await learnWhereUnsure(learn);
    const variables = { input: { ...input, madeAt: correctedTime(madeAt, change) } };
    return { ...change, variables, clock: { aheadMs: clockAhead(), isUnsure: false } };
  };

/**
 * Sends answers with times that the server accepts, even when this device's clock was set during the session. After a leap
 * of the clock it fetches the server's time first. It corrects an answer that was rejected for its time and sends it again.
 */
export function withServerTime<Schedule>(
  record: Record<Schedule>,
  learn: () => Promise<unknown>,
): Record<Schedule> {
  return async (queued) => {
    await learnWhereUnsure(learn);
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
