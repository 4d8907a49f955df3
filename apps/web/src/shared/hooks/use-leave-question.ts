import { useEffect, useEffectEvent } from 'react';

let isOwnMove = false;

/** Opens another site, such as the payment page, without the browser's question: kept texts are there after the return. */
export function leaveTo(address: string): void {
  isOwnMove = true;
  window.addEventListener('pageshow', () => (isOwnMove = false), { once: true });
  window.location.assign(address);
}

/** Lets the browser ask before the page is closed or left while a text is unsaved. */
export function useLeaveQuestion(isUnsaved: () => boolean): void {
  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (!isOwnMove && isUnsaved()) event.preventDefault();
  });
  useEffect(() => {
    // A move that did not happen, such as one without network, ends here.
    isOwnMove = false;
    const listen = (event: BeforeUnloadEvent) => onLeave(event);
    window.addEventListener('beforeunload', listen);
    return () => window.removeEventListener('beforeunload', listen);
  }, []);
}
