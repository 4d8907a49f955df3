import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useOnlyTab } from './use-only-tab.ts';

interface Request {
  name: string;
  clientId: string;
  begin: () => void;
  end: (error: Error) => void;
}

/** Locks as browsers keep them, for the tab 'this'; a lock is granted after a while. */
function aLockManager(grantMs: number) {
  const held: Request[] = [];
  const pending: Request[] = [];
  const grantNext = (name: string) => {
    const next = pending.find((each) => each.name === name);
    if (!next || held.some((each) => each.name === name)) return;
    pending.splice(pending.indexOf(next), 1);
    held.push(next);
    next.begin();
  };
  const free = (request: Request) => {
    if (held.includes(request)) held.splice(held.indexOf(request), 1);
    grantNext(request.name);
  };
  const request = (name: string, ...rest: unknown[]) =>
    new Promise((resolve, reject) => {
      const work = rest.at(-1) as () => unknown;
      const { signal, steal } = (rest.length > 1 ? rest[0] : {}) as { signal?: AbortSignal; steal?: boolean };
      const mine: Request = {
        name,
        clientId: 'this',
        begin: () => void Promise.resolve(work()).then((result) => (free(mine), resolve(result)), reject),
        end: reject,
      };
      pending.push(mine);
      signal?.addEventListener('abort', () => {
        if (pending.includes(mine)) pending.splice(pending.indexOf(mine), 1);
        reject(new DOMException('Aborted', 'AbortError'));
      });
      if (steal) held.splice(0).forEach((other) => other.end(new DOMException('Stolen', 'AbortError')));
      setTimeout(() => grantNext(name), name.startsWith('kumbuka.tab.') ? 0 : grantMs);
    });
  return {
    held,
    locks: { request, query: async () => ({ held: [...held], pending: [...pending] }) },
  };
}

const byAnotherTab = (name: string) => ({ name, clientId: 'other', begin: () => {}, end: vi.fn() });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
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
  async (grantMs) => {
    const { result } = open(aLockManager(grantMs));
    const seen = [result.current.holder];
    for (let waited = 0; waited < 4_000; waited += 200) {
      await pass(200);
      seen.push(result.current.holder);
    }
    expect(seen).not.toContain('elsewhere');
    expect(result.current.holder).toBe('mine');
  },
);

it('a second tab learns within a second that another one holds the session, and can take it over', async () => {
  const manager = aLockManager(0);
  const other = byAnotherTab('session');
  manager.held.push(other);
  const { result } = open(manager);
  await pass(1_000);
  expect(result.current.holder).toBe('elsewhere');
  act(() => result.current.take());
  await pass(100);
  expect(other.end).toHaveBeenCalled();
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
