import { useCallback, useEffect, useRef, useState } from 'react';
import { isPassing } from '../../shared/apollo/errors.ts';

interface Run {
  id: string;
  state: 'RUNNING' | 'COMPLETED' | 'FAILED';
}

const pollMs = 700;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pollMs));

/** Follows something long that the server does, until it is over; an outage in between is waited for. */
export function useRun<Progress extends Run>(ask: (id: string) => Promise<Progress>) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  /** The end of it; null once the screen was left. */
  const follow = useCallback(
    async (begun: Progress): Promise<Progress | null> => {
      let now = begun;
      while (!left.current) {
        setProgress(now);
        if (now.state !== 'RUNNING') break;
        await pause();
        now = await ask(begun.id).catch((error: unknown) => {
          if (!isPassing(error)) throw error;
          return now;
        });
      }
      setProgress(null);
      return left.current ? null : now;
    },
    [ask],
  );
  return { progress, follow };
}
