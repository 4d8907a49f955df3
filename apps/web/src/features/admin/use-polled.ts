import { useCallback, useEffect, useRef, useState } from 'react';
import { serverNow } from '../../shared/browser/server-clock.ts';
import { useOperator } from './operator.tsx';

/** Last response, its time, and whether the latest attempt failed. */
export interface Polled<Value> {
  value: Value | null;
  readAt: number | null;
  error: unknown;
  /** Reads again; resolves after the response or the failure. */
  refresh: () => Promise<void>;
}

interface Cached<Value> extends Pick<PollOptions<Value>, 'read'> {
  value: Value;
  readAt: number;
}

interface PollOptions<Value> {
  read: () => Promise<Value>;
  everyMs: number;
  onRead: (value: Value) => void;
  onFailure: (error: unknown) => void;
}

interface Poller {
  poll: () => Promise<void>;
  stop: () => void;
}

/** Polls at once and then periodically while the page is visible. Drops a response that a later one has overtaken. */
function startPolling<Value>({ read, everyMs, onRead, onFailure }: PollOptions<Value>): Poller {
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
  return { poll: take, stop };
}

/** Polls a query. After a failure the last response to the same query stays. */
export function usePolled<Value>(read: () => Promise<Value>, everyMs: number): Polled<Value> {
  const { noteFailure } = useOperator();
  const [cached, setCached] = useState<Cached<Value> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const poller = useRef<Poller | null>(null);

  useEffect(() => {
    const begun = startPolling({
      read,
      everyMs,
      onRead: (value) => {
        setCached({ value, readAt: serverNow(), read });
        setError(null);
      },
      onFailure: (failure) => {
        setError(failure);
        setCached((before) => (before?.read === read ? before : null));
        noteFailure(failure);
      },
    });
    poller.current = begun;
    return begun.stop;
  }, [read, everyMs, noteFailure]);

  const refresh = useCallback(async () => poller.current?.poll(), []);
  return { value: cached?.value ?? null, readAt: cached?.readAt ?? null, error, refresh };
}
