import { useEffect, useRef, useState } from 'react';
import { isPassing } from '../../../shared/apollo/errors.ts';

interface Run {
  id: string;
  state: 'RUNNING' | 'COMPLETED' | 'FAILED';
}

const pollMs = 700;
/** How long an outage lasts before the operator decides whether to go on waiting. */
const patienceMs = 30_000;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pollMs));

/** Follows something long that the server does, until it is over. */
export function useRun<Progress extends Run>(fetchProgress: (id: string) => Promise<Progress>) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isUnanswered, setUnanswered] = useState(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  /** The end of it; null once the screen was left. A longer outage throws what the last question failed with. */
  const follow = async (begun: Progress): Promise<Progress | null> => {
    let now = begun;
    let answeredAt = Date.now();
    const fetchOnce = async () => {
      try {
        now = await fetchProgress(begun.id);
        answeredAt = Date.now();
        setUnanswered(false);
      } catch (error) {
        if (!isPassing(error) || Date.now() - answeredAt > patienceMs) throw error;
        setUnanswered(true);
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
      setUnanswered(false);
    }
  };
  return { progress, isUnanswered, follow };
}
