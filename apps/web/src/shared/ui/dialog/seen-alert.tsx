import Alert, { type AlertProps } from '@mui/material/Alert';
import { useEffect, useRef } from 'react';

/** Alert at the top of a dialog. Scrolls itself into view, because the button that caused it may be further down. */
export function SeenAlert({ children, ...props }: AlertProps) {
  const ref = useRef<HTMLDivElement>(null);
  // In braces, because newer browsers return a promise, which React would call as the effect's cleanup.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [children]);
  return (
    <Alert ref={ref} {...props}>
      {children}
    </Alert>
  );
}
