import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useOnlyTab } from './use-only-tab.ts';

interface Holder {
  name: string;
  end: (error: Error) => void;
}

/** Locks as browsers keep them. A response takes a while. */
function aLockManager(responseMs: number) {
  const held: Holder[] = [];
  const request = (
    name: string,
    { steal = false }: LockOptions,
    work: (lock: Holder | null) => unknown,
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const lock: Holder = { name, end: reject };
      const free = () => {
        if (held.includes(lock)) held.splice(held.indexOf(lock), 1);
      };
      setTimeout(() => {
        if (steal) held.splice(0).forEach(({ end }) => end(new DOMException('Stolen', 'AbortError')));
        if (held.some((each) => each.name === name)) return resolve(work(null));
        held.push(lock);
        void Promise.resolve(work(lock)).then(() =>
          setTimeout(() => (free(), resolve(undefined)), responseMs),
        );
      }, responseMs);
    });
  return { held, locks: { request } };
}

const byAnotherTab = (name: string) => ({ name, end: vi.fn() });

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  cleanup();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

function open({ locks }: ReturnType<typeof aLockManager>) {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return renderHook(() => useOnlyTab('session'));
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it.each([0, 500, 3_000])(
  'a single tab whose lock takes %i ms is never taken for a second tab',
  async (responseMs) => {
    const { result } = open(aLockManager(responseMs));
    const seen = [result.current.holder];
    for (let waited = 0; waited < 4_000; waited += 200) {
      await pass(200);
      seen.push(result.current.holder);
    }
    expect(seen).not.toContain('elsewhere');
    expect(result.current.holder).toBe('mine');
  },
);

it('a second tab learns at once that another one holds the session, and can take it over', async () => {
  const manager = aLockManager(0);
  const other = byAnotherTab('session');
  manager.held.push(other);
  const { result } = open(manager);
  await pass(10);
  expect(result.current.holder).toBe('elsewhere');
  act(() => result.current.take());
  await pass(100);
  expect(other.end).toHaveBeenCalled();
  expect(result.current.holder).toBe('mine');
});

it('a tab that opens its session again waits for its own lock', async () => {
  const manager = aLockManager(100);
  const first = open(manager);
  await pass(200);
  first.unmount();
  const { result } = open(manager);
  await pass(150);
  expect(result.current.holder).toBe('pending');
  await pass(150);
  expect(result.current.holder).toBe('mine');
});

it('a tab whose session another one takes reports it', async () => {
  const manager = aLockManager(0);
  const { result } = open(manager);
  await pass(100);
  expect(result.current.holder).toBe('mine');
  manager.held[0]?.end(new DOMException('Stolen', 'AbortError'));
  await pass(0);
  expect(result.current.holder).toBe('elsewhere');
});
