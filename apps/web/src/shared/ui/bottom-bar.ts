import { useEffect, useRef, type RefObject } from 'react';

const property = '--k-bottom-bar';

/** Height of the bar that is fixed to the bottom of the window; zero without one. */
export const bottomBarHeight = `var(${property}, 0px)`;

const rootStyle = () => document.documentElement.style;

function measure({ current: bar }: RefObject<HTMLElement | null>) {
  if (bar) rootStyle().setProperty(property, `${bar.offsetHeight}px`);
}

/** Keeps `bottomBarHeight` at the height of an element, so that snackbars lie above it. */
export function useBottomBar() {
  const ref = useRef<HTMLDivElement>(null);
  // Without dependencies, because new texts may take more lines.
  useEffect(() => measure(ref));
  useEffect(() => {
    const onResize = () => measure(ref);
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('resize', onResize);
      rootStyle().removeProperty(property);
    };
  }, []);
  return ref;
}
