import { useEffect, useRef } from 'react';

/** The page, or the root of a dialog, which takes the focus when its focused control loses it. */
const focusless = 'body, .MuiDialog-container';

/**
 * Returns the ref of a button that is disabled while it works. Browsers take the focus from a disabled button; it comes
 * back to the button afterwards, or to the section when the button stays disabled.
 */
export function useFocusAfterWork(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(isBusy);
  useEffect(() => {
    const isLost = wasBusy.current && !isBusy && document.activeElement?.matches(focusless);
    wasBusy.current = isBusy;
    if (!isLost) return;
    const target = button.current?.disabled
      ? button.current.form?.closest<HTMLElement>('[tabindex]')
      : button.current;
    target?.focus({ preventScroll: true });
  }, [isBusy]);
  return button;
}
