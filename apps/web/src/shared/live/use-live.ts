import type { LiveKind } from '@kumbuka/contracts/constants';
import { useEffect, useEffectEvent } from 'react';
import { savesData, whenIdle } from '../browser/idle.ts';
import { onChange } from './changes.ts';

/** Whether this browser may keep a connection open; the switch of a mode that saves data. */
const wantsLive = () => !savesData();

/** A short visit opens no connection; what changes meanwhile is reported when it opens. */
const laterMs = 5_000;

/** Hears of changes on the server while the learner is signed in. Its code is loaded once the page has been idle. */
export function useLive(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined || !wantsLive()) return;
    let stop: (() => void) | null = null;
    let hasLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      import('./live-client.ts')
        .then(({ startLive }) => void (hasLeft || (stop = startLive(userId))))
        .catch(() => {});
    };
    const cancel = whenIdle(() => {
      timer = setTimeout(begin, laterMs);
    });
    return () => {
      hasLeft = true;
      cancel();
      clearTimeout(timer);
      stop?.();
    };
  }, [userId]);
}

/** Several changes are often reported together, and the services behind a page apply them within moments. */
const gatherMs = 100;
const restMs = 1_000;

/** Runs after changes of these kinds, at most once a second. */
export function useChanges(kinds: readonly LiveKind[], run: () => void): void {
  const changed = useEffectEvent((reported: readonly LiveKind[]) =>
    reported.some((kind) => kinds.includes(kind)),
  );
  const act = useEffectEvent(run);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ranAt = -Infinity;
    const stop = onChange((reported) => {
      if (timer !== undefined || !changed(reported)) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          ranAt = performance.now();
          act();
        },
        Math.max(gatherMs, ranAt + restMs - performance.now()),
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
