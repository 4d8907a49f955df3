import { describe, expect, it, vi } from 'vitest';
import { createStorage } from './storage.ts';

function forbidden(): Storage {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}

/** A storage that takes so many characters of values. */
function small(max: number) {
  const rows = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return rows.size;
    },
    key: (index) => [...rows.keys()][index] ?? null,
    getItem: (key) => rows.get(key) ?? null,
    setItem(key, value) {
      const used = [...rows].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
      if (used + value.length > max) throw new DOMException('Full.', 'QuotaExceededError');
      rows.set(key, value);
    },
    removeItem: (key) => void rows.delete(key),
    clear: () => rows.clear(),
  };
  return { rows, storage };
}

describe('a storage that the browser forbids', () => {
  it('keeps values in memory, lists and removes them', () => {
    const storage = createStorage(forbidden);
    expect(storage.getItem('a')).toBeNull();
    storage.setItem('a', '1');
    storage.setItem('b', '2');
    expect([storage.getItem('a'), storage.length, storage.key(1)]).toEqual(['1', 2, 'b']);
    storage.removeItem('a');
    expect([storage.getItem('a'), storage.length]).toEqual([null, 1]);
    storage.clear();
    expect(storage.length).toBe(0);
  });
});

it('a web view whose storage is null keeps values in memory', () => {
  const storage = createStorage(() => null as unknown as Storage);
  storage.setItem('token', 'abc');
  expect([storage.getItem('token'), storage.length]).toEqual(['abc', 1]);
  storage.clear();
  expect(storage.getItem('token')).toBeNull();
});

it('a storage that is forbidden while the page is open keeps what is written from then on', () => {
  const { storage: browser } = small(100);
  let isForbidden = false;
  const storage = createStorage(() => (isForbidden ? forbidden() : browser));
  storage.setItem('queue', '[1]');
  isForbidden = true;
  expect(storage.getItem('queue')).toBeNull();
  storage.setItem('queue', '[2]');
  expect(storage.getItem('queue')).toBe('[2]');
  isForbidden = false;
  expect(storage.getItem('queue')).toBe('[2]');
});

describe('a storage that is full', () => {
  it('returns the newer value, not the older one that the browser still has', () => {
    const { storage: full, rows } = small(5);
    const storage = createStorage(() => full);
    storage.setItem('queue', '[1]');
    storage.setItem('queue', '[1,2,3]');
    expect([storage.getItem('queue'), rows.get('queue')]).toEqual(['[1,2,3]', '[1]']);
    storage.removeItem('queue');
    expect([storage.getItem('queue'), rows.size]).toEqual([null, 0]);
  });

  it('writes to the browser again once there is room', () => {
    const { storage: full, rows } = small(5);
    const storage = createStorage(() => full);
    storage.setItem('a', '123456');
    storage.setItem('a', '12');
    expect([storage.getItem('a'), rows.get('a')]).toEqual(['12', '12']);
  });

  it('reports once, to one listener, that something was not kept, even when it listens later', () => {
    const storage = createStorage(() => small(1).storage);
    const [stopped, first, second] = [vi.fn(), vi.fn(), vi.fn()];
    storage.onLost(stopped)();
    storage.setItem('a', '1');
    storage.setItem('b', '22');
    expect(stopped).not.toHaveBeenCalled();
    storage.onLost(first);
    storage.onLost(second);
    storage.setItem('c', '33');
    expect([first, second].map((callback) => callback.mock.calls.length)).toEqual([1, 0]);
  });
});
