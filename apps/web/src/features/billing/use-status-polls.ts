import { useCallback, useEffect, useState } from 'react';
import { isLive } from '../../shared/live/changes.ts';
import { useChanges } from '../../shared/live/use-live.ts';

const everyMs = 5_000;
const maxPolls = 6;

/**
 * Fetches the status after each change. Where changes are not reported, polls every 5 s, for at most 30 s; `again` restarts
 * the 30 s. Does not poll while `done`.
 */
export function useStatusPolls(fetchStatus: () => Promise<unknown>, done: boolean) {
  const [round, setRound] = useState({ isOver: false });
  useEffect(() => {
    if (done || round.isOver) return;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      if (polls >= maxPolls) setRound({ isOver: true });
      if (!isLive()) fetchStatus().catch(() => {});
    }, everyMs);
    return () => clearInterval(timer);
  }, [fetchStatus, done, round]);
  useChanges(['payments'], () => void fetchStatus().catch(() => {}));
  const again = useCallback(() => setRound({ isOver: false }), []);
  return { isOver: round.isOver, again };
}
