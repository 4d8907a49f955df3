import type { Patience } from '../use-cases/ports.ts';

/** Time limits that tests can replace. */
export type CallerPatience = Pick<Patience, 'providerMs' | 'callMs'>;

const ofCallers: CallerPatience = { providerMs: 2_500, callMs: 2_000 };
/** Added to the timeout of the provider, for our own writes before and after the call. */
const callMarginMs = 3_000;

/** How long callers wait; a call to the provider holds its payment for the timeout and our own writes. */
export const createPatience = (timeoutMs: number, callers = ofCallers): Patience => ({
  ...callers,
  leaseMs: timeoutMs + callMarginMs,
});
