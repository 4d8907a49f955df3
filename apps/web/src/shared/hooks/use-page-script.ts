import { useEffect, useRef } from 'react';

/** Runs a part of a built page's script also where the client shows that part. The function must stay the same. */
export function usePageScript(run: (place: HTMLElement, signal: AbortSignal) => void) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const controller = new AbortController();
    run(place.current, controller.signal);
    return () => controller.abort();
  }, [run]);
  return place;
}
