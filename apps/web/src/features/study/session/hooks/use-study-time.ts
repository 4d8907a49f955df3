import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { attentionFrom, awayMs } from '../state/study-time.ts';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll'] as const;

/** Excludes idle time from the session. Runs before an input reaches the page, so that an answer counts only time of study. */
export function useStudyTime(onReturn: (awayMs: number) => void) {
  useEffect(() => {
    let attention = attentionFrom(Date.now(), document.hidden);
    const note = () => {
      const at = Date.now();
      const away = awayMs(attention, at);
      attention = attentionFrom(at, document.hidden);
      if (away !== 0) flushSync(() => onReturn(away));
    };
    const options = { capture: true, passive: true };
    for (const sign of signs) window.addEventListener(sign, note, options);
    document.addEventListener('visibilitychange', note);
    return () => {
      for (const sign of signs) window.removeEventListener(sign, note, options);
      document.removeEventListener('visibilitychange', note);
    };
  }, [onReturn]);
}
