import { useCallback, useEffect, useState } from 'react';

/** 'asking' for a moment, then whether this tab has the thing or another one does. */
type Place = 'asking' | 'mine' | 'elsewhere';

const patienceMs = 400;

/** Returns the client id that the browser's locks have for this tab: the holder of a lock with a random name. */
function ownClient(locks: LockManager): Promise<string | undefined> {
  const name = `kumbuka.tab.${Math.random()}`;
  return locks.request(name, async () => {
    const { held = [] } = await locks.query();
    return held.find((lock) => lock.name === name)?.clientId;
  });
}

/** True when another tab holds a lock. Waiting would not tell, because a slow machine also takes long to grant a free lock. */
async function isHeldElsewhere(locks: LockManager, name: string): Promise<boolean> {
  const own = await ownClient(locks);
  const { held = [] } = await locks.query();
  return held.some((lock) => lock.name === name && lock.clientId !== own);
}

/** Aborts the wait for a lock once another tab is known to hold it. */
function abortWhenElsewhere(locks: LockManager, name: string, waiting: AbortController) {
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    if (await isHeldElsewhere(locks, name)) waiting.abort();
    else if (!waiting.signal.aborted) lookLater();
  };
  const lookLater = () => {
    timer = setTimeout(() => void look(), patienceMs);
  };
  waiting.signal.addEventListener('abort', () => clearTimeout(timer));
  lookLater();
  return () => clearTimeout(timer);
}

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
    const waiting = new AbortController();
    const stopLooking = taking ? () => {} : abortWhenElsewhere(locks, name, waiting);
    const hold = () => {
      stopLooking();
      if (left) return;
      setPlace('mine');
      return untilLeft;
    };
    // Rejects when another tab has it, and when another tab takes it.
    locks.request(name, taking ? { steal: true } : { signal: waiting.signal }, hold).catch(() => {
      if (left) return;
      setTaking(false);
      setPlace('elsewhere');
    });
    return () => {
      left = true;
      waiting.abort();
      release();
    };
  }, [locks, name, taking]);
  return { place, take: useCallback(() => setTaking(true), []) };
}
