import { timeout } from './timeout.ts';

function any(signals: Iterable<AbortSignal>): AbortSignal {
  const all = [...signals];
  const combined = new AbortController();
  const abort = ({ reason }: AbortSignal) => combined.abort(reason);
  const ended = all.find(({ aborted }) => aborted);
  if (ended) abort(ended);
  else
    for (const signal of all)
      signal.addEventListener('abort', () => abort(signal), { signal: combined.signal });
  return combined.signal;
}

function withResolvers<T>(this: PromiseConstructor) {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new this<T>((onDone, onFailed) => {
    resolve = onDone;
    reject = onFailed;
  });
  return { promise, resolve, reject };
}

function canParse(address: string | URL, base?: string | URL): boolean {
  try {
    return Boolean(new URL(address, base));
  } catch {
    return false;
  }
}

const loneSurrogates = /\p{Surrogate}/gu;

const arrays = {
  toReversed<T>(this: readonly T[]): T[] {
    return [...this].reverse();
  },
  toSorted<T>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
    return [...this].sort(compare);
  },
  toSpliced<T>(this: readonly T[], ...change: [start: number, deleted: number, ...added: T[]]): T[] {
    const copy = [...this];
    copy.splice(...change);
    return copy;
  },
};

const strings = {
  isWellFormed(this: string): boolean {
    return this.search(loneSurrogates) === -1;
  },
  toWellFormed(this: string): string {
    return this.replaceAll(loneSurrogates, '\ufffd');
  },
};

function provide(of: object, methods: Record<string, unknown>) {
  for (const [name, value] of Object.entries(methods))
    if (!(name in of)) Object.defineProperty(of, name, { value, writable: true, configurable: true });
}

/** Defines what `laterFeatures` names, where it is missing. */
export function provideMissing(): void {
  provide(AbortSignal, { any, timeout });
  provide(Array.prototype, arrays);
  provide(Promise, { withResolvers });
  provide(String.prototype, strings);
  provide(URL, { canParse });
}
