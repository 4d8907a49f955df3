import { liveKinds, type LiveKind } from '@kumbuka/contracts/constants';

type Listener = (kinds: readonly LiveKind[]) => void;

const listeners = new Set<Listener>();
let isFed = false;
/** Number of reports of each kind since the page was opened. */
const reports = new Map<LiveKind, number>();

/** Whether changes are reported as they happen, so that nothing needs to be polled. */
export const isLive = (): boolean => isFed;

export function setLive(now: boolean): void {
  isFed = now;
}

/** Calls back with the kinds of things that have changed on the server, here or elsewhere. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reports changes to this page. */
export function reportChange(kinds: readonly LiveKind[]): void {
  for (const kind of kinds) reports.set(kind, reportsOf(kind) + 1);
  for (const listener of listeners) listener(kinds);
}

const reportsOf = (kind: LiveKind) => reports.get(kind) ?? 0;

/** The known kinds of a message; a later server may send others. */
export const kindsIn = (text: string): LiveKind[] => {
  const names = text.split(',');
  return liveKinds.filter((kind) => names.includes(kind));
};

/** A poll that responds with its last result while changes are reported and none has been. */
export function sparing<Arguments extends unknown[], Result>(
  kind: LiveKind,
  poll: (...args: Arguments) => Promise<Result>,
): (...args: Arguments) => Promise<Result> {
  let last: { result: Result; reports: number } | null = null;
  return async (...args) => {
    const before = reportsOf(kind);
    const wasLive = isLive();
    if (wasLive && last?.reports === before) return last.result;
    const result = await poll(...args);
    last = wasLive && isLive() ? { result, reports: before } : null;
    return result;
  };
}

/** Resolves after `ms` or at the next change of that kind; rejects once the signal is aborted. */
export function untilChange(
  kind: LiveKind,
  wait: (ms: number, left: AbortSignal) => Promise<void>,
  ms: number,
  left: AbortSignal,
): Promise<void> {
  let stop = () => {};
  const changed = new Promise<void>((resolve) => {
    stop = onChange((kinds) => void (kinds.includes(kind) && resolve()));
  });
  return Promise.race([wait(ms, left), changed]).finally(stop);
}
