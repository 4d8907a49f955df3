import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Calls back once the page is ready when its address has `ai=new`, and removes that from the address. */
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
