import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Calls back once the page is ready when its address has `ai=new`, `add=new` or `several=new`, and removes that from the address. */
export function useAddressRequest(name: 'ai' | 'add' | 'several', ready: boolean, act: () => void) {
  const [params, setParams] = useSearchParams();
  const isRequested = params.get(name) === 'new';
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isRequested || !ready) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(name);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
    latest.current();
  }, [name, isRequested, ready, setParams]);
}
