import { useCallback, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../shared/lib/server-clock.ts';
import { useOperator } from './operator.tsx';

/** Last response, its time, and whether the latest attempt failed. */
export interface Polled<Value> {
  value: Value | null;
  readAt: number | null;
  error: unknown;
  /** Reads again; resolves after the response or the failure. */
  refresh: () => Promise<void>;
}

interface Cached<Value> extends Pick<Reading<Value>, 'read'> {
  value: Value;
  readAt: number;
}

interface Reading<Value> {
  read: () => Promise<Value>;
  everyMs: number;
  onRead: (value: Value) => void;
  onFailure: (error: unknown) => void;
}

interface Reader {
  take: () => Promise<void>;
  stop: () => void;
}

/** Reads at once and then periodically while the page is visible. Drops a response that a later one has overtaken. */
function keepReading<Value>({ read, everyMs, onRead, onFailure }: Reading<Value>): Reader {
  let latest = 0;
  const take = async () => {
    const mine = ++latest;
    try {
      const value = await read();
      if (mine === latest) onRead(value);
    } catch (error) {
      if (mine === latest) onFailure(error);
    }
  };
  void take();
  const timer = setInterval(() => {
    if (!document.hidden) void take();
  }, everyMs);
  const stop = () => {
    latest = Infinity;
    clearInterval(timer);
  };
  return { take, stop };
}

/** Polls a query. After a failure the last response to the same query stays. */
export function usePolled<Value>(read: () => Promise<Value>, everyMs: number): Polled<Value> {
  const { noteFailure } = useOperator();
  const [known, setKnown] = useState<Cached<Value> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const reader = useRef<Reader | null>(null);

  useEffect(() => {
    const begun = keepReading({
      read,
      everyMs,
      onRead: (value) => {
        setKnown({ value, readAt: serverNow(), read });
        setError(null);
      },
      onFailure: (failure) => {
        setError(failure);
        setKnown((before) => (before?.read === read ? before : null));
        noteFailure(failure);
      },
    });
    reader.current = begun;
    return begun.stop;
  }, [read, everyMs, noteFailure]);

  const refresh = useCallback(async () => reader.current?.take(), []);
  return { value: known?.value ?? null, readAt: known?.readAt ?? null, error, refresh };
}
