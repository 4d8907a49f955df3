/** Cache for Apollo's documents and query plans; values are never copied. */
export interface BoundedStore<Value> {
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value): Promise<void>;
  delete(key: string): Promise<boolean>;
  clear(): void;
  /** Protects the present entries: only later ones are evicted. */
  pin(): void;
}

/** Keeps pinned entries and the `max` recently used others, so that new operations cannot evict registered ones. */
export function createBoundedStore<Value>(max: number): BoundedStore<Value> {
  const pinned = new Map<string, Value>();
  const recent = new Map<string, Value>();

  function touch(key: string, value: Value) {
    recent.delete(key);
    recent.set(key, value);
    const [oldest] = recent.keys();
    if (recent.size > max && oldest !== undefined) recent.delete(oldest);
  }

  return {
    async get(key) {
      const kept = pinned.get(key);
      if (kept !== undefined) return kept;
      const value = recent.get(key);
      if (value !== undefined) touch(key, value);
      return value;
    },
    async set(key, value) {
      touch(key, value);
    },
    delete: async (key) => recent.delete(key) || pinned.delete(key),
    clear() {
      pinned.clear();
      recent.clear();
    },
    pin() {
      for (const [key, value] of recent) pinned.set(key, value);
      recent.clear();
    },
  };
}
