import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Acts once, as soon as the page is ready, when its address says `ai=new`; the address says it no more then. */
export function useAiAddress(ready: boolean, act: () => void) {
  const [params, setParams] = useSearchParams();
  const isRequested = params.get('ai') === 'new';
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isRequested || !ready) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('ai');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
    latest.current();
  }, [isRequested, ready, setParams]);
}
