import { useEffect, useRef } from 'react';

/**
 * Returns the ref of a button that is disabled while it works. Browsers take the focus from a disabled button; it comes
 * back to the button afterwards, or to the section when the button stays disabled.
 */
export function useFocusAfterWork(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    const isLost = wasBusy.current && !isBusy && document.activeElement === document.body;
    wasBusy.current = isBusy;
    if (!isLost) return;
    const target = button.current?.disabled
      ? button.current.form?.closest<HTMLElement>('[tabindex]')
      : button.current;
    target?.focus({ preventScroll: true });
  }, [isBusy]);
  return button;
}
