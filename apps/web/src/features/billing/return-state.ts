/** Ids of the payment that the browser comes back from. */
export interface PaymentIds {
  invoiceId: string | null;
  checkoutId: string | null;
  trackingId: string | null;
}

/**
 * Outcome of the check of the payment: `no-response` when no response came in time, `unnamed` when the address names no
 * payment.
 */
type Verified = 'activated' | 'pending' | 'failed' | 'not-found' | 'no-response' | 'unnamed';

/** Why a payment failed; null where it is not known. */
type FailureReason = string | null;

export type ReturnState =
  | { phase: 'initializing'; ids: PaymentIds }
  | { phase: 'verifying'; ids: PaymentIds }
  | { phase: 'verified'; verified: Verified }
  | { phase: 'polling'; verified: Verified; attempt: number; hasResponded: boolean }
  | { phase: 'between'; verified: Verified; attempt: number; hasResponded: boolean; afterError: boolean }
  | { phase: 'complete'; isActive: boolean; isPaid: boolean }
  | { phase: 'left'; isActive: boolean; isPaid: boolean }
  | { phase: 'error'; hasFailed: boolean; isActive: boolean; reason: FailureReason };

export type ReturnEvent =
  | { type: 'read' }
  | { type: 'verified'; as: Verified; reason?: FailureReason }
  | { type: 'waited' }
  | { type: 'status'; isActive: boolean; failed: { reason: FailureReason } | null }
  | { type: 'no-response' };

export type Task =
  | { kind: 'read' }
  | { kind: 'verify'; ids: PaymentIds; withinMs: number }
  | { kind: 'wait'; ms: number; forPayment?: true }
  | { kind: 'fetch-status'; withinMs: number }
  | { kind: 'leave' }
  | { kind: 'none' };

const verifyWithinMs = 15_000;
const statusTimeoutMs = 8_000;
const pauseMs = 800;
const maxAttempts = 20;
const firstDelayMs = 1_000;
const delayStepMs = 500;
const longestDelayMs = 5_000;
const delayAfterErrorMs = 2_000;
const leaveAfterMs = 4_000;

const hasId = ({ invoiceId, checkoutId, trackingId }: PaymentIds) =>
  [invoiceId, checkoutId, trackingId].some((id) => id !== null);

/** 1 s after the first attempt, 0.5 s more after each further one, at most 5 s; 2 s after an error. */
const delayAfter = (attempt: number, afterError: boolean) =>
  afterError ? delayAfterErrorMs : Math.min(firstDelayMs + (attempt - 1) * delayStepMs, longestDelayMs);

const unverified = (isActive: boolean): ReturnState => ({
  phase: 'error',
  hasFailed: false,
  isActive,
  reason: null,
});
const failed = (reason: FailureReason): ReturnState => ({
  phase: 'error',
  hasFailed: true,
  isActive: false,
  reason,
});

type Polling = Extract<ReturnState, { phase: 'polling' }>;

/** State after 20 attempts without a result. Only a known payment of a responding server may still arrive. */
function unconfirmed({ verified, hasResponded }: Pick<Polling, 'verified' | 'hasResponded'>): ReturnState {
  const exists = hasResponded && verified !== 'not-found' && verified !== 'unnamed';
  return exists ? { phase: 'complete', isActive: false, isPaid: false } : unverified(false);
}

function afterAttempt(state: Polling, afterError: boolean): ReturnState {
  const hasResponded = state.hasResponded || !afterError;
  if (state.attempt >= maxAttempts) return unconfirmed({ ...state, hasResponded });
  return { ...state, phase: 'between', hasResponded, afterError };
}

/** State when the plan is active. An earlier payment may have paid it, unless it became active during the polling. */
function whenActive({ verified, hasResponded }: Polling): ReturnState {
  if (verified === 'not-found') return unverified(true);
  return { phase: 'complete', isActive: true, isPaid: verified === 'activated' || hasResponded };
}

function afterStatus(state: Polling, event: Extract<ReturnEvent, { type: 'status' }>): ReturnState {
  if (event.isActive) return whenActive(state);
  if (event.failed) return failed(event.failed.reason);
  return afterAttempt(state, false);
}

/** Reads the status once when no payment is known, because waiting would change nothing. */
const polling = (verified: Verified): ReturnState => ({
  phase: 'polling',
  verified,
  attempt: verified === 'not-found' || verified === 'unnamed' ? maxAttempts : 1,
  hasResponded: false,
});

function afterWait(state: ReturnState): ReturnState {
  switch (state.phase) {
    case 'verified':
      return polling(state.verified);
    case 'between':
      return {
        phase: 'polling',
        verified: state.verified,
        attempt: state.attempt + 1,
        hasResponded: state.hasResponded,
      };
    case 'complete':
      return { ...state, phase: 'left' };
    default:
      return state;
  }
}

/** Returns the state after an event; pure. Ignores events that do not belong to the state. */
export function evolve(state: ReturnState, event: ReturnEvent): ReturnState {
  switch (event.type) {
    case 'read':
      return state.phase === 'initializing' ? begun(state.ids) : state;
    case 'verified':
      if (state.phase !== 'verifying') return state;
      if (event.as === 'failed') return failed(event.reason ?? null);
      return { phase: 'verified', verified: event.as };
    case 'waited':
      return afterWait(state);
    case 'status':
      return state.phase === 'polling' ? afterStatus(state, event) : state;
    case 'no-response':
      return state.phase === 'polling' ? afterAttempt(state, true) : state;
  }
}

const begun = (ids: PaymentIds): ReturnState =>
  hasId(ids) ? { phase: 'verifying', ids } : polling('unnamed');

/** Next task in a state. */
export function taskOf(state: ReturnState): Task {
  switch (state.phase) {
    case 'initializing':
      return { kind: 'read' };
    case 'verifying':
      return { kind: 'verify', ids: state.ids, withinMs: verifyWithinMs };
    case 'verified':
      return { kind: 'wait', ms: pauseMs };
    case 'polling':
      return { kind: 'fetch-status', withinMs: statusTimeoutMs };
    case 'between':
      return { kind: 'wait', ms: delayAfter(state.attempt, state.afterError), forPayment: true };
    case 'complete':
      return { kind: 'wait', ms: leaveAfterMs };
    case 'left':
      return { kind: 'leave' };
    case 'error':
      return { kind: 'none' };
  }
}
