import { useCallback, useEffect, useState } from 'react';

/** 'asking' for a moment, then whether this tab has the thing or another one does. */
type Place = 'asking' | 'mine' | 'elsewhere';

const patienceMs = 400;

/** Holds a name for one tab of this browser; without locks in the browser every tab has it. */
export function useOnlyTab(name: string): { place: Place; take: () => void } {
  const { locks } = navigator;
  const [place, setPlace] = useState<Place>(locks ? 'asking' : 'mine');
  const [taking, setTaking] = useState(false);
  useEffect(() => {
    if (!locks) return;
    let left = false;
    let release = () => {};
    const untilLeft = new Promise<void>((resolve) => {
      release = resolve;
    });
    const options = taking ? { steal: true } : { signal: AbortSignal.timeout(patienceMs) };
    const hold = () => {
      if (left) return;
      setPlace('mine');
      return untilLeft;
    };
    // Rejects when another tab has it for longer than a moment, and when another tab takes it.
    locks.request(name, options, hold).catch(() => {
      if (left) return;
      setTaking(false);
      setPlace('elsewhere');
    });
    return () => {
      left = true;
      release();
    };
  }, [locks, name, taking]);
  return { place, take: useCallback(() => setTaking(true), []) };
}
