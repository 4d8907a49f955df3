/** State of a rate-limit window. */
export interface Window {
  count: number;
  /** Maximum milliseconds until the window ends. */
  leftMs: number;
}

const maxLocalWindows = 50_000;

export type LocalWindows = ReturnType<typeof createLocalWindows>;

/** Rate-limit windows in the memory of this process. */
export function createLocalWindows() {
  const windows = new Map<string, { count: number; missed: number; endsAt: number }>();
  const open = (id: string, seconds: number, now: number) => {
    const window = windows.get(id);
    if (window && window.endsAt > now) return window;
    if (windows.size >= maxLocalWindows) windows.delete(windows.keys().next().value ?? '');
    const fresh = { count: 0, missed: 0, endsAt: now + seconds * 1000 };
    windows.set(id, fresh);
    return fresh;
  };
  return {
    /** State of the window after this attempt; other attempts may be counted before the limit is checked. */
    add(id: string, cost: number, seconds: number): Window {
      const now = performance.now();
      const window = open(id, seconds, now);
      window.count += cost;
      return { count: window.count, leftMs: window.endsAt - now };
    },
    /** Returns an attempt to its window. */
    takeBack(id: string, cost: number) {
      const window = windows.get(id);
      if (window) window.count = Math.max(0, window.count - cost);
    },
    /** Counts attempts that Redis may have missed; a negative cost subtracts them. */
    miss(id: string, cost: number) {
      const window = windows.get(id);
      if (window) window.missed = Math.max(0, window.missed + cost);
    },
    /** Returns the attempts of the current window that Redis may have missed. */
    missedOf(id: string): number {
      const window = windows.get(id);
      return window && window.endsAt > performance.now() ? window.missed : 0;
    },
    forget: (id: string) => void windows.delete(id),
  };
}
