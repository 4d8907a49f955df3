import { useEffect, type ReactNode } from 'react';

interface PressedProps {
  /** Selector of what is pressed, the last one of a window. */
  control: string;
  children: ReactNode;
}

/** Shows what a press brings about. Only for a state that has a window of its own. */
export function Pressed({ control, children }: PressedProps) {
  useEffect(() => {
    const timer = setTimeout(() => [...document.querySelectorAll<HTMLElement>(control)].at(-1)?.click());
    return () => clearTimeout(timer);
  }, [control]);
  return <>{children}</>;
}
