import { useEffect, useRef, useState } from 'react';

/** Pixels that may stay hidden without being called more. */
const slack = 16;

/** Whether a scrolling box has more text below what it shows. It is measured while `isWatched`. */
export function useMoreBelow(isWatched: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  useEffect(() => {
    const box = scroller.current;
    if (!isWatched || !box) return;
    const measure = () => setHasMore(box.scrollHeight - box.clientHeight - box.scrollTop > slack);
    measure();
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    sizes?.observe(box);
    for (const child of box.children) sizes?.observe(child);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes?.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, [isWatched]);
  return { scroller, hasMore: isWatched && hasMore };
}
