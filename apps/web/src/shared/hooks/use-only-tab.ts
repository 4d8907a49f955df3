import { useCallback, useEffect, useState } from 'react';

/** Holder of the lock: `pending` until the browser responds, then this tab or another one. */
type LockHolder = 'pending' | 'mine' | 'elsewhere';

/** Settles when this tab has released its last lock, which the browser does some time after it is asked to. */
let released: Promise<unknown> = Promise.resolve();

/** Holds a lock for this tab; `take` takes it from another tab. Without the Web Locks API, every tab is the holder. */
export function useOnlyTab(name: string): { holder: LockHolder; take: () => void } {
  const { locks } = navigator;
  const [holder, setHolder] = useState<LockHolder>(locks ? 'pending' : 'mine');
  const [taking, setTaking] = useState(false);
  useEffect(() => {
    if (!locks) return;
    let isCleanedUp = false;
    let release = () => {};
    const untilReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = (lock: Lock | null) => {
      if (isCleanedUp) return;
      setHolder(lock ? 'mine' : 'elsewhere');
      return lock ? untilReleased : undefined;
    };
    const request = () => locks.request(name, taking ? { steal: true } : { ifAvailable: true }, hold);
    // The request rejects when another tab takes the lock.
    released = released.then(request).catch(() => {
      if (isCleanedUp) return;
      setTaking(false);
      setHolder('elsewhere');
    });
    return () => {
      isCleanedUp = true;
      release();
    };
  }, [locks, name, taking]);
  return { holder, take: useCallback(() => setTaking(true), []) };
}
