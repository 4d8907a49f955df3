import { untilChange } from '../../shared/live/changes.ts';
import {
  evolve,
  taskOf,
  type ReturnEvent,
  type PaymentIds,
  type ReturnState,
  type Task,
} from './return-state.ts';

/** Ports of the return from the provider. */
export interface ReturnPorts {
  /** Resolves after `ms`, or rejects when the page is left. */
  wait: (ms: number, left: AbortSignal) => Promise<void>;
  verify: (ids: PaymentIds, signal: AbortSignal) => Promise<ReturnEvent>;
  fetchStatus: (signal: AbortSignal) => Promise<ReturnEvent>;
  leave: () => void;
}

/** Returns the response, or `fallback` after the timeout, which also aborts the call. */
async function within(
  { wait }: ReturnPorts,
  ms: number,
  left: AbortSignal,
  call: (signal: AbortSignal) => Promise<ReturnEvent>,
  fallback: ReturnEvent,
): Promise<ReturnEvent> {
  const over = new AbortController();
  const signal = AbortSignal.any([left, over.signal]);
  try {
    return await Promise.race([call(signal).catch(() => fallback), wait(ms, signal).then(() => fallback)]);
  } finally {
    over.abort();
  }
}

function perform(task: Task, ports: ReturnPorts, left: AbortSignal): Promise<ReturnEvent> | null {
  switch (task.kind) {
    case 'read':
      return Promise.resolve({ type: 'read' });
    case 'verify':
      return within(ports, task.withinMs, left, (signal) => ports.verify(task.ids, signal), {
        type: 'verified',
        as: 'no-response',
      });
    case 'fetch-status':
      return within(ports, task.withinMs, left, ports.fetchStatus, { type: 'no-response' });
    case 'wait':
      return (
        task.forPayment ? untilChange('payments', ports.wait, task.ms, left) : ports.wait(task.ms, left)
      ).then(() => ({ type: 'waited' }));
    case 'leave':
    case 'none':
      return null;
  }
}

/** Runs the return from the provider until it ends or the page is left, and shows every state. */
export async function runReturn(
  ids: PaymentIds,
  ports: ReturnPorts,
  left: AbortSignal,
  show: (state: ReturnState) => void,
): Promise<void> {
  let state: ReturnState = { phase: 'initializing', ids };
  for (;;) {
    const task = taskOf(state);
    if (task.kind === 'leave') return ports.leave();
    const performed = perform(task, ports, left);
    if (!performed) return;
    state = evolve(state, await performed);
    if (left.aborted) return;
    show(state);
  }
}
