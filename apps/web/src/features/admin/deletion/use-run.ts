import { useEffect, useRef, useState } from 'react';
import { isTransient } from '../../../shared/apollo/errors.ts';

interface Run {
  id: string;
  state: 'RUNNING' | 'COMPLETED' | 'FAILED';
}

const pollMs = 700;
/** Milliseconds of an outage after which the operator decides whether to wait longer. */
const timeoutMs = 30_000;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pollMs));

/** Polls a long run of the server until it ends. */
export function useRun<Progress extends Run>(fetchProgress: (id: string) => Promise<Progress>) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [pollFailed, setPollFailed] = useState(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  /** Returns the final state, or null when the screen was left. A longer outage throws the error of the last poll. */
  const follow = async (begun: Progress): Promise<Progress | null> => {
    let now = begun;
    let answeredAt = Date.now();
    const fetchOnce = async () => {
      try {
        now = await fetchProgress(begun.id);
        answeredAt = Date.now();
        setPollFailed(false);
      } catch (error) {
        if (!isTransient(error) || Date.now() - answeredAt > timeoutMs) throw error;
        setPollFailed(true);
      }
    };
    try {
      for (;;) {
        if (left.current) return null;
        setProgress(now);
        if (now.state !== 'RUNNING') return now;
        await pause();
        await fetchOnce();
      }
    } finally {
      setProgress(null);
      setPollFailed(false);
    }
  };
  return { progress, pollFailed, follow };
}
