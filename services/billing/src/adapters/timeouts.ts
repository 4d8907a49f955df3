import type { Timeouts } from '../use-cases/ports.ts';

/** Time limits that tests can replace. */
export type CallerTimeouts = Pick<Timeouts, 'providerMs' | 'callMs'>;

const ofCallers: CallerTimeouts = { providerMs: 2_500, callMs: 2_000 };
/** Added to the timeout of the provider, for our own writes before and after the call. */
const callMarginMs = 3_000;

/** How long callers wait; a call to the provider holds its payment for the timeout and our own writes. */
export const createTimeouts = (timeoutMs: number, callers = ofCallers): Timeouts => ({
  ...callers,
  leaseMs: timeoutMs + callMarginMs,
});
