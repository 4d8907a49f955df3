import { useCallback, useEffect, useState } from 'react';

/** Holder of the lock: `pending` until the browser responds, then this tab or another one. */
type LockHolder = 'pending' | 'mine' | 'elsewhere';

const pollMs = 400;

/** Returns this tab's client id in the lock manager. Takes a lock with a random name and reads its holder. */
function ownClient(locks: LockManager): Promise<string | undefined> {
  const name = `kumbuka.tab.${Math.random()}`;
  return locks.request(name, async () => {
    const { held = [] } = await locks.query();
    return held.find((lock) => lock.name === name)?.clientId;
  });
}

/** Returns whether another tab holds the lock. A timeout cannot decide this, because a slow machine also takes long to grant a free lock. */
async function isHeldElsewhere(locks: LockManager, name: string): Promise<boolean> {
  const own = await ownClient(locks);
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name && lock.clientId !== own);
}

/** Aborts the wait for a lock once another tab is known to hold it. */
function abortWhenElsewhere(locks: LockManager, name: string, waiting: AbortController) {
  let timer: ReturnType<typeof setTimeout>;
  const check = async () => {
    if (await isHeldElsewhere(locks, name)) waiting.abort();
    else if (!waiting.signal.aborted) checkLater();
  };
  const checkLater = () => {
    timer = setTimeout(() => void check(), pollMs);
  };
  waiting.signal.addEventListener('abort', () => clearTimeout(timer));
  checkLater();
  return () => clearTimeout(timer);
}

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
    const waiting = new AbortController();
    const stopChecking = taking ? () => {} : abortWhenElsewhere(locks, name, waiting);
    const hold = () => {
      stopChecking();
      if (isCleanedUp) return;
      setHolder('mine');
      return untilReleased;
    };
    // The request rejects when another tab holds the lock, and when another tab takes it.
    locks.request(name, taking ? { steal: true } : { signal: waiting.signal }, hold).catch(() => {
      if (isCleanedUp) return;
      setTaking(false);
      setHolder('elsewhere');
    });
    return () => {
      isCleanedUp = true;
      waiting.abort();
      release();
    };
  }, [locks, name, taking]);
  return { holder, take: useCallback(() => setTaking(true), []) };
}
