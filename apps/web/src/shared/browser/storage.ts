/** Storage of the browser; what the browser refuses is kept in the memory of this page. */
export interface KeptStorage extends Storage {
  /** Calls one listener, once per page, when something could not be kept beyond the page. Returns a function that stops it. */
  onLost(callback: () => void): () => void;
}

/** Browsers throw on access when cookies are blocked, and on writing when the storage is full. */
function attempt<Result>(work: () => Result, otherwise: (error: unknown) => Result): Result {
  try {
    return work();
  } catch (error) {
    return otherwise(error);
  }
}

/** Wraps a storage that may be forbidden or full. `null` in memory marks a removed key. */
export function createStorage(open: () => Storage): KeptStorage {
  const memory = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  let isLost = false;
  let isReported = false;

  const report = () => {
    const [first] = listeners;
    if (!isLost || isReported || !first) return;
    isReported = true;
    first();
  };
  const lose = () => {
    isLost = true;
    report();
  };
  const keysOfBrowser = () =>
    attempt(
      () => {
        const storage = open();
        return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      },
      () => [],
    );
  const keys = () => {
    const all = new Set([...keysOfBrowser(), ...memory.keys()]);
    return [...all].filter((key) => memory.get(key) !== null);
  };

  const removeItem = (key: string) => {
    memory.delete(key);
    attempt(
      () => open().removeItem(key),
      () => void memory.set(key, null),
    );
  };
  return {
    get length() {
      return keys().length;
    },
    key: (index) => keys()[index] ?? null,
    getItem(key) {
      const kept = memory.get(key);
      if (kept !== undefined) return kept;
      return attempt(
        () => open().getItem(key),
        () => null,
      );
    },
    setItem(key, value) {
      attempt(
        () => {
          open().setItem(key, value);
          memory.delete(key);
        },
        () => {
          memory.set(key, value);
          lose();
        },
      );
    },
    removeItem,
    clear: () => keys().forEach(removeItem),
    onLost(callback) {
      listeners.add(callback);
      report();
      return () => void listeners.delete(callback);
    },
  };
}

/** Opened for each access, because the property itself throws where storage is forbidden. */
export const localStore = createStorage(() => window.localStorage);
export const sessionStore = createStorage(() => window.sessionStorage);
