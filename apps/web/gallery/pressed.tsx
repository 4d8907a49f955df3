import { useEffect, type ReactNode } from 'react';

interface PressedProps {
  /** Selector of the control; the last match is clicked. */
  control: string;
  children: ReactNode;
}

/** Clicks a control after the first render. Only for a state in its own window, because the selector covers the whole document. */
export function Pressed({ control, children }: PressedProps) {
  useEffect(() => {
    const timer = setTimeout(() => [...document.querySelectorAll<HTMLElement>(control)].at(-1)?.click());
    return () => clearTimeout(timer);
  }, [control]);
  return <>{children}</>;
}
