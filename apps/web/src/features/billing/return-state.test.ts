import { describe, expect, it } from 'vitest';
import { returnText } from './return-text.ts';
import {
  evolve,
  taskOf,
  type ReturnEvent,
  type PaymentIds,
  type ReturnState,
  type Task,
} from './return-state.ts';

const ids: PaymentIds = { invoiceId: null, checkoutId: 'chk-1', trackingId: null };
const noIds: PaymentIds = { invoiceId: null, checkoutId: null, trackingId: null };
const pending: ReturnEvent = { type: 'status', isActive: false, failed: null };
const active: ReturnEvent = { type: 'status', isActive: true, failed: null };

type Respond = (task: Task, attempt: number) => ReturnEvent;

/** Runs the machine to its end on a clock of its own: every call takes no time, every wait its own. */
function run(from: PaymentIds, respond: Respond) {
  let state: ReturnState = { phase: 'initializing', ids: from };
  let attempt = 0;
  const waits: number[] = [];
  const phases: string[] = [];
  for (;;) {
    const task = taskOf(state);
    phases.push(state.phase);
    if (task.kind === 'none' || task.kind === 'leave') return { state, waits, phases, attempts: attempt };
    if (task.kind === 'wait') waits.push(task.ms);
    if (task.kind === 'fetch-status') attempt += 1;
    const event: ReturnEvent =
      task.kind === 'read'
        ? { type: 'read' }
        : task.kind === 'wait'
          ? { type: 'waited' }
          : respond(task, attempt);
    state = evolve(state, event);
  }
}

const verifiedAs =
  (as: Extract<ReturnEvent, { type: 'verified' }>['as'], then: (attempt: number) => ReturnEvent): Respond =>
  (task, attempt) =>
    task.kind === 'verify' ? { type: 'verified', as } : then(attempt);

describe('coming back from a payment', () => {
  it('allows 15 s to verify, pauses 0.8 s, allows 8 s for the status, and leaves after 4 s', () => {
    const { waits, phases } = run(
      ids,
      verifiedAs('activated', () => active),
    );
    expect(phases).toEqual(['initializing', 'verifying', 'verified', 'polling', 'complete', 'left']);
    expect(waits).toEqual([800, 4000]);
    expect(taskOf({ phase: 'verifying', ids })).toMatchObject({ withinMs: 15_000 });
    expect(taskOf({ phase: 'polling', verified: 'pending', attempt: 1, hasResponded: false })).toEqual({
      kind: 'fetch-status',
      withinMs: 8_000,
    });
  });

  it('polls 20 times, 1 s after the first attempt, 0.5 s more after each, at most 5 s', () => {
    const { waits, state, attempts } = run(
      ids,
      verifiedAs('pending', () => pending),
    );
    const delays = waits.slice(1, -1);
    expect(attempts).toBe(20);
    expect(delays.slice(0, 10)).toEqual([1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, 5000]);
    expect(delays).toHaveLength(19);
    expect(Math.max(...delays)).toBe(5000);
    expect(state).toEqual({ phase: 'left', isActive: false, isPaid: false });
  });

  it('pauses 2 s after an error, and continues the longer pauses after the next response', () => {
    const { waits } = run(
      ids,
      verifiedAs('pending', (attempt) =>
        attempt === 2 ? { type: 'no-response' } : attempt === 4 ? active : pending,
      ),
    );
    expect(waits).toEqual([800, 1000, 2000, 2000, 4000]);
  });

  it('keeps polling when the check timed out or failed', () => {
    expect(
      run(
        ids,
        verifiedAs('no-response', () => active),
      ).phases,
    ).toContain('complete');
  });

  it('does not say that an unknown payment was received, and reads the status once', () => {
    const { state, attempts, waits } = run(
      ids,
      verifiedAs('not-found', () => pending),
    );
    expect(state).toMatchObject({ phase: 'error', hasFailed: false });
    expect({ attempts, waits }).toEqual({ attempts: 1, waits: [800] });
  });

  it('does not thank a subscriber for an unknown payment', () => {
    const { state } = run(
      ids,
      verifiedAs('not-found', () => active),
    );
    expect(returnText(state)).toMatchObject({ title: 'This payment was not found' });
    expect(returnText(state).message).not.toMatch(/Thank you/);
  });

  it('thanks for the payment that made the plan active, not for one that may still be on its way', () => {
    const thanks = (as: 'activated' | 'pending', then: (attempt: number) => ReturnEvent) =>
      /Thank you/.test(returnText(run(ids, verifiedAs(as, then)).state).message);
    expect(thanks('activated', () => active)).toBe(true);
    expect(thanks('pending', (attempt) => (attempt > 1 ? active : pending))).toBe(true);
    expect(thanks('pending', () => active)).toBe(false);
  });

  it('does not say that a payment was received when no response ever arrived', () => {
    const { state, waits } = run(
      ids,
      verifiedAs('no-response', () => ({ type: 'no-response' })),
    );
    expect(state).toMatchObject({ phase: 'error' });
    expect(waits).toEqual([800, ...Array.from({ length: 19 }, () => 2000)]);
  });

  it('ends at once when the payment failed, whether the check or the status says so', () => {
    expect(run(ids, () => ({ type: 'verified', as: 'failed', reason: 'declined' })).state).toEqual({
      phase: 'error',
      hasFailed: true,
      isActive: false,
      reason: 'declined',
    });
    const cancelled: ReturnEvent = { type: 'status', isActive: false, failed: { reason: 'cancelled' } };
    const { state, attempts } = run(
      ids,
      verifiedAs('pending', (attempt) => (attempt === 3 ? cancelled : pending)),
    );
    expect(state).toEqual({ phase: 'error', hasFailed: true, isActive: false, reason: 'cancelled' });
    expect(attempts).toBe(3);
  });

  it('reads the status once when there is nothing to verify', () => {
    expect(run(noIds, () => active)).toMatchObject({ state: { phase: 'left' }, attempts: 1 });
    expect(run(noIds, () => pending)).toMatchObject({ state: { phase: 'error' }, attempts: 1, waits: [] });
  });

  it('a payment that is not confirmed yet is not called active', () => {
    const { state } = run(
      ids,
      verifiedAs('pending', () => pending),
    );
    expect(returnText(state)).toMatchObject({ title: 'Not confirmed yet' });
  });

  it('ignores late responses', () => {
    const done: ReturnState = { phase: 'complete', isActive: true, isPaid: true };
    expect(evolve(done, pending)).toBe(done);
    expect(evolve(done, { type: 'verified', as: 'failed' })).toBe(done);
  });
});
